import { ByteReader } from '../../../bytes/byte-reader.js';
import { readResults } from '../../../client/answers/result.js';
import * as bigtab from '../../../index.js';
import {
  Append,
  type Cell,
  CheckAndMutate,
  type CheckAndMutateBuilder,
  Delete,
  Get,
  Increment,
  LATEST_TIMESTAMP,
  type MutationCell,
  Put,
  type Result,
  RowMutations,
  Scan,
  TimeRange,
} from '../../../index.js';
import { readResultBlock } from '../../../keyvalue/result-block.js';
import { familyNameBytes } from '../../../model/family-descriptor.js';
import { isSystemTable, type TableName } from '../../../model/table-name.js';
import { FamilyBuilder } from '../../../shell/family-builder.js';
import { familyText } from '../../../shell/family-text.js';
import { namespaceText } from '../../../shell/namespace-text.js';
import { tableText } from '../../../shell/table-text.js';
import { resultBlock } from '../../samples/result-blocks.js';
import { Malformed } from '../checks.js';
import { toPrintable } from '../printable-bytes.js';
import { toBytes, toLong, toTableName, toTime } from './call-arguments.js';
import { type Call, splitName } from './call-case.js';
import { NotCounterpart } from './calls-left-out.js';
import { FAMILY_GETTERS, FAMILY_SETTERS, TABLE_GETTERS, TABLE_SETTERS } from './descriptor-methods.js';
import { TableBuilder } from './table-builder.js';

/*
 * The objects of calls and their methods: what does the same in Bigtab. Where Java has a getter, Bigtab has a property; a descriptor is
 * its attributes, and its text is the shell's.
 */

type Method = (self: never, args: readonly unknown[], types: readonly string[]) => unknown;
type Methods = Readonly<Record<string, Method>>;

interface Kind {
  /** Whether an object is of this kind. */
  is(object: unknown): boolean;
  readonly methods: Methods;
}

/** A namespace under construction. */
export interface Namespace {
  readonly kind: 'namespace';
  readonly name: string;
  readonly configuration: Record<string, string>;
}

type AnyFilter = { toString(): string };
type Mutation = Put | Delete | Increment | Append;

/** Makes an object of a description in JSON: `{"Put": [arguments], "do": [calls]}`, or one of the short forms. */
export function makeObject(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const { do: calls = [], ...rest } = given as { readonly do?: readonly Call[] };
  const [[name, value]] = Object.entries(rest) as [[string, unknown]];
  const made = makeNew(name, value, rest as Readonly<Record<string, unknown>>);
  return calls.reduce((object: unknown, call) => continued(object, invoke(object, call)), made);
}

/** What the next method is called on: what the last one returned when that is an object, else the same. */
export function continued(object: unknown, returned: unknown): unknown {
  return KINDS.some(({ is }) => is(returned)) ? returned : object;
}

/** Calls a method. */
export function invoke(object: unknown, [name, ...args]: Call): unknown {
  const { plain, types } = splitName(name);
  const kind = KINDS.find(({ is }) => is(object));
  const method = kind !== undefined && Object.hasOwn(kind.methods, plain) ? kind.methods[plain] : undefined;
  if (method !== undefined) return method(object as never, args, types);
  if (NO_EFFECT.has(plain)) return object;
  if (WITHOUT_COUNTERPART.has(plain)) throw new NotCounterpart(WITHOUT_COUNTERPART.get(plain) as string);
  throw new Malformed(`nobody knows the method ${name}`);
}

/** A filter: text of the filter language, or an object. */
export function toFilter(given: unknown): never {
  return (typeof given === 'string' ? bigtab.parseFilter(given) : makeObject(given)) as never;
}

export function toRange(given: unknown): TimeRange | null {
  return given === null ? null : (makeObject(given) as TimeRange);
}

export function toCell(given: unknown): Cell {
  const [row, family, qualifier, timestamp, value, type = 'Put'] =
    (given as { cell?: unknown[] }).cell ?? (given as []);
  return {
    row: toBytes(row),
    family: toBytes(family),
    qualifier: toBytes(qualifier),
    timestamp: toTime(timestamp),
    value: toBytes(value),
    type: type as Cell['type'],
  };
}

