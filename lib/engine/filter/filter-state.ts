/*
 * What a filter remembers from row to row. The page carries it from a scanner that has ended to the next one, in
 * another engine too: for each evaluator that remembers something, in the order of the filter's bytes, a u8 for a flag
 * or an f64 for a count.
 */
import { ByteReader } from '../../bytes/byte-reader.js';
import { ByteWriter } from '../../bytes/byte-writer.js';

/** Saves each value that it is called with and returns it, or returns the saved value instead. */
export interface FilterState {
  flag(value: boolean): boolean;
  /** A flag: whether all rows that follow in the order of their keys are dropped. */
  passed(value: boolean): boolean;
  count(value: number): number;
}

/** A FilterEvaluator. */
interface Carrier {
  carry(state: FilterState): void;
  reset(): void;
}

/** The state of a filter between two rows; empty if it judges each row by itself. */
export function saveFilterState(filter: Carrier): Uint8Array {
  const out = new ByteWriter();
  const flag = (value: boolean): boolean => {
    out.u8(Number(value));
    return value;
  };
  filter.carry({
    flag,
    passed: flag,
    count(value) {
      out.f64(value);
      return value;
    },
  });
  return out.finish();
}

/** Continues with what another evaluator of the same filter saved. Throws CORRUPTION for a state that is too short. */
export function restoreFilterState(filter: Carrier, state: Uint8Array): void {
  const reader = new ByteReader(state, 0, state.length, 'the state of a filter');
  const flag = () => reader.u8() > 0;
  filter.carry({ flag, passed: flag, count: () => reader.f64() });
  filter.reset();
}

const ANY_ROW_NEXT: FilterState = { flag: (value) => value, passed: () => false, count: (value) => value };

/** Lets a filter judge a row that does not follow the row before it in the order of their keys. */
export function allowAnyRowNext(filter: Carrier): void {
  filter.carry(ANY_ROW_NEXT);
}
