import { ByteWriter } from '../../bytes/byte-writer.js';
import { ColumnPaginationFilter } from '../../filter/column-pagination-filter.js';
import { BinaryComparator } from '../../filter/comparators/binary-comparator.js';
import { RegexStringComparator } from '../../filter/comparators/regex-string-comparator.js';
import { DependentColumnFilter } from '../../filter/dependent-column-filter.js';
import { FilterList } from '../../filter/filter-list.js';
import { FuzzyRowFilter } from '../../filter/fuzzy-row-filter.js';
import { MultiRowRangeFilter } from '../../filter/multi-row-range-filter.js';
import { PageFilter } from '../../filter/page-filter.js';
import { PrefixFilter } from '../../filter/prefix-filter.js';
import { SingleColumnValueFilter } from '../../filter/single-column-value-filter.js';
import { SkipFilter } from '../../filter/skip-filter.js';
import { TimestampsFilter } from '../../filter/timestamps-filter.js';
import { ValueFilter } from '../../filter/value-filter.js';
import { WhileMatchFilter } from '../../filter/while-match-filter.js';
import { DIGEST_BYTES, RowsDigest } from '../../keyvalue/rows-digest.js';
import { Append } from '../../model/append.js';
import { CheckAndMutate } from '../../model/check-and-mutate.js';
import { COMPARE_OPERATORS } from '../../model/compare-operator.js';
import { Delete } from '../../model/delete.js';
import type { Filter } from '../../model/filter.js';
import { Get } from '../../model/get.js';
import { Increment } from '../../model/increment.js';
import { Put } from '../../model/put.js';
import { toRestore } from '../../model/restore.js';
import { readRowCondition } from '../../model/row-condition.js';
import { RowMutations } from '../../model/row-mutations.js';
import { Scan } from '../../model/scan.js';
import { ActionRequestWriter } from '../../service/action-codec.js';
import { ConditionWriter, encodeAtomicBatch, type ReadCheck } from '../../service/atomic-batch-codec.js';
import { Operation } from '../../service/client-service.js';
import { encodeControl } from '../../service/control-codec.js';
import type { EngineMethods } from '../../service/control-methods.js';
import { beginGets, writeGet } from '../../service/get-codec.js';
import { MutateRequestWriter } from '../../service/mutate-codec.js';
import { encodeNextBatch, encodeOpenScanner, encodeScannerId } from '../../service/scan-codec.js';
import type { Random } from '../../simulation/random.js';

/** A request as it is sent: its meaning, and its bytes. */
export interface FuzzRequest {
  readonly operation: Operation;
  readonly payload: Uint8Array;
}

/** The tables that requests name; they have the families `f` and `g`. */
export const FUZZED_TABLES: readonly string[] = ['t', 'u'];

/** A valid request of any kind. */
export function soundRequest(random: Random): FuzzRequest {
  const { row, put, remove } = makers(random);
  const table = () => random.pick(FUZZED_TABLES);
  switch (random.below(10)) {
    case 0: {
      const writer = new MutateRequestWriter(table());
      for (let count = 1 + random.below(4); count > 0; count--) writer.add(random.chance(0.5) ? put() : remove());
      return { operation: Operation.Mutate, payload: writer.finish() };
    }
    case 1: {
      const gets = beginGets(table(), random.chance(0.3));
      for (let count = random.below(4); count > 0; count--) {
        const get = new Get(row()).addFamily('f').readAllVersions();
        writeGet(gets, random.chance(0.5) ? get.setFilter(filter(random)) : get);
      }
      return { operation: Operation.Get, payload: gets.finish() };
    }
    case 2:
      return { operation: Operation.OpenScanner, payload: openScanner(random, table()) };
    case 3:
      return { operation: Operation.OpenScanner, payload: encodeOpenScanner(table(), new Scan().setRaw(true)) };
    case 4: {
      const operation = random.pick([Operation.NextBatch, Operation.CloseScanner, Operation.RenewLease]);
      const id = { epoch: random.chance(0.9) ? 1 : 2, number: random.below(20) };
      const isNext = operation === Operation.NextBatch;
      return { operation, payload: isNext ? encodeNextBatch(id, random.below(4)) : encodeScannerId(id) };
    }
    case 5:
      return { operation: Operation.Batch, payload: actions(random, false) };
    case 6:
      return { operation: Operation.AtomicBatch, payload: atomicBatch(random) };
    case 7:
      return watchRequest(random, table());
    default: {
      const [method, args] = control(random, table());
      return { operation: Operation.Control, payload: encodeControl(method, args) };
    }
  }
}