/** Setters that in HBase, too, change nothing that can be asked here. */
const NO_EFFECT = new Set([
  'setAttribute',
  'setPriority',
  'setId',
  'setCacheBlocks',
  'setReadType',
  'setConsistency',
  'setReplicaId',
  'setAsyncPrefetch',
  'setScanMetricsEnabled',
]);
const METADATA = 'metadata without effect';
const REPLICAS = 'replicas of regions';
const WITHOUT_COUNTERPART: ReadonlyMap<string, string> = new Map([
  ...['getAttribute', 'getAttributesMap', 'getPriority', 'getMaxPriority', 'getId'].map(
    (name) => [name, METADATA] as const,
  ),
  ...['getCacheBlocks', 'getReadType', 'isAsyncPrefetch', 'isScanMetricsEnabled'].map(
    (name) => [name, METADATA] as const,
  ),
  ...['getAuthorizations', 'getACL', 'getClusterIds', 'heapSize', 'getFingerprint', 'hashCode'].map(
    (name) => [name, 'methods of Java and of the cluster'] as const,
  ),
  ...['isStale', 'isSmall', 'getConsistency', 'getReplicaId'].map((name) => [name, REPLICAS] as const),
]);

function makeNew(name: string, value: unknown, whole: Readonly<Record<string, unknown>>): unknown {
  const args = Array.isArray(value) ? value : [value];
  const { plain } = splitName(name);
  const make = Object.hasOwn(MAKERS, plain) ? MAKERS[plain] : undefined;
  if (make !== undefined) return make(args, whole);
  const filter = (bigtab as Readonly<Record<string, unknown>>)[plain];
  if (typeof filter === 'function' && /Filter|Comparator$/.test(plain)) return makeFilter(plain, args);
  throw new Malformed(`nobody knows what ${name} is`);
}

const MAKERS: Readonly<Record<string, (args: unknown[], whole: Readonly<Record<string, unknown>>) => unknown>> = {
  Put: (args) => makeMutation(Put, args),
  Delete: (args) => makeMutation(Delete, args),
  Increment: (args) => makeMutation(Increment, args),
  Append: (args) => makeMutation(Append, args),
  Get: ([row]) =>
    typeof row === 'object' && row !== null && !('repeat' in row)
      ? new Get(makeObject(row) as Get)
      : new Get(toBytes(row)),
  Scan: ([from]) => (from === undefined ? new Scan() : scanOf(makeObject(from) as Get | Scan)),
  RowMutations: ([row]) => new RowMutations(toBytes(row)),
  'CheckAndMutate.newBuilder': ([row]) => CheckAndMutate.newBuilder(toBytes(row)),
  Result: ([cells]) => resultOf(cells as unknown[][]),
  'TimeRange.at': ([at]) => TimeRange.at(toTime(at)),
  'TimeRange.from': ([min]) => TimeRange.from(toTime(min)),
  'TimeRange.until': ([max]) => TimeRange.until(toTime(max)),
  'TimeRange.between': ([min, max]) => TimeRange.between(toTime(min), toTime(max)),
  'TimeRange.allTime': () => TimeRange.allTime(),
  'TableName.valueOf': ([name, qualifier]) => toTableName(name, qualifier),
  'ColumnFamilyDescriptorBuilder.newBuilder': ([from]) => new FamilyBuilder(familyArgument(from)),
  'ColumnFamilyDescriptorBuilder.of': ([name]) => new FamilyBuilder(toBytes(name)),
  'TableDescriptorBuilder.newBuilder': ([name]) => new TableBuilder(name as string),
  'TableDescriptorBuilder.copy': ([name, from]) => new TableBuilder(name as string, makeObject(from) as TableBuilder),
  'NamespaceDescriptor.create': ([name]) => namespaceOf(name, {}),
  namespace: (_, { namespace, configuration = {} }) => namespaceOf(namespace, configuration as Record<string, string>),
  table: (_, whole) => tableOf(whole),
  NAME: (_, whole) => familyOf(whole as Readonly<Record<string, string>>),
  cell: (_, whole) => toCell(whole),
  RowRange: (args) => args,
};

