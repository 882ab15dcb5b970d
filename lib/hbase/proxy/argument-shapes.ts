/*
 * The shapes of the structs in calls, with every field of HBase 2.4 to 2.6. Their names are those of HBase's interface.
 */
import { TTableName } from '../thrift/structs.js';
import { BINARY, BOOL as BOOL_TYPE } from '../thrift/types.js';
import {
  ATTRIBUTES,
  BOOL,
  BYTE,
  BYTES,
  I16,
  INT,
  LONG,
  listOf,
  mapOf,
  naming,
  type Shape,
  structOf,
  unionOf,
} from './shapes.js';
import { tableName, tableNameOfBytes } from './table-name.js';

/** The name of a table as bytes: `t` or `ns:t`. */
export const TABLE: Shape = naming(BINARY, BYTES, (names, bytes) => names.addTable(tableNameOfBytes(bytes)));

/** The name of a table as a struct of two names. */
export const TABLE_NAME: Shape = naming(TTableName, structOf({ 1: BYTES, 2: BYTES }), (names, { ns, qualifier }) =>
  names.addTable(tableName(ns, qualifier)),
);

/** The name of a namespace. */
export const NAMESPACE_NAME: Shape = naming(BINARY, BYTES, (names, bytes) => names.addNamespace(bytes));

/** Whether a list includes HBase's own tables. */
export const WITH_SYSTEM: Shape = naming(BOOL_TYPE, BOOL, (names, included) => names.addSystem(included));

/** The attributes of a read or write, which name no code. */
const CALL_ATTRIBUTES = mapOf(BYTES, BYTES);
const TIME_RANGE = structOf({ 1: LONG, 2: LONG });
const COLUMNS = listOf(structOf({ 1: BYTES, 2: BYTES, 3: LONG }));
const COLUMN_VALUES = listOf(structOf({ 1: BYTES, 2: BYTES, 3: BYTES, 4: LONG, 5: BYTES, 6: BYTE }));
const AUTHORIZATION = structOf({ 1: listOf(BYTES) });
const CELL_VISIBILITY = structOf({ 1: BYTES });

export const GET: Shape = structOf({
  1: BYTES,
  2: COLUMNS,
  3: LONG,
  4: TIME_RANGE,
  5: INT,
  6: BYTES,
  7: CALL_ATTRIBUTES,
  8: AUTHORIZATION,
  9: INT,
  10: INT,
  11: BOOL,
  12: INT,
  13: INT,
  14: BOOL,
  15: BYTES,
});

export const PUT: Shape = structOf({
  1: BYTES,
  2: COLUMN_VALUES,
  3: LONG,
  5: CALL_ATTRIBUTES,
  6: INT,
  7: CELL_VISIBILITY,
});

export const DELETE: Shape = structOf({
  1: BYTES,
  2: COLUMNS,
  3: LONG,
  4: INT,
  6: CALL_ATTRIBUTES,
  7: INT,
});

export const INCREMENT: Shape = structOf({
  1: BYTES,
  2: listOf(structOf({ 1: BYTES, 2: BYTES, 3: LONG })),
  4: CALL_ATTRIBUTES,
  5: INT,
  6: CELL_VISIBILITY,
  7: BOOL,
});

export const APPEND: Shape = structOf({
  1: BYTES,
  2: COLUMN_VALUES,
  3: CALL_ATTRIBUTES,
  4: INT,
  5: CELL_VISIBILITY,
  6: BOOL,
});

export const SCAN: Shape = structOf({
  1: BYTES,
  2: BYTES,
  3: COLUMNS,
  4: INT,
  5: INT,
  6: TIME_RANGE,
  7: BYTES,
  8: INT,
  9: CALL_ATTRIBUTES,
  10: AUTHORIZATION,
  11: BOOL,
  12: BOOL,
  13: mapOf(BYTES, TIME_RANGE),
  14: INT,
  15: INT,
  16: INT,
  17: INT,
  18: BYTES,
});

export const ROW_MUTATIONS: Shape = structOf({ 1: BYTES, 2: listOf(unionOf({ 1: PUT, 2: DELETE })) });

export const COLUMN_FAMILY: Shape = structOf({
  1: BYTES,
  2: ATTRIBUTES,
  3: ATTRIBUTES,
  4: INT,
  5: INT,
  6: INT,
  7: I16,
  8: INT,
  9: INT,
  10: INT,
  11: INT,
  12: INT,
  13: INT,
  14: BOOL,
  15: BOOL,
  16: BOOL,
  17: BOOL,
  18: BOOL,
  19: BOOL,
  20: BOOL,
});

export const TABLE_DESCRIPTOR: Shape = structOf({
  1: TABLE_NAME,
  2: listOf(COLUMN_FAMILY),
  3: ATTRIBUTES,
  4: INT,
});

export const NAMESPACE: Shape = structOf({ 1: NAMESPACE_NAME, 2: ATTRIBUTES });

export const SERVER: Shape = structOf({ 1: BYTES, 2: INT, 3: LONG });

export const LOG_QUERY: Shape = structOf({ 1: BYTES, 2: BYTES, 3: BYTES, 4: BYTES, 5: INT, 6: INT, 7: INT });
