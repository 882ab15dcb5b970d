import { toBytesBinary, toStringBinary } from '../../bytes/text.js';
import type { Clock } from '../../clock.js';
import { toBoolean } from '../../model/literal.js';
import { normalizeNamespace } from '../../model/schema/namespace-descriptor.js';
import { normalizeFamilyOf, normalizeTable, type TableLike } from '../../model/schema/table-descriptor.js';
import { compareTableNames } from '../../model/schema/table-name.js';
import type { Answers, AnswersByName, EngineMethods } from '../../service/control-methods.js';
import type { Gateway } from '../gateway.js';
import { type NotCarried, notCarried } from '../not-carried.js';
import type { TTableName } from '../thrift/structs.js';
import { toThriftName } from '../thrift/table-names.js';
import { ensureTable } from './ensure-table.js';
import { listTableDescriptors, listTableNames } from './list-tables.js';
import { namedNamespace } from './named-namespace.js';
import { regionStarts } from './region-starts.js';
import {
  fromThriftNamespace,
  fromThriftTable,
  toThriftFamily,
  toThriftNamespace,
  toThriftTable,
  withFileTracker,
} from './thrift-descriptors.js';
import { unlessMissing } from './unless-missing.js';

/** The control methods that are refused, and as which part. */
const REFUSED = {
  flush: 'flush',
  compact: 'compaction',
  getCompactionState: 'compaction',
  compactionSwitch: 'compaction',
  getLastMajorCompactionTimestamp: 'compaction',
  snapshot: 'snapshots',
  deleteSnapshots: 'snapshots',
  restoreSnapshot: 'snapshots',
  cloneSnapshot: 'snapshots',
  snapshotCleanupSwitch: 'snapshots',
  listSnapshots: 'snapshots',
  isSnapshotFinished: 'snapshots',
  isSnapshotCleanupEnabled: 'snapshots',
  erase: 'erase',
  getRegionMetrics: 'regionMetrics',
  status: 'status',
  verify: 'verify',
  repair: 'repair',
  beginExport: 'export',
  exportBatch: 'export',
  renewExport: 'export',
  endExport: 'export',
  beginImport: 'importCreate',
  renewImport: 'importCreate',
  finishImport: 'importCreate',
  cancelImport: 'importCreate',
  mergeImport: 'importCreate',
  beginUpgrade: 'upgrade',
  continueUpgrade: 'upgrade',
  upgraderAway: 'upgrade',
  endUpgrade: 'upgrade',
  listIndexes: 'indexes',
  dropIndex: 'indexes',
  buildIndexes: 'indexes',
  setTime: 'ownEngine',
  flushLog: 'ownEngine',
  originInDoubt: 'ownEngine',
  settleOrigin: 'ownEngine',
} as const satisfies Partial<Record<keyof EngineMethods, NotCarried>>;

/** Those that read rows are answered elsewhere. */
type Elsewhere = 'count' | 'explain';

/**
 * The answers to the control methods of `Admin`, by requests to the gateway. Arguments are checked before anything is
 * sent; the attributes of a descriptor by HBase's master. What the gateway does not carry throws UNSUPPORTED_OPERATION.
 */
export function adminMethods(gateway: Gateway, clock: Clock): AnswersByName {
  const answered = {
    tableExists: (table) => gateway.repeatable('tableExists', named(table)),
    isTableEnabled: (table) => gateway.repeatable('isTableEnabled', named(table)),
    isTableDisabled: (table) => gateway.repeatable('isTableDisabled', named(table)),
    isTableAvailable: (table) => gateway.repeatable('isTableAvailable', named(table)),
    listTableNames: (...args) => listTableNames(gateway, ...args),
    listTableDescriptors: (...args) => listTableDescriptors(gateway, ...args),
    getDescriptor: async (table) => fromThriftTable(await gateway.repeatable('getTableDescriptor', named(table))),
    regionStarts: async (table) => (await regionStarts(gateway, table)).map(toStringBinary),
    createTable: (like, splitKeys) => {
      const descriptor = toThriftTable(normalizeTable(like));
      return gateway.once('createTable', { descriptor, splitKeys: splitKeys.map(toBytesBinary) });
    },
    ensureTable: (like, options, indexes) => ensureTable(gateway, clock, like, options, indexes),
    cloneTableSchema: (table, as) => cloneTableSchema(gateway, table, toThriftName(as)),
    modifyTable: (like, reopenRegions) => modifyTable(gateway, like, toBoolean(reopenRegions, 'reopenRegions')),
    addColumnFamily: (table, like) => {
      const family = toThriftFamily(normalizeFamilyOf([], like));
      return gateway.once('addColumnFamily', { ...named(table), family });
    },
    modifyColumnFamily: (table, like) => {
      const family = toThriftFamily(normalizeFamilyOf([], like));
      return gateway.once('modifyColumnFamily', { ...named(table), family });
    },
    deleteColumnFamily: (table, family) =>
      gateway.once('deleteColumnFamily', { ...named(table), family: toBytesBinary(family) }),
    deleteTable: (table) => gateway.once('deleteTable', named(table)),
    truncateTable: (table) => gateway.once('truncateTable', { ...named(table), preserveSplits: true }),
    enableTable: (table) => gateway.once('enableTable', named(table)),
    disableTable: (table) => gateway.once('disableTable', named(table)),
    getNamespaceDescriptor: async (name) =>
      fromThriftNamespace(await gateway.repeatable('getNamespaceDescriptor', namedNamespace(name))),
    listNamespaceDescriptors: async () => {
      const found = await gateway.repeatable('listNamespaceDescriptors', {});
      return found.map(fromThriftNamespace).sort((a, b) => compareTableNames(a.name, b.name));
    },
    createNamespace: (like) =>
      gateway.once('createNamespace', { namespace: toThriftNamespace(normalizeNamespace(like)) }),
    modifyNamespace: (like) =>
      gateway.once('modifyNamespace', { namespace: toThriftNamespace(normalizeNamespace(like)) }),
    deleteNamespace: (name) => gateway.once('deleteNamespace', namedNamespace(name)),
    progressOf: () => null,
    endCall: () => {},
  } satisfies Answers<Omit<EngineMethods, keyof typeof REFUSED | Elsewhere>>;
  return { ...answered, ...refusals() };
}

function named(table: string): { readonly tableName: TTableName } {
  return { tableName: toThriftName(table) };
}

/** The copy has the regions of the original, and its attributes as HBase has them. */
async function cloneTableSchema(gateway: Gateway, name: string, as: TTableName): Promise<void> {
  const { columns, attributes } = await gateway.repeatable('getTableDescriptor', named(name));
  const [, ...splitKeys] = await regionStarts(gateway, name);
  await gateway.once('createTable', {
    descriptor: { tableName: as, columns, attributes },
    splitKeys,
  });
}

async function modifyTable(gateway: Gateway, like: TableLike, reopenRegions: boolean): Promise<void> {
  const descriptor = toThriftTable(normalizeTable(like));
  if (!reopenRegions) throw notCarried('modifyWithoutReopening');
  const stored = await unlessMissing(gateway.repeatable('getTableDescriptor', { tableName: descriptor.tableName }));
  await gateway.once('modifyTable', { descriptor: withFileTracker(descriptor, stored) });
}

function refusals(): AnswersByName {
  const refuse = (part: NotCarried) => () => {
    throw notCarried(part);
  };
  return Object.fromEntries(Object.entries(REFUSED).map(([method, part]) => [method, refuse(part)]));
}