function makeMutation<T extends Mutation>(
  type: new (row: never, timestamp?: never) => T,
  [row, timestamp]: readonly unknown[],
): T {
  const from = typeof row === 'object' && row !== null && !('repeat' in row) ? makeObject(row) : toBytes(row);
  return timestamp === undefined ? new type(from as never) : new type(from as never, toTime(timestamp) as never);
}

function familyArgument(from: unknown): never {
  const isFamily = typeof from === 'object' && from !== null && !('repeat' in from);
  return (isFamily ? makeObject(from) : toBytes(from)) as never;
}

/** A family whose attributes are set raw, unchecked. */
function familyOf({ NAME, ...attributes }: Readonly<Record<string, string>>): FamilyBuilder {
  const family = new FamilyBuilder(toBytes(NAME));
  for (const [key, text] of Object.entries(attributes)) family.setRaw(key, text);
  return family;
}

function tableOf({ table, families = [], attributes = {} }: Readonly<Record<string, unknown>>): TableBuilder {
  const made = new TableBuilder(table as string);
  for (const family of families as unknown[]) made.add(makeObject(family) as FamilyBuilder);
  for (const [key, text] of Object.entries(attributes as object)) made.set(key, text);
  return made;
}

function namespaceOf(name: unknown, configuration: Readonly<Record<string, string>>): Namespace {
  if (name === null) throw new bigtab.BigtabError('INVALID_ARGUMENT', 'A name has to be specified in a namespace.');
  return { kind: 'namespace', name: name as string, configuration: { ...configuration } };
}

function resultOf(cells: readonly unknown[][]): Result {
  const read = cells.map(toCell);
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const families = [...new Set(read.map(({ family }) => text(family)))].sort();
  const rows = read.length === 0 ? [] : [read];
  const block = resultBlock(
    families,
    rows.length === 0
      ? [{ row: 'r', cells: [] }]
      : rows.map((row) => ({
          row: text((row[0] as Cell).row),
          cells: row.map((cell) => [text(cell.family), text(cell.qualifier), cell.timestamp, cell.value] as const),
        })),
  );
  return readResults(readResultBlock(new ByteReader(block, 0, block.length, 'the Result of a call')))[0] as Result;
}

/** A Get is a scan of its one row. */
function scanOf(from: Get | Scan): Scan {
  if (from instanceof Scan) return new Scan(from);
  const { row, checkExistenceOnly, kind, ...options } = {
    ...from.toLiteral(),
    checkExistenceOnly: undefined,
    kind: undefined,
  };
  return new Scan(options).withStartRow(from.row).withStopRow(from.row, true);
}

const BITWISE = ['AND', 'OR', 'XOR'];
const BYTES_FILTERS = [
  'PrefixFilter',
  'ColumnPrefixFilter',
  'InclusiveStopFilter',
  'BinaryComparator',
  'BinaryPrefixComparator',
];

function makeFilter(name: string, args: readonly unknown[]): unknown {
  const type = (bigtab as unknown as Readonly<Record<string, new (...args: never[]) => unknown>>)[name];
  const read = args.map((arg, at) => filterArgument(name, arg, at));
  return new (type as new (...args: unknown[]) => unknown)(...read);
}

function filterArgument(name: string, arg: unknown, at: number): unknown {
  if (BYTES_FILTERS.includes(name)) return toBytes(arg);
  if (name === 'FilterList' && typeof arg === 'string') return arg;
  if (name === 'MultiRowRangeFilter') {
    return (arg as { readonly RowRange: readonly unknown[] }[]).map((range) => rowRange(range));
  }
  if (/^(SingleColumnValue|ColumnValue|DependentColumn)/.test(name) && at !== 2 && typeof arg === 'string' && at < 4) {
    return name === 'DependentColumnFilter' && at === 3 ? arg : toBytes(arg);
  }
  if (
    /^(ColumnRange|ColumnPagination|BinaryComponent|Bit)/.test(name) &&
    typeof arg === 'string' &&
    !BITWISE.includes(arg)
  ) {
    return toBytes(arg);
  }
  if (name === 'LongComparator') return toLong(arg);
  if (Array.isArray(arg)) return arg.map((one) => (typeof one === 'string' ? toBytes(one) : makeObject(one)));
  return makeObject(arg);
}

