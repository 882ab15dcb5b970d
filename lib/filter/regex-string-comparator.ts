import type { ByteWriter } from '../bytes/byte-writer.js';
import { notAllowed } from '../bytes/kind.js';
import { Comparator } from '../model/filter.js';
import { oneOf } from '../model/literal.js';
import { ComparatorKind } from './comparator-kind.js';
import { CASE_INSENSITIVE, DOTALL, translateRegex } from './translate-regex.js';

/** Names of Java's regular expression engines; here both are the same. */
export type RegexEngine = 'JAVA' | 'JONI';

const ENGINES: readonly RegexEngine[] = ['JAVA', 'JONI'];

/**
 * Whether the stored bytes, as UTF-8 text, contain something that matches `expr`, a regular expression in the part of the syntax that
 * Java and JavaScript share, with Java's meaning; the rest is INVALID_ARGUMENT. It only knows equal and different: for EQUAL and
 * NOT_EQUAL (F-4). HBase: `RegexStringComparator`.
 *
 * `flags` is a sum of Java's `Pattern` flags: 2 = CASE_INSENSITIVE (of ASCII letters), 8 = MULTILINE, 32 = DOTALL, which is the default.
 */
export class RegexStringComparator extends Comparator {
  readonly expr: string;
  readonly flags: number;
  readonly engine: RegexEngine;

  constructor(expr: string, flags: number = DOTALL, engine: RegexEngine = 'JAVA') {
    super();
    if (typeof expr !== 'string') throw notAllowed('a regular expression', 'text', expr);
    translateRegex(expr, flags);
    this.expr = expr;
    this.flags = flags;
    this.engine = oneOf(engine, ENGINES, 'engine');
  }

  encode(writer: ByteWriter): void {
    writer.u8(ComparatorKind.RegexStringComparator);
    writer.text(translateRegex(this.expr, this.flags));
  }

  override toString(): string {
    return `${(this.flags & CASE_INSENSITIVE) === 0 ? 'regexstring' : 'regexstringnocase'}:${this.expr}`;
  }
}