/** Functions that make a row, or a mutation of a given row or of any. */
function makers(random: Random) {
  const row = () => random.pick(['a', 'b', 'row', 'n', '\0\xff']);
  const put = (of = row()) => {
    const made = new Put(of)
      .addColumn(random.pick(['f', 'g', 'x']), 'q', 'value')
      .addColumn('f', '', random.below(9), 'v');
    return random.chance(0.2) ? made.setTTL(1_000) : made;
  };
  const remove = (of = row()) =>
    random.pick([
      new Delete(of),
      new Delete(of).addColumn('f', 'q'),
      new Delete(of).addFamily('g').addColumns('f', 'q', 5),
    ]);
  const add = (of = row()) => new Increment(of).addColumn('f', 'n', random.below(9));
  const append = (of = row()) => new Append(of).addColumn('g', 's', 'more');
  const mutation = (of = row()) => random.pick([put, remove, add, append])(of);
  return { row, put, remove, mutation };
}

function watchRequest(random: Random, table: string): FuzzRequest {
  const out = new ByteWriter();
  const operation = random.pick([
    Operation.OpenWatch,
    Operation.OpenWatch,
    Operation.ReadWatches,
    Operation.CloseWatch,
  ]);
  if (operation !== Operation.ReadWatches) out.u32(random.below(5));
  if (operation === Operation.OpenWatch) out.raw(openScanner(random, table));
  return { operation, payload: out.finish() };
}

/** Actions on one table. */
function actions(random: Random, mutationsOnly: boolean): Uint8Array {
  const { row, put, mutation } = makers(random);
  const writer = new ActionRequestWriter(random.pick(FUZZED_TABLES));
  for (let count = 1 + random.below(4); count > 0; count--) {
    const of = row();
    const pick = random.below(mutationsOnly ? 3 : 6);
    if (pick === 0) writer.add(mutation(of));
    else if (pick === 1) writer.add(new RowMutations(of).add(put(of)).add(mutation(of)));
    else if (pick === 2) writer.add(toRestore(of, random.below(99), random.pick([undefined, ['f', 'g:q'], ['x:q']])));
    else if (pick === 3) writer.add(new Get(of));
    else if (pick === 4) writer.add(CheckAndMutate.newBuilder(of).ifMatches(filter(random)).build(mutation(of)));
    else writer.add(CheckAndMutate.newBuilder(of).ifMatches('f', 'q', 'GREATER', 'u').build(mutation(of)));
  }
  return writer.finish();
}

/** Mutations, with conditions and reads in some; most of those do not hold. */
function atomicBatch(random: Random): Uint8Array {
  const some = (chance: number): unknown[] => Array(random.chance(chance) ? 1 + random.below(3) : 0).fill(null);
  return encodeAtomicBatch({
    checks: some(0.4).map(() => conditions(random)),
    reads: some(0.4).map(() => readCheck(random)),
    mutations: some(0.9).map(() => actions(random, true)),
  });
}

/** Conditions on rows of one table. */
function conditions(random: Random): Uint8Array {
  const { row } = makers(random);
  const writer = new ConditionWriter(random.pick(FUZZED_TABLES));
  for (let count = 1 + random.below(3); count > 0; count--) {
    const about = random.pick([
      { exists: random.chance(0.5) },
      { filter: filter(random) },
      { column: ['f', 'q'] as const, op: random.pick(COMPARE_OPERATORS), value: 'value' },
      { family: random.pick(['g', 'x']) },
    ]);
    writer.add(readRowCondition({ row: row(), ...about, timeRange: random.chance(0.8) ? null : [0, 9] }));
  }
  return writer.finish();
}

/** A read of a transaction that found nothing, or something unknown. */
function readCheck(random: Random): ReadCheck {
  const table = random.pick(FUZZED_TABLES);
  const gets = beginGets(table, random.chance(0.3));
  writeGet(gets, new Get(makers(random).row()));
  const kind = random.pick(['get', 'scan'] as const);
  const rows = random.pick([0, 0, 1, 3, 0xffff_ffff]);
  const digest = rows === 0 ? new RowsDigest().finish() : random.bytes(DIGEST_BYTES);
  return { kind, request: kind === 'get' ? gets.finish() : openScanner(random, table), rows, digest };
}

/** Some begin with a state of their filter, of any length. */
function openScanner(random: Random, table: string): Uint8Array {
  const filterState = random.chance(0.2) ? random.bytes(random.below(12)) : new Uint8Array();
  return encodeOpenScanner(table, { ...scan(random), filterState });
}

