import type { ByteWriter } from '../bytes/byte-writer.js';
import { FilterList } from '../filter/filter-list.js';
import { SingleColumnValueFilter } from '../filter/single-column-value-filter.js';
import type { BytesLike } from '../model/bytes-like.js';
import { float64 } from '../model/codec.js';
import { COMPARE_OPERATORS, type CompareOperator } from '../model/compare-operator.js';
import { oneOf } from '../model/literal.js';
import { type ConditionLike, checkedColumn } from '../model/row-condition.js';
import type { ColumnCodec } from './column-codec.js';

const ZERO = new Uint8Array(8);
const NEGATIVE_ZERO = Uint8Array.of(0x80, 0, 0, 0, 0, 0, 0, 0);
/** The operators that a value fulfils with itself. */
const REFLEXIVE: readonly CompareOperator[] = ['EQUAL', 'LESS_OR_EQUAL', 'GREATER_OR_EQUAL'];

/** Whether columns of this codec may contain a value in two forms: -0, which earlier versions wrote, and 0. */
export function isZero(codec: ColumnCodec | null, value: unknown): boolean {
  return codec === float64 && (value as Uint8Array).every((byte) => byte === 0);
}

/** The operators with `stored` on the left, as filters compare, of those with the value on the left, as conditions do. */
const MIRRORED: Readonly<Partial<Record<CompareOperator, CompareOperator>>> = {
  LESS: 'GREATER',
  LESS_OR_EQUAL: 'GREATER_OR_EQUAL',
  GREATER: 'LESS',
  GREATER_OR_EQUAL: 'LESS_OR_EQUAL',
};

/**
 * A filter that replaces the column and the value of a condition with the value 0, and also finds -0. Throws
 * INVALID_ARGUMENT.
 */
export function zeroCondition(condition: ConditionLike): object {
  const { op = 'EQUAL' } = condition;
  const { family, qualifier } = checkedColumn(condition);
  const own = oneOf(op, COMPARE_OPERATORS, 'op');
  return {
    filter: new ZeroFilter(family, qualifier, MIRRORED[own] ?? own).setFilterIfMissing(true),
    ...{ column: undefined, family: undefined, qualifier: null, op: undefined, value: null },
  };
}

/** A SingleColumnValueFilter for the value 0 that compares a stored -0 as if it was 0. */
export class ZeroFilter extends SingleColumnValueFilter {
  constructor(family: BytesLike, qualifier: BytesLike | null, op: CompareOperator) {
    super(family, qualifier, op, ZERO);
  }

  override encode(writer: ByteWriter): void {
    this.list().encode(writer);
  }

  override toString(): string {
    return this.list().toString();
  }

  private list(): FilterList {
    const { op } = this;
    const isReflexive = REFLEXIVE.includes(op);
    return new FilterList(isReflexive ? 'MUST_PASS_ONE' : 'MUST_PASS_ALL', [
      this.with(op, ZERO),
      this.with(isReflexive ? 'EQUAL' : 'NOT_EQUAL', NEGATIVE_ZERO),
    ]);
  }

  private with(op: CompareOperator, value: Uint8Array): SingleColumnValueFilter {
    const { family, qualifier, filterIfMissing, latestVersionOnly } = this;
    return new SingleColumnValueFilter(family, qualifier, op, value)
      .setFilterIfMissing(filterIfMissing)
      .setLatestVersionOnly(latestVersionOnly);
  }
}