function rowRange(given: unknown): unknown {
  const [start, startInclusive, stop, stopInclusive] = (given as { readonly RowRange: readonly unknown[] }).RowRange;
  return {
    startRow: toBytes(start),
    startRowInclusive: startInclusive,
    stopRow: toBytes(stop),
    stopRowInclusive: stopInclusive,
  };
}

const b = toBytes;

function addColumn(self: Put | Delete, [family, qualifier, ...rest]: readonly unknown[]): unknown {
  if (self instanceof Delete) {
    return rest.length === 0
      ? self.addColumn(b(family), b(qualifier))
      : self.addColumn(b(family), b(qualifier), toTime(rest[0]));
  }
  return rest.length === 1
    ? self.addColumn(b(family), b(qualifier), b(rest[0]))
    : self.addColumn(b(family), b(qualifier), toTime(rest[0]), b(rest[1]));
}

/** A cell that is added as it is; of what it must be the package says. */
function addCell(self: Mutation, [given]: readonly unknown[]): unknown {
  return (self as unknown as { add(cell: Cell): unknown }).add(toCell(given));
}

const MUTATION_METHODS: Methods = {
  setTimestamp: (self: Mutation, [ts]) => self.setTimestamp(toTime(ts)),
  getTimestamp: (self: Mutation) => timeAnswer(self.timestamp),
  setDurability: (self: Mutation, [durability]) => self.setDurability(durability as never),
  getDurability: (self: Mutation) => self.durability,
  setTTL: (self: Mutation, [ttl]) => self.setTTL(Number(ttl)),
  getTTL: (self: Mutation) => self.ttlMs ?? 2n ** 63n - 1n,
  size: (self: Mutation) => self.cells.length,
  isEmpty: (self: Mutation) => self.isEmpty,
  getRow: (self: Mutation) => self.row,
  hasFamilies: (self: Mutation) => self.cells.length > 0,
  getFamilyCellMap: (self: Mutation) => byFamily(self.cells),
  numFamilies: (self: Mutation) => new Set(self.cells.map(({ family }) => toPrintable(family))).size,
  add: addCell as Method,
  addColumn: addColumn as Method,
};

const READ_MODIFY_WRITE: Methods = {
  setTimeRange: (self: Increment | Append, [min, max]) => self.setTimeRange(toTime(min), toTime(max)),
  getTimeRange: (self: Increment | Append) => self.timeRange,
  setReturnResults: (self: Increment | Append, [on]) => self.setReturnResults(on as boolean),
  isReturnResults: (self: Increment | Append) => self.returnResults,
};

const QUERY_METHODS: Methods = {
  addFamily: (self: Get, [family]) => self.addFamily(b(family)),
  addColumn: (self: Get, [family, qualifier]) => self.addColumn(b(family), b(qualifier)),
  readVersions: (self: Get, [versions]) => self.readVersions(versions as number),
  readAllVersions: (self: Get) => self.readAllVersions(),
  getMaxVersions: (self: Get) => self.maxVersions,
  setTimeRange: (self: Get, [min, max]) => self.setTimeRange(toTime(min), toTime(max)),
  setTimestamp: (self: Get, [ts]) => self.setTimestamp(toTime(ts)),
  getTimeRange: (self: Get) => self.timeRange,
  setColumnFamilyTimeRange: (self: Get, [family, min, max]) =>
    self.setColumnFamilyTimeRange(b(family), toTime(min), toTime(max)),
  getColumnFamilyTimeRange: (self: Get) => self.familyTimeRanges.map(({ family, timeRange }) => [family, timeRange]),
  getFamilyMap: (self: Get) => self.families.map(({ family, qualifiers }) => [family, qualifiers]),
  familySet: (self: Get) => self.families.map(({ family }) => family),
  getFamilies: (self: Get) => self.families.map(({ family }) => family),
  hasFamilies: (self: Get) => self.families.length > 0,
  numFamilies: (self: Get) => self.families.length,
  setMaxResultsPerColumnFamily: (self: Get, [limit]) => self.setMaxResultsPerColumnFamily(limit as number),
  getMaxResultsPerColumnFamily: (self: Get) => self.maxResultsPerColumnFamily,
  setRowOffsetPerColumnFamily: (self: Get, [offset]) => self.setRowOffsetPerColumnFamily(offset as number),
  getRowOffsetPerColumnFamily: (self: Get) => self.rowOffsetPerColumnFamily,
  setFilter: (self: Get, [filter]) => self.setFilter(filter === null ? null : toFilter(filter)),
  getFilter: (self: Get) => self.filter,
  hasFilter: (self: Get) => self.filter !== null,
  setLoadColumnFamiliesOnDemand: (self: Scan, [on]) => self.setLoadColumnFamiliesOnDemand(on as boolean),
  getLoadColumnFamiliesOnDemandValue: onDemand as Method,
  doLoadColumnFamiliesOnDemand: onDemand as Method,
  getIsolationLevel: (self: Scan) => self.isolationLevel ?? 'READ_COMMITTED',
  setIsolationLevel: (self: Scan, [level]) => self.setIsolationLevel(level as never),
};

