import { invalidArgument } from '../../errors.js';
import { FilterKind } from '../../filter/filter-kind.js';
import { MAX_FILTER_DEPTH } from '../../model/filter.js';
import { writeComparator } from './comparator-message.js';
import type { Translation, WriteMessage } from './translation.js';

const NO_OP = 6;
/** How HBase's processed mask of a FuzzyRowFilter marks a byte that must be equal, and one that may be any. */
const FIXED = 0xff;
const ANY = 2;
const NOTHING = new Uint8Array(0);

/** The Java class of each kind of filter, and its message, at its number in FilterKind. */
const NAMES = Object.keys(FilterKind);
const MESSAGES: readonly WriteMessage[] = [
  filterList,
  wrapper,
  wrapper,
  compareFilter,
  compareFilter,
  compareFilter,
  compareFilter,
  singleColumnValue,
  (message) => message.nested(1, singleColumnValue),
  columnTest,
  dependentColumn,
  (message) => message.nullable(1),
  (message) => message.sized(1),
  (message) => message.list(() => message.nested(1, rowRange)),
  fuzzyRow,
  (message) => message.count(1, 2 ** 53),
  ({ from, to }) => to.float(1, from.f64()),
  () => {},
  (message) => message.list(() => message.sized(1)),
  (message) => message.flag(1),
  // HBase has no message for null, which means the same as an empty prefix.
  (message) => (message.below(2) > 0 ? message.sized(1) : message.to.binary(1, NOTHING)),
  (message) => message.list(() => message.sized(1)),
  (message) => {
    message.nullable(1);
    message.flag(2);
    message.nullable(3);
    message.flag(4);
  },
  (message) => message.count(1),
  (message) => {
    message.count(1);
    if (message.below(2) > 0) message.sized(3);
    else message.count(2);
  },
  timestamps,
];

/** Reads a filter, and writes it as HBase's `Filter`. Throws INVALID_ARGUMENT if it is nested too deep. */
export function writeFilter(translation: Translation): Translation {
  if (++translation.depth > MAX_FILTER_DEPTH)
    throw invalidArgument(`filters can be nested at most ${MAX_FILTER_DEPTH} deep`);
  translation.kinds.add(translation.object(NAMES, MESSAGES));
  translation.depth--;
  return translation;
}

function filterList(message: Translation): void {
  message.to.integer(1, message.below(2) + 1);
  message.list(() => message.nested(2, writeFilter));
}

function wrapper(message: Translation): void {
  message.nested(1, writeFilter);
}

function compareFilter(message: Translation): void {
  message.nested(1, comparison);
}

function comparison(message: Translation): void {
  message.operator(1);
  message.nested(2, writeComparator);
}

function columnTest(message: Translation): void {
  message.sized(1);
  message.sized(2);
  message.operator(3);
  message.nested(4, writeComparator);
}

function singleColumnValue(message: Translation): void {
  columnTest(message);
  message.flag(5);
  message.flag(6);
}

function dependentColumn(message: Translation): void {
  const { from, to } = message;
  const family = from.sized();
  const qualifier = from.sized();
  const drop = message.below(2);
  message.nested(1, message.below(2) > 0 ? comparison : () => to.integer(1, NO_OP));
  to.binary(2, family);
  to.binary(3, qualifier);
  to.integer(4, drop);
}

function rowRange(message: Translation): void {
  message.sized(1);
  message.flag(2);
  message.sized(3);
  message.flag(4);
}

/**
 * A Java client processes the mask before it sends it, and sets each key byte that may be any to 0. The server expects
 * this form: it takes the 0 and 1 of the user for a mask that lets any row pass.
 */
function fuzzyRow(message: Translation): void {
  const { from, to } = message;
  message.list(() => {
    const key = from.sized();
    const mask = from.raw(key.length);
    message.nested(1, () => {
      to.binary(
        1,
        key.map((byte, at) => (mask[at] === 0 ? byte : 0)),
      );
      to.binary(
        2,
        mask.map((bit) => (bit === 0 ? FIXED : ANY)),
      );
    });
  });
  to.integer(2, 1);
}

function timestamps(message: Translation): void {
  const { from, to } = message;
  const all: number[] = [];
  message.list(() => all.push(message.below(2 ** 53, from.f64())));
  // As HBase writes it: no field if there are none.
  if (all.length > 0)
    to.nested(1, () => {
      for (const timestamp of all) to.varint(timestamp);
    });
  message.flag(2);
}