function scan(random: Random): Scan {
  const made = new Scan()
    .withStartRow(makers(random).row())
    .setReversed(random.chance(0.2))
    .setBatch(random.below(3))
    .setLimit(random.below(5))
    .readVersions(1 + random.below(3))
    .setTimeRange(0, 1 + random.below(2 ** 40))
    .addColumn('f', 'q');
  return random.chance(0.5) ? made.setFilter(filter(random)) : made;
}

function filter(random: Random): Filter {
  const value = new BinaryComparator('v');
  return random.pick<() => Filter>([
    () => new PrefixFilter('r'),
    () => new FilterList('MUST_PASS_ONE', [new SkipFilter(new ValueFilter('EQUAL', value)), new PageFilter(2)]),
    () => new WhileMatchFilter(new ColumnPaginationFilter(1, random.below(2))),
    () => new FuzzyRowFilter([['ab', Uint8Array.of(0, 1)]]),
    () => new MultiRowRangeFilter([{ startRow: 'a', startRowInclusive: true, stopRow: 'c', stopRowInclusive: false }]),
    () => new SingleColumnValueFilter('f', 'q', 'NOT_EQUAL', new RegexStringComparator('v.*[a-z]+')),
    () => new TimestampsFilter([1, 5, 7], true),
    () => new DependentColumnFilter('f', 'q', true, 'EQUAL', value),
  ])();
}

type ControlCall = {
  [M in keyof EngineMethods]: readonly [method: M, args: Parameters<EngineMethods[M]>];
}[keyof EngineMethods];

function control(random: Random, table: string): ControlCall {
  const family = { name: 'g', maxVersions: 1 + random.below(3), timeToLive: 1_000_000 };
  const get = beginGets(table, false);
  writeGet(get, new Get('a'));
  return random.pick<ControlCall>([
    ['createTable', [{ name: 'made', families: ['f', family] }, []]],
    ['ensureTable', [{ name: table, families: ['f', family] }, { alter: true }, { byA: { on: 'f:a' } }]],
    ['dropIndex', [table, 'byA']],
    ['listIndexes', [table]],
    ['count', [encodeOpenScanner(table, new Scan()), 'count']],
    ['modifyColumnFamily', [table, family]],
    ['deleteTable', ['made']],
    ['disableTable', ['made']],
    ['flush', [table, null]],
    ['compact', [table, null, { major: random.chance(0.5) }]],
    ['snapshot', ['s', table, 'FLUSH', { TTL: 5 }]],
    ['deleteSnapshots', [['s'], random.chance(0.5)]],
    ['restoreSnapshot', ['s', random.pick([true, false, null])]],
    ['cloneSnapshot', ['s', 'made']],
    ['getDescriptor', [table]],
    ['regionStarts', [table]],
    ['listTableNames', [null, true]],
    ['createNamespace', [{ name: 'space', configuration: { key: 'value' } }]],
    ['getRegionMetrics', [table]],
    ['explain', ['get', get.finish(), {}]],
    ['status', []],
  ]);
}

/** `bytes` after some damage: flipped bits, extreme numbers, parts omitted, duplicated, or taken from `other`. */
export function mutated(random: Random, bytes: Uint8Array, other: Uint8Array): Uint8Array {
  let harmed: Uint8Array = bytes.slice();
  for (let count = 1 + random.below(3); count > 0; count--) {
    const at = random.below(harmed.length + 1);
    switch (random.below(7)) {
      case 0:
        harmed = harmed.slice(0, at);
        break;
      case 1:
        if (at < harmed.length) harmed[at] = (harmed[at] as number) ^ (1 << random.below(8));
        break;
      case 2:
        if (at < harmed.length) harmed[at] = random.pick([0, 1, 0x7f, 0x80, 0xff]);
        break;
      case 3:
        if (at + 4 <= harmed.length)
          new DataView(harmed.buffer).setUint32(at, random.pick([0, 1, 0x7fffffff, 0xffffffff, harmed.length]), true);
        break;
      case 4:
        if (at + 8 <= harmed.length)
          new DataView(harmed.buffer).setFloat64(at, random.pick([Number.NaN, -1, 0.5, Infinity, 2 ** 60]), true);
        break;
      case 5:
        harmed = joined(harmed.slice(0, at), harmed.slice(random.below(harmed.length + 1)));
        break;
      default:
        harmed = joined(harmed.slice(0, at), other.slice(random.below(other.length + 1)));
    }
  }
  return harmed;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