/** HBase's client leaves it to the server, which reads on demand; here that is the default of the request itself. */
function onDemand(self: Scan): boolean {
  if (self.loadColumnFamiliesOnDemand) throw new NotCounterpart('a request that leaves a default to the server');
  return false;
}

const KINDS: readonly Kind[] = [
  {
    is: (object) => object instanceof Put,
    methods: {
      ...MUTATION_METHODS,
      has: (self: Put, [family, qualifier, ...rest], types) => {
        const read = rest.map((arg, at) =>
          (rest.length === 2 ? at === 0 : types[2] === 'long') ? toTime(arg) : b(arg),
        );
        return self.has(b(family), b(qualifier), ...(read as [never]));
      },
      get: (self: Put, [family, qualifier]) => self.get(b(family), b(qualifier)).map((cell) => mutationCell(cell)),
    },
  },
  {
    is: (object) => object instanceof Delete,
    methods: {
      ...MUTATION_METHODS,
      addFamily: (self: Delete, [family, ts]) =>
        ts === undefined ? self.addFamily(b(family)) : self.addFamily(b(family), toTime(ts)),
      addFamilyVersion: (self: Delete, [family, ts]) => self.addFamilyVersion(b(family), toTime(ts)),
      addColumns: (self: Delete, [family, qualifier, ts]) =>
        ts === undefined
          ? self.addColumns(b(family), b(qualifier))
          : self.addColumns(b(family), b(qualifier), toTime(ts)),
    },
  },
  {
    is: (object) => object instanceof Increment,
    methods: {
      ...MUTATION_METHODS,
      ...READ_MODIFY_WRITE,
      addColumn: (self: Increment, [family, qualifier, amount]) =>
        self.addColumn(b(family), b(qualifier), toLong(amount)),
      getFamilyMapOfLongs: (self: Increment) => self.getFamilyMapOfLongs(),
    },
  },
  {
    is: (object) => object instanceof Append,
    methods: {
      ...MUTATION_METHODS,
      ...READ_MODIFY_WRITE,
      addColumn: (self: Append, [family, qualifier, value]) => self.addColumn(b(family), b(qualifier), b(value)),
      add: (self: Append, args) =>
        args.length === 1 ? addCell(self, args) : self.addColumn(b(args[0]), b(args[1]), b(args[2])),
    },
  },
  {
    is: (object) => object instanceof RowMutations,
    methods: {
      add: (self: RowMutations, [given]) => {
        for (const one of Array.isArray(given) ? given : [given]) self.add(makeObject(one) as Put);
        return self;
      },
      getRow: (self: RowMutations) => self.row,
      getMutations: (self: RowMutations) => self.mutations,
    },
  },
  {
    is: isCheckBuilder,
    methods: {
      ifNotExists: (self: CheckAndMutateBuilder, [family, qualifier]) => self.ifNotExists(b(family), b(qualifier)),
      ifEquals: (self: CheckAndMutateBuilder, [family, qualifier, value]) =>
        self.ifEquals(b(family), b(qualifier), b(value)),
      ifMatches: (self: CheckAndMutateBuilder, args) =>
        args.length === 1
          ? (self as unknown as { ifMatches(filter: unknown): unknown }).ifMatches(toFilter(args[0]))
          : self.ifMatches(b(args[0]), b(args[1]), args[2] as never, b(args[3])),
      timeRange: (self: CheckAndMutateBuilder, [range]) => self.timeRange(toRange(range)),
      build: (self: CheckAndMutateBuilder, [action]) => self.build(makeObject(action) as Put),
    },
  },
  {
    is: (object) => object instanceof CheckAndMutate,
    methods: {
      getRow: (self: CheckAndMutate) => self.row,
      getFamily: (self: CheckAndMutate) => self.family,
      getQualifier: (self: CheckAndMutate) => self.qualifier,
      getCompareOp: (self: CheckAndMutate) => self.op,
      getValue: (self: CheckAndMutate) => self.value,
      getFilter: (self: CheckAndMutate) => self.filter,
      hasFilter: (self: CheckAndMutate) => self.filter !== null,
      getTimeRange: (self: CheckAndMutate) => self.timeRange,
      getAction: (self: CheckAndMutate) => self.action,
    },
  },
  {
    is: (object) => object instanceof Get,
    methods: {
      ...QUERY_METHODS,
      getRow: (self: Get) => self.row,
      isCheckExistenceOnly: (self: Get) => self.checkExistenceOnly,
      setCheckExistenceOnly: (self: Get, [only]) => self.setCheckExistenceOnly(only as boolean),
    },
  },
  {
    is: (object) => object instanceof Scan,
    methods: {
      ...QUERY_METHODS,
      withStartRow: (self: Scan, [row, inclusive]) => self.withStartRow(b(row), inclusive as boolean | undefined),
      withStopRow: (self: Scan, [row, inclusive]) => self.withStopRow(b(row), inclusive as boolean | undefined),
      setStartStopRowForPrefixScan: (self: Scan, [prefix]) => self.setStartStopRowForPrefixScan(b(prefix)),
      getStartRow: (self: Scan) => self.start,
      getStopRow: (self: Scan) => self.stop,
      includeStartRow: (self: Scan) => self.startInclusive,
      includeStopRow: (self: Scan) => self.stopInclusive,
      setReversed: (self: Scan, [on]) => self.setReversed(on as boolean),
      isReversed: (self: Scan) => self.reversed,
      setBatch: (self: Scan, [batch]) => self.setBatch(batch as number),
      getBatch: (self: Scan) => self.batch,
      setCaching: (self: Scan, [caching]) => self.setCaching(caching as number),
      getCaching: (self: Scan) => self.caching,
      setLimit: (self: Scan, [limit]) => self.setLimit(limit as number),
      getLimit: (self: Scan) => self.limit,
      setOneRowLimit: (self: Scan) => self.setOneRowLimit(),
      setMaxResultSize: (self: Scan, [size]) => self.setMaxResultSize(size as number),
      getMaxResultSize: (self: Scan) => self.maxResultSize,
      setAllowPartialResults: (self: Scan, [allow]) => self.setAllowPartialResults(allow as boolean),
      getAllowPartialResults: (self: Scan) => self.allowPartialResults,
      setNeedCursorResult: (self: Scan, [need]) => self.setNeedCursorResult(need as boolean),
      isNeedCursorResult: (self: Scan) => self.needCursorResult,
      setRaw: (self: Scan, [raw]) => self.setRaw(raw as boolean),
      isRaw: (self: Scan) => self.raw,
      isGetScan: (self: Scan) =>
        self.start.length > 0 &&
        self.startInclusive &&
        self.stopInclusive &&
        toPrintable(self.start) === toPrintable(self.stop),
    },
  },
  {
    is: isResult,
    methods: {
      getRow: (self: Result) => self.row,
      value: (self: Result) => self.value(),
      getMap: (self: Result) => self.getMap(),
      getNoVersionMap: (self: Result) => self.getNoVersionMap(),
      getFamilyMap: (self: Result, [family]) => self.getFamilyMap(b(family)),
      getExists: (self: Result) => self.getExists(),
      isCursor: (self: Result) => self.isCursor(),
      isEmpty: (self: Result) => self.isEmpty,
      size: (self: Result) => self.size,
      mayHaveMoreCellsInRow: (self: Result) => self.mayHaveMoreCellsInRow(),
      getValue: (self: Result, [family, qualifier]) => self.getValue(b(family), b(qualifier)),
      getColumnLatestCell: (self: Result, [family, qualifier]) =>
        cellAnswer(self.getColumnLatestCell(b(family), b(qualifier))),
      getColumnCells: (self: Result, [family, qualifier]) =>
        self.getColumnCells(b(family), b(qualifier)).map(cellAnswer),
      containsColumn: (self: Result, [family, qualifier]) => self.containsColumn(b(family), b(qualifier)),
      containsNonEmptyColumn: (self: Result, [family, qualifier]) =>
        self.containsNonEmptyColumn(b(family), b(qualifier)),
      containsEmptyColumn: (self: Result, [family, qualifier]) => self.containsEmptyColumn(b(family), b(qualifier)),
      rawCells: (self: Result) => self.rawCells().map(cellAnswer),
      getCursor: (self: Result) => self.getCursor(),
      listCells: (self: Result) => self.listCells()?.map(cellAnswer) ?? null,
      toString: (self: Result) => self.toString(),
    },
  },
  {
    is: (object) => object instanceof TimeRange,
    methods: {
      toString: (self: TimeRange) => self.toString(),
      isAllTime: (self: TimeRange) => self.isAllTime(),
      withinTimeRange: (self: TimeRange, [at]) => self.withinTimeRange(toTime(at)),
      withinOrAfterTimeRange: (self: TimeRange, [at]) => self.withinOrAfterTimeRange(toTime(at)),
      includesTimeRange: (self: TimeRange, [other]) => self.includesTimeRange(makeObject(other) as TimeRange),
      compare: (self: TimeRange, [at]) => self.compare(toTime(at)),
      getMin: (self: TimeRange) => timeAnswer(self.min),
      getMax: (self: TimeRange) => timeAnswer(self.max),
    },
  },
  {
    is: isTableName,
    methods: {
      getNamespaceAsString: (self: TableName) => self.namespace,
      getQualifierAsString: (self: TableName) => self.qualifier,
      getNameAsString: (self: TableName) => self.name,
      getNameWithNamespaceInclAsString: (self: TableName) => `${self.namespace}:${self.qualifier}`,
      getNamespaceInclAsString: (self: TableName) => `${self.namespace}:${self.qualifier}`,
      toBytes: (self: TableName) => new TextEncoder().encode(self.name),
      getName: (self: TableName) => new TextEncoder().encode(self.name),
      getQualifier: (self: TableName) => new TextEncoder().encode(self.qualifier),
      getNamespace: (self: TableName) => new TextEncoder().encode(self.namespace),
      isSystemTable: (self: TableName) => isSystemTable(self),
      equals: (self: TableName, [other]) => (makeObject(other) as TableName).name === self.name,
      toString: (self: TableName) => self.name,
    },
  },
  {
    is: (object) => object instanceof FamilyBuilder,
    methods: {
      ...FAMILY_SETTERS,
      ...FAMILY_GETTERS,
      build: (self: FamilyBuilder) => self,
      getName: (self: FamilyBuilder) => familyNameBytes(self.name),
      getNameAsString: (self: FamilyBuilder) => self.name,
      toString: (self: FamilyBuilder) => familyText(self),
      toStringCustomizedValues: (self: FamilyBuilder) => familyText(self, true),
      equals: (self: FamilyBuilder, [other]) => familyText(self) === familyText(makeObject(other) as FamilyBuilder),
    },
  },
  {
    is: (object) => object instanceof TableBuilder,
    methods: {
      ...TABLE_SETTERS,
      ...TABLE_GETTERS,
      build: (self: TableBuilder) => self,
      setColumnFamily: (self: TableBuilder, [family]) => self.add(toFamily(family)),
      modifyColumnFamily: (self: TableBuilder, [family]) => self.modify(toFamily(family)),
      removeColumnFamily: (self: TableBuilder, [name]) => self.remove(familyName(name)),
      getColumnFamilyCount: (self: TableBuilder) => self.families.length,
      getColumnFamilyNames: (self: TableBuilder) => self.families.map(({ name }) => familyNameBytes(name)),
      hasColumnFamily: (self: TableBuilder, [name]) => self.find(familyName(name)) !== null,
      getColumnFamily: (self: TableBuilder, [name]) => self.find(familyName(name)),
      getColumnFamilies: (self: TableBuilder) => self.families,
      getTableName: (self: TableBuilder) => self.name,
      toString: (self: TableBuilder) => tableText(self),
      toStringCustomizedValues: (self: TableBuilder) => tableText(self, true),
      equals: (self: TableBuilder, [other]) => tableText(self) === tableText(makeObject(other) as TableBuilder),
    },
  },
  {
    is: (object) => (object as Namespace | null)?.kind === 'namespace',
    methods: {
      build: (self: Namespace) => self,
      getName: (self: Namespace) => self.name,
      addConfiguration: (self: Namespace, [key, value]) =>
        namespaceOf(self.name, { ...self.configuration, [key as string]: value as string }),
      removeConfiguration: (self: Namespace, [key]) => {
        const { [key as string]: _, ...rest } = self.configuration;
        return namespaceOf(self.name, rest);
      },
      getConfigurationValue: (self: Namespace, [key]) => self.configuration[key as string] ?? null,
      getConfiguration: (self: Namespace) => Object.entries(self.configuration),
      toString: (self: Namespace) => namespaceText(self),
    },
  },
  {
    is: (object) => object instanceof bigtab.Filter || object instanceof bigtab.Comparator,
    methods: {
      toString: (self: AnyFilter) => self.toString(),
      setReversed: (self: AnyFilter, [reversed]) => (self as bigtab.Filter).setReversed(reversed as boolean),
      addFilter: (self: { addFilter(...filters: unknown[]): unknown }, [given]) => {
        for (const one of Array.isArray(given) ? given : [given]) self.addFilter(toFilter(one));
        return self;
      },
    },
  },
];

