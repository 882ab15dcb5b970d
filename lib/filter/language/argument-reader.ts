import { decodeText } from '../../bytes/text.js';
import { type BigtabError, invalidArgument } from '../../errors.js';
import type { CompareOperator } from '../../model/compare-operator.js';
import type { Comparator } from '../../model/filter.js';
import { CASE_INSENSITIVE, DOTALL } from '../../regex/parse-regex.js';
import { BinaryComparator } from '../comparators/binary-comparator.js';
import { BinaryPrefixComparator } from '../comparators/binary-prefix-comparator.js';
import { RegexStringComparator } from '../comparators/regex-string-comparator.js';
import { SubstringComparator } from '../comparators/substring-comparator.js';
import { toBytes } from './source-text.js';

const OPERATORS: Readonly<Record<string, CompareOperator>> = {
  '<': 'LESS',
  '<=': 'LESS_OR_EQUAL',
  '=': 'EQUAL',
  '!=': 'NOT_EQUAL',
  '>': 'GREATER',
  '>=': 'GREATER_OR_EQUAL',
};

type CreateComparator = (value: Uint8Array) => Comparator;

interface ComparatorParts {
  readonly type: string;
  readonly create: CreateComparator;
  readonly value: Uint8Array;
}

/** The comparators of the language, by the word before the first colon (F-34). */
const COMPARATORS: Readonly<Record<string, CreateComparator>> = {
  binary: (value) => new BinaryComparator(value),
  binaryprefix: (value) => new BinaryPrefixComparator(value),
  regexstring: (value) => new RegexStringComparator(decodeText(value)),
  regexstringnocase: (value) => new RegexStringComparator(decodeText(value), CASE_INSENSITIVE | DOTALL),
  substring: (value) => new SubstringComparator(decodeText(value)),
};
const ONLY_EQUALITY = ['regexstring', 'regexstringnocase', 'substring'];

const INT64 = 2n ** 63n;
const INT32 = 2n ** 31n;

/**
 * Reads the arguments of a simple filter one after the other. Each method throws INVALID_ARGUMENT for an argument of
 * another kind.
 */
export class ArgumentReader {
  readonly #written: readonly string[];
  #at = 0;

  /** `written`: the arguments as in the text, one character per byte. */
  constructor(written: readonly string[]) {
    this.#written = written;
  }

  /** How many arguments have not been read yet. */
  get left(): number {
    return this.#written.length - this.#at;
  }

  /** Checks the number of arguments. Call it before reading any. */
  count(...allowed: readonly number[]): this {
    if (allowed.includes(this.#written.length)) return this;
    throw invalidArgument(`it takes ${allowed.join(' or ')} arguments; got ${this.#written.length}`);
  }

  string(): Uint8Array {
    const written = this.#next();
    if (!written.startsWith("'")) throw wrong('a string in single quotes', written);
    return toBytes(written.slice(1, -1).replaceAll("''", "'"));
  }

  /** Reads a signed 64-bit number; `-` alone is 0, as in HBase. */
  long(): bigint {
    const written = this.#next();
    if (!/^-?\d*$/.test(written)) throw wrong('an integer: Byte Array should only contain digits', written);
    const value = written === '-' ? 0n : BigInt(written);
    if (value < -INT64 || value >= INT64) throw wrong('a 64-bit integer', written);
    return value;
  }

  int(): number {
    const value = this.long();
    if (value >= INT32) throw invalidArgument('Integer Argument too large');
    if (value < -INT32) throw invalidArgument('Integer Argument too small');
    return Number(value);
  }

  boolean(): boolean {
    const written = this.#next();
    if (!/^(?:true|false)$/i.test(written)) throw wrong('true or false: Incorrect Boolean Expression', written);
    return written.toLowerCase() === 'true';
  }

  operator(): CompareOperator {
    const written = this.#next();
    const operator = Object.hasOwn(OPERATORS, written) ? OPERATORS[written] : undefined;
    if (operator === undefined) throw wrong('one of <, <=, =, !=, >, >=: Invalid compare operator', written);
    return operator;
  }

  /** Reads `'type:value'`, split at the first colon. */
  comparator(): Comparator {
    const { create, value } = this.#comparatorParts();
    return create(value);
  }

  /** Reads an operator and a comparator. A pattern or a substring can only be compared with = and != (F-34). */
  comparison(): [operator: CompareOperator, comparator: Comparator] {
    const operator = this.operator();
    const { type, create, value } = this.#comparatorParts();
    if (ONLY_EQUALITY.includes(type) && operator !== 'EQUAL' && operator !== 'NOT_EQUAL') {
      throw invalidArgument(`a ${type} comparator can only be used with = and !=`);
    }
    return [operator, create(value)];
  }

  #comparatorParts(): ComparatorParts {
    const units = String.fromCharCode(...this.string());
    const colon = units.indexOf(':');
    if (colon === -1) throw invalidArgument("Incorrect comparator: it must have the form 'type:value'");
    const type = units.slice(0, colon);
    const create = Object.hasOwn(COMPARATORS, type) ? COMPARATORS[type] : undefined;
    if (create === undefined) {
      throw invalidArgument(`Incorrect comparatorType: it must be one of ${Object.keys(COMPARATORS).join(', ')}`);
    }
    return { type, create, value: toBytes(units.slice(colon + 1)) };
  }

  #next(): string {
    const written = this.#written[this.#at++];
    if (written === undefined) throw invalidArgument('an argument is missing');
    return written;
  }
}

function wrong(allowed: string, written: string): BigtabError {
  return invalidArgument(`an argument must be ${allowed}; got ${decodeText(toBytes(written))}`);
}
