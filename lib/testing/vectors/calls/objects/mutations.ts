import { Append, type Cell, Delete, Increment, Put, RowMutations } from '../../../../index.js';
import { toPrintable } from '../../printable-bytes.js';
import { toBytes as b, toLong, toTime } from '../call-arguments.js';
import { byFamily, mutationCell, timeAnswer, toCell } from './cells.js';
import type { Kind, Makers, Method, Methods } from './kind.js';

/*
 * Put, Delete, Increment, Append and RowMutations.
 */

type Mutation = Put | Delete | Increment | Append;

export const MUTATION_MAKERS: Makers = {
  Put: (args) => makeMutation(Put, args),
  Delete: (args) => makeMutation(Delete, args),
  Increment: (args) => makeMutation(Increment, args),
  Append: (args) => makeMutation(Append, args),
  RowMutations: ([row]) => new RowMutations(b(row)),
};

function makeMutation<T extends Mutation>(
  type: new (row: never, timestamp?: never) => T,
  [row, timestamp]: readonly unknown[],
): T {
  // A mutation that is passed is copied.
  const from = b(row) as never;
  return timestamp === undefined ? new type(from) : new type(from, toTime(timestamp) as never);
}

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

/** Adds a cell unchanged. The package refuses a cell that does not fit. */
function addCell(self: Mutation, [given]: readonly unknown[]): unknown {
  return (self as unknown as { add(cell: Cell): unknown }).add(toCell(given));
}

const MUTATION_METHODS: Methods = {
  setTimestamp: (self: Mutation, [ts]) => self.setTimestamp(toTime(ts)),
  getTimestamp: (self: Mutation) => timeAnswer(self.timestamp),
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
  isReturnResults: (self: Increment | Append) => self.returnResults,
};

export const MUTATION_KINDS: readonly Kind[] = [
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
        for (const one of [given].flat()) self.add(one as Put);
        return self;
      },
      getRow: (self: RowMutations) => self.row,
      getMutations: (self: RowMutations) => self.mutations,
    },
  },
];
