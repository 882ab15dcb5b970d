import type { ByteWriter } from '../../bytes/byte-writer.js';
import { notAllowed } from '../../bytes/kind.js';
import { encodeText } from '../../bytes/text.js';
import { invalidArgument } from '../../errors.js';
import { Comparator } from '../../model/filter.js';
import { oneOf } from '../../model/literal.js';
import { parsePattern } from '../../regex/parse-pattern.js';
import { ALL_FLAGS, CASE_INSENSITIVE, DOTALL, MULTILINE } from '../../regex/parse-regex.js';
import { ComparatorKind } from './comparator-kind.js';

/** The names of Java's regular expression engines. Here both mean the same thing. */
export type RegexEngine = 'JAVA' | 'JONI';

const ENGINES: readonly RegexEngine[] = ['JAVA', 'JONI'];

/**
 * Stored bytes are equal if, read as UTF-8, some part of them matches the regular expression `expr`. It may use the
 * syntax that Java and JavaScript share, with Java's meaning; anything else is INVALID_ARGUMENT. Use it with
 * EQUAL and NOT_EQUAL. HBase: `RegexStringComparator`.
 *
 * The time for a value is proportional to its length, for every expression. Therefore an expression may have at most
 * 10,000 characters and classes, each counted as often as it is repeated: `a{1000}` counts as 1,000. Its groups may be
 * nested 100 deep. And a back-reference must repeat a group of fixed length a fixed distance before it: `(.)\1`,
 * `(\d{4})-\1`. A read rejects with INVALID_ARGUMENT if one value takes more than 2^27 steps, which needs a large
 * expression and a value of many MiB.
 *
 * `flags` is a sum of Java's `Pattern` flags: 2 = CASE_INSENSITIVE (of ASCII letters), 8 = MULTILINE, 32 = DOTALL,
 * which is the default.
 *
 * @see A-22, F-4
 */
export class RegexStringComparator extends Comparator {
  readonly expr: string;
  readonly flags: number;
  readonly engine: RegexEngine;

  constructor(expr: string, flags: number = DOTALL, engine: RegexEngine = 'JAVA') {
    super();
    if (typeof expr !== 'string') throw notAllowed('a regular expression', 'text', expr);
    encodeText(expr, 'a regular expression');
    if ((flags & ALL_FLAGS) !== flags) {
      throw notAllowed('flags', `a sum of ${CASE_INSENSITIVE}, ${MULTILINE} and ${DOTALL}`, flags);
    }
    try {
      parsePattern(expr, flags);
    } catch (cause) {
      throw invalidArgument((cause as SyntaxError).message);
    }
    this.expr = expr;
    this.flags = flags;
    this.engine = oneOf(engine, ENGINES, 'engine');
  }

  encode(writer: ByteWriter): void {
    writer.u8(ComparatorKind.RegexStringComparator);
    writer.text(this.expr);
    writer.u8(this.flags);
    writer.u8(ENGINES.indexOf(this.engine));
  }

  override toString(): string {
    return `${(this.flags & CASE_INSENSITIVE) === 0 ? 'regexstring' : 'regexstringnocase'}:${this.expr}`;
  }
}
