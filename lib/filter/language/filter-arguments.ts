import { decodeText } from '../../bytes/text.js';
import { type BigtabError, invalidArgument } from '../../errors.js';
import type { CompareOperator } from '../../model/compare-operator.js';
import type { Comparator } from '../../model/filter.js';
import { CASE_INSENSITIVE, DOTALL } from '../../regex/parse-regex.js';
import { BinaryComparator } from '../comparators/binary-comparator.js';
import { BinaryPrefixComparator } from '../comparators/binary-prefix-comparator.js';
import { RegexStringComparator } from '../comparators/regex-string-comparator.js';
import { SubstringComparator } from '../comparators/substring-comparator.js';
import { toBytes } from './filter-text.js';

const OPERATORS: Readonly<Record<string, CompareOperator>> = {
  '<': 'LESS',
  '<=': 'LESS_OR_EQUAL',
  '=': 'EQUAL',
  '!=': 'NOT_EQUAL',
  '>': 'GREATER',
  '>=': 'GREATER_OR_EQUAL',
};

/** The comparators that the language has, by the word before the first colon (F-34). */
const COMPARATORS: Readonly<Record<string, (value: Uint8Array) => Comparator>> = {
  binary: (value) => new BinaryComparator(value),
  binaryprefix: (value) => new BinaryPrefixComparator(value),
  regexstring: (value) => new RegexStringComparator(decodeText(value)),
  regexstringnocase: (value) => new RegexStringComparator(decodeText(value), CASE_INSENSITIVE | DOTALL),
  substring: (value) => new SubstringComparator(decodeText(value)),
};
const KNOWS_ONLY_EQUALITY = ['regexstring', 'regexstringnocase', 'substring'];

const INT64 = 2n ** 63n;
const INT32 = 2n ** 31n;

/** The arguments of a simple filter, read one after the other as what they must be. Every reader throws INVALID_ARGUMENT. */
export class FilterArguments {
  private readonly written: readonly string[];
  private at = 0;

  /** `written`: as they stand in the text, one character a byte. */
  constructor(written: readonly string[]) {
    this.written = written;
  }

  /** Arguments that were not read yet. */
  get left(): number {
    return this.written.length - this.at;
  }

  /** Checks how many there are, before any is read. */
  count(...allowed: readonly number[]): this {
    if (allowed.includes(this.written.length)) return this;
    throw invalidArgument(`it takes ${allowed.join(' or ')} arguments; got ${this.written.length}`);
  }

  string(): Uint8Array {
    const written = this.next();
    if (!written.startsWith("'")) throw wrong('a string in single quotes', written);
    return toBytes(written.slice(1, -1).replaceAll("''", "'"));
  }

  /** A signed 64-bit number; `-` alone is 0, as HBase reads it. */
  long(): bigint {
    const written = this.next();
    if (!/^-?\d*$/.test(written)) throw wrong('an integer: Byte Array should only contain digits', written);
    const value = written === '-' ? 0n : BigInt(written);
    if (value < -INT64 || value >= INT64) throw wrong('an integer of 64 bits', written);
    return value;
  }

  int(): number {
    const value = this.long();
    if (value >= INT32) throw invalidArgument('Integer Argument too large');
    if (value < -INT32) throw invalidArgument('Integer Argument too small');
    return Number(value);
  }

  boolean(): boolean {
    const written = this.next();
    if (!/^(?:true|false)$/i.test(written)) throw wrong('true or false: Incorrect Boolean Expression', written);
    return written.toLowerCase() === 'true';
  }

  operator(): CompareOperator {
    const written = this.next();
    const operator = Object.hasOwn(OPERATORS, written) ? OPERATORS[written] : undefined;
    if (operator === undefined) throw wrong('one of <, <=, =, !=, >, >=: Invalid compare operator', written);
    return operator;
  }

  /** `'type:value'`, split at the first colon. */
  comparator(): Comparator {
    const { type, value } = this.comparatorParts();
    return (COMPARATORS[type] as (value: Uint8Array) => Comparator)(value);
  }

  /** An operator and a comparator that goes with it: a pattern or a substring is equal or is not (F-34). */
  comparison(): [operator: CompareOperator, comparator: Comparator] {
    const operator = this.operator();
    const { type } = this.comparatorParts(false);
    if (KNOWS_ONLY_EQUALITY.includes(type) && operator !== 'EQUAL' && operator !== 'NOT_EQUAL') {
      throw invalidArgument(`a ${type} comparator can only be used with = and !=`);
    }
    return [operator, this.comparator()];
  }

  private comparatorParts(read: boolean = true): { readonly type: string; readonly value: Uint8Array } {
    const units = String.fromCharCode(...this.string());
    if (!read) this.at--;
    const colon = units.indexOf(':');
    if (colon === -1) throw invalidArgument("Incorrect comparator: it is written 'type:value'");
    const type = units.slice(0, colon);
    if (!Object.hasOwn(COMPARATORS, type)) {
      throw invalidArgument(`Incorrect comparatorType: it is one of ${Object.keys(COMPARATORS).join(', ')}`);
    }
    return { type, value: toBytes(units.slice(colon + 1)) };
  }

  private next(): string {
    const written = this.written[this.at++];
    if (written === undefined) throw invalidArgument('an argument is missing');
    return written;
  }
}

function wrong(allowed: string, written: string): BigtabError {
  return invalidArgument(`an argument must be ${allowed}; got ${decodeText(toBytes(written))}`);
}