/** A family of a descriptor. Throws INVALID_ARGUMENT for null. */
export function toFamily(given: unknown): FamilyBuilder {
  if (given === null) throw noFamily();
  return makeObject(given) as FamilyBuilder;
}

function familyName(given: unknown): string {
  if (given === null) throw noFamily();
  return toPrintable(toBytes(given));
}

function noFamily(): Error {
  return new bigtab.BigtabError('INVALID_ARGUMENT', 'Family name cannot be null or empty');
}

/** A Result of the package, which may be another copy of it than the runner's: in a page it is. */
export function isResult(object: unknown): object is Result {
  return typeof object === 'object' && object !== null && 'rawCells' in object;
}

/** The same of a builder of checks. */
export function isCheckBuilder(object: unknown): object is CheckAndMutateBuilder {
  return typeof object === 'object' && object !== null && 'ifNotExists' in object;
}

function isTableName(object: unknown): boolean {
  return typeof object === 'object' && object !== null && 'namespace' in object && 'qualifier' in object;
}

/** A timestamp as calls write it. */
export function timeAnswer(time: number): unknown {
  return time === LATEST_TIMESTAMP ? 'LATEST' : time;
}

/** `[family, qualifier, timestamp, value]`, and the type when it is no put. */
export function cellAnswer(cell: Cell | null): unknown {
  if (cell === null) return null;
  const { family, qualifier, timestamp, value, type } = cell;
  return [family, qualifier, timeAnswer(timestamp), value, ...(type === 'Put' ? [] : [type])];
}

/** The same of a cell of a mutation. */
export function mutationCell({ family, qualifier, timestamp, value, type }: MutationCell): unknown {
  const name = CELL_TYPES.get(type) as string;
  return [family, qualifier, timeAnswer(timestamp), value, ...(name === 'Put' ? [] : [name])];
}

const CELL_TYPES: ReadonlyMap<number, string> = new Map([
  [4, 'Put'],
  [8, 'Delete'],
  [10, 'DeleteFamilyVersion'],
  [12, 'DeleteColumn'],
  [14, 'DeleteFamily'],
]);

/** Cells by family, as a map. */
function byFamily(cells: readonly MutationCell[]): unknown {
  const families = new Map<string, unknown[]>();
  for (const cell of cells) {
    const name = toPrintable(cell.family);
    families.set(name, [...(families.get(name) ?? []), mutationCell(cell)]);
  }
  return [...families];
}
