/*
 * Every method of HBase's `THBaseService`: what it does, and the shapes of its arguments, which show where it names
 * tables. Methods that later versions of HBase add are refused until they are listed here.
 */
import {
  APPEND,
  COLUMN_FAMILY,
  DELETE,
  GET,
  INCREMENT,
  LOG_QUERY,
  NAMESPACE,
  NAMESPACE_NAME,
  PUT,
  ROW_MUTATIONS,
  SCAN,
  SERVER,
  TABLE,
  TABLE_DESCRIPTOR,
  TABLE_NAME,
  WITH_SYSTEM,
} from './argument-shapes.js';
import { BOOL, BYTES, INT, listOf, type Shape, setOf, structOf } from './shapes.js';

/** `open`: allowed to everybody. `scanner`: reads with a scanner that stays open, which any user could read from. */
export type MethodKind = 'open' | 'read' | 'scanner' | 'write' | 'admin';

export interface ProxiedMethod {
  readonly kind: MethodKind;
  /** The struct of the arguments. */
  readonly args: Shape;
}

const CHECKED_CELL = { 1: TABLE, 2: BYTES, 3: BYTES, 4: BYTES };

const READS = {
  exists: { 1: TABLE, 2: GET },
  existsAll: { 1: TABLE, 2: listOf(GET) },
  get: { 1: TABLE, 2: GET },
  getMultiple: { 1: TABLE, 2: listOf(GET) },
  getScannerResults: { 1: TABLE, 2: SCAN, 3: INT },
  getRegionLocation: { 1: TABLE, 2: BYTES, 3: BOOL },
  getAllRegionLocations: { 1: TABLE },
  getTableDescriptor: { 1: TABLE_NAME },
  getTableDescriptors: { 1: listOf(TABLE_NAME) },
  getTableDescriptorsByPattern: { 1: BYTES, 2: WITH_SYSTEM },
  getTableDescriptorsByNamespace: { 1: NAMESPACE_NAME },
  getTableNamesByPattern: { 1: BYTES, 2: WITH_SYSTEM },
  getTableNamesByNamespace: { 1: NAMESPACE_NAME },
  tableExists: { 1: TABLE_NAME },
  isTableEnabled: { 1: TABLE_NAME },
  isTableDisabled: { 1: TABLE_NAME },
  isTableAvailable: { 1: TABLE_NAME },
  isTableAvailableWithSplit: { 1: TABLE_NAME, 2: listOf(BYTES) },
  getNamespaceDescriptor: { 1: NAMESPACE_NAME },
  listNamespaceDescriptors: {},
  listNamespaces: {},
  getSlowLogResponses: { 1: setOf(SERVER), 2: LOG_QUERY },
  getClusterId: {},
};

const SCANNERS = {
  openScanner: { 1: TABLE, 2: SCAN },
  getScannerRows: { 1: INT, 2: INT },
  closeScanner: { 1: INT },
};

const WRITES = {
  put: { 1: TABLE, 2: PUT },
  putMultiple: { 1: TABLE, 2: listOf(PUT) },
  deleteSingle: { 1: TABLE, 2: DELETE },
  deleteMultiple: { 1: TABLE, 2: listOf(DELETE) },
  increment: { 1: TABLE, 2: INCREMENT },
  append: { 1: TABLE, 2: APPEND },
  mutateRow: { 1: TABLE, 2: ROW_MUTATIONS },
  checkAndPut: { ...CHECKED_CELL, 5: BYTES, 6: PUT },
  checkAndDelete: { ...CHECKED_CELL, 5: BYTES, 6: DELETE },
  checkAndMutate: { ...CHECKED_CELL, 5: INT, 6: BYTES, 7: ROW_MUTATIONS },
};

const ADMIN = {
  createTable: { 1: TABLE_DESCRIPTOR, 2: listOf(BYTES) },
  deleteTable: { 1: TABLE_NAME },
  truncateTable: { 1: TABLE_NAME, 2: BOOL },
  enableTable: { 1: TABLE_NAME },
  disableTable: { 1: TABLE_NAME },
  addColumnFamily: { 1: TABLE_NAME, 2: COLUMN_FAMILY },
  modifyColumnFamily: { 1: TABLE_NAME, 2: COLUMN_FAMILY },
  deleteColumnFamily: { 1: TABLE_NAME, 2: BYTES },
  modifyTable: { 1: TABLE_DESCRIPTOR },
  createNamespace: { 1: NAMESPACE },
  modifyNamespace: { 1: NAMESPACE },
  deleteNamespace: { 1: NAMESPACE_NAME },
  clearSlowLogResponses: { 1: setOf(SERVER) },
};

/** The methods by their names. */
export const PROXIED_METHODS: ReadonlyMap<string, ProxiedMethod> = new Map([
  ...methods('open', { getThriftServerType: {} }),
  ...methods('read', READS),
  ...methods('scanner', SCANNERS),
  ...methods('write', WRITES),
  ...methods('admin', ADMIN),
]);

function methods(
  kind: MethodKind,
  named: Readonly<Record<string, Readonly<Record<number, Shape>>>>,
): readonly (readonly [string, ProxiedMethod])[] {
  return Object.entries(named).map(([name, fields]) => [name, { kind, args: structOf(fields) }]);
}
