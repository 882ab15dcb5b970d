import { notAllowed } from '../bytes/kind.js';
import { type BigtabError, invalidArgument } from '../errors.js';

/*
 * Java's regular expressions in JavaScript's: the part of the syntax that both know, with Java's meaning.
 *
 *   .            with DOTALL any code point, else none that ends a line
 *   ^ $          begin and end of the text; $ before a final line end too, but not inside \r\n; with MULTILINE of each line
 *   \d \s \w     ASCII only; \b and \B take every letter and digit for part of a word
 *   letters      without regard to case only in ASCII
 *   \1           only of a group that has surely matched, because Java fails where JavaScript takes an empty one
 *
 * All else that one of the two does not know, or takes for something else, is refused: possessive and atomic groups, inline flags, \p,
 * \Q, \A, \z, \Z, \G, octal escapes, classes in classes, unlimited repetition in a look-behind …
 */

/** Flags of Java's `Pattern`. */
export const CASE_INSENSITIVE = 2;
const MULTILINE = 8;
export const DOTALL = 32;

const LINE_ENDS = '\\n\\r\\u0085\\u2028\\u2029';
const NOT_IN_CRLF = '(?<!\\r(?=\\n))';
const WORD = '[\\p{L}\\p{Nd}_]';
const LAST = '\\u{10ffff}';

/** Ranges of the classes that stand for characters, good inside brackets. */
const CLASSES: Readonly<Record<string, string>> = {
  d: '0-9',
  D: `\\0-\\/:-${LAST}`,
  s: ' \\t-\\r',
  S: `\\0-\\x08\\x0e-\\x1f!-${LAST}`,
  w: '0-9A-Z_a-z',
  W: `\\0-\\/:-@\\[-^\`{-${LAST}`,
};

/** A group that is open, or the whole expression. */
interface OpenGroup {
  /** Whether it is a look-behind, or stands in one. */
  readonly lookBehind: boolean;
  readonly negative: boolean;
  /** Its number if it captures, else 0. */
  readonly number: number;
  /** How many groups there were when it was opened. */
  readonly before: number;
  branches: boolean;
}

/** The source of an equal JavaScript expression with the flags `su`. Throws INVALID_ARGUMENT for what is not in the common part. */
export function translateRegex(expr: string, flags: number): string {
  const known = CASE_INSENSITIVE | MULTILINE | DOTALL;
  if (!Number.isInteger(flags) || (flags & ~known) !== 0) {
    throw notAllowed('flags', `a sum of ${CASE_INSENSITIVE}, ${MULTILINE} and ${DOTALL}`, flags);
  }
  const source = new Translation(expr, flags).run();
  try {
    new RegExp(source, 'su');
  } catch (cause) {
    throw refused(expr, 'it is malformed', cause);
  }
  return source;
}

class Translation {
  private readonly expr: string;
  private readonly flags: number;
  private at = 0;
  private out = '';
  private groups = 0;
  /** Numbers of groups that may not have matched. */
  private readonly unsure = new Set<number>();
  private readonly names = new Set<string>();
  private readonly open: OpenGroup[] = [];
  private group: OpenGroup = { lookBehind: false, negative: false, number: 0, before: 0, branches: false };
  /** Groups before the last atom, for a quantifier behind it. */
  private atomBefore = 0;

  constructor(expr: string, flags: number) {
    this.expr = expr;
    this.flags = flags;
  }

  run(): string {
    while (this.at < this.expr.length) {
      const at = this.at;
      const before = this.groups;
      const atom = this.next();
      if ('*+?{'.includes(atom)) {
        this.quantifier(atom);
        continue;
      }
      this.atomBefore = before;
      if (atom === '(') this.openGroup();
      else if (atom === ')') this.closeGroup();
      else if (atom === '|') this.branch();
      else this.out += this.atom(atom, at);
    }
    if (this.open.length > 0) throw this.refuse('a group is not closed');
    return this.out;
  }

  private atom(character: string, at: number): string {
    switch (character) {
      case '.':
        return (this.flags & DOTALL) !== 0 ? '.' : `[^${LINE_ENDS}]`;
      case '^':
        if ((this.flags & MULTILINE) === 0) return '^';
        return `(?:^|(?<=[${LINE_ENDS}])${NOT_IN_CRLF})(?!$)`;
      case '$':
        if ((this.flags & MULTILINE) !== 0) return `${NOT_IN_CRLF}(?=[${LINE_ENDS}]|$)`;
        return `${NOT_IN_CRLF}(?=(?:\\r\\n|[${LINE_ENDS}])?$)`;
      case '[':
        return this.brackets();
      case '\\':
        return this.escape(at);
      default:
        return this.literal(character);
    }
  }

  private escape(at: number): string {
    const character = this.next();
    const ranges = CLASSES[character];
    if (ranges !== undefined) return `[${ranges}]`;
    if (character === 'b') return `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`;
    if (character === 'B') return `(?:(?<=${WORD})(?=${WORD})|(?<!${WORD})(?!${WORD}))`;
    if (/[1-9]/.test(character)) return this.backReference(Number(character));
    this.at = at;
    return this.literal(this.character());
  }

  private backReference(number: number): string {
    const open = [...this.open, this.group].some((group) => group.number === number);
    const sure = number <= this.groups && !open && !this.unsure.has(number);
    if (
      !sure ||
      this.group.lookBehind ||
      (this.flags & CASE_INSENSITIVE) !== 0 ||
      /\d/.test(this.expr[this.at] ?? '')
    ) {
      throw this.refuse(`\\${number} may only stand for a group that has surely matched`);
    }
    return `(?:\\${number})`;
  }

  /** A class of characters, behind its bracket. */
  private brackets(): string {
    let out = '[';
    if (this.expr[this.at] === '^') {
      this.at++;
      out += '^';
    }
    for (let first = true; this.expr[this.at] !== ']' || first; first = false) {
      const at = this.at;
      if (at >= this.expr.length || '[]'.includes(this.expr[at] as string) || this.expr.startsWith('&&', at)) {
        throw this.refuse('a class of characters may hold characters, ranges and \\d \\s \\w only');
      }
      const ranges = this.expr[at] === '\\' ? CLASSES[this.expr[at + 1] ?? ''] : undefined;
      if (ranges !== undefined) {
        this.at += 2;
        out += ranges;
      } else out += this.range();
    }
    this.at++;
    return `${out}]`;
  }

  /** A character inside brackets, or a range of them. */
  private range(): string {
    const first = this.character();
    const next = this.expr[this.at + 1];
    if (this.expr[this.at] !== '-' || next === undefined || next === ']') return this.ranged(first, first);
    this.at++;
    if (next === '[' || (next === '\\' && CLASSES[this.expr[this.at + 1] ?? ''] !== undefined)) {
      throw this.refuse('a range of characters ends with a character');
    }
    const last = this.character();
    if (codeOf(first) > codeOf(last)) throw this.refuse('a range of characters must not end before it begins');
    return this.ranged(first, last);
  }

  /** The range and, where case does not matter, what of it are ASCII letters in the other case. */
  private ranged(first: string, last: string): string {
    let out = rangeOf(codeOf(first), codeOf(last));
    if ((this.flags & CASE_INSENSITIVE) === 0) return out;
    for (const [from, to, step] of [
      [0x41, 0x5a, 0x20],
      [0x61, 0x7a, -0x20],
    ] as const) {
      const begin = Math.max(codeOf(first), from);
      const end = Math.min(codeOf(last), to);
      if (begin <= end) out += rangeOf(begin + step, end + step);
    }
    return out;
  }

  /** One character, escaped or not, as itself. */
  private character(): string {
    const character = this.next();
    if (character !== '\\') return character;
    const escaped = this.next();
    const control = { t: '\t', n: '\n', r: '\r', f: '\f' }[escaped];
    if (control !== undefined) return control;
    const digits = { x: 2, u: 4 }[escaped] ?? 0;
    if (digits > 0) {
      const hex = this.expr.slice(this.at, this.at + digits);
      this.at += digits;
      const code = Number.parseInt(hex, 16);
      const surrogate = code >= 0xd800 && code < 0xe000;
      if (!/^[\da-f]+$/i.test(hex) || hex.length < digits || surrogate)
        throw this.refuse(`\\${escaped} takes ${digits} hex digits`);
      return String.fromCharCode(code);
    }
    // Java keeps every other letter and digit for a meaning of its own.
    if (/[\da-z]/i.test(escaped)) throw this.refuse(`\\${escaped} is not in the common part of both languages`);
    return escaped;
  }

  private literal(character: string): string {
    const range = this.ranged(character, character);
    return range.length === 1 ? range : `[${range}]`;
  }

  private openGroup(): void {
    const kind = /^\?(?::|<?[=!]|<[a-z][\da-z]*>)/i.exec(this.expr.slice(this.at))?.[0] ?? '';
    if (kind === '' && this.expr[this.at] === '?')
      throw this.refuse('a group may begin with (?: (?= (?! (?<= (?<! or (?<name>');
    this.at += kind.length;
    this.out += `(${kind}`;
    if (this.names.has(kind)) throw this.refuse('two groups have one name');
    if (kind.endsWith('>')) this.names.add(kind);
    const captures = kind === '' || kind.endsWith('>');
    const before = this.groups;
    if (captures) this.groups++;
    this.open.push(this.group);
    this.group = {
      lookBehind: this.group.lookBehind || /^\?<[=!]/.test(kind),
      negative: kind.endsWith('!'),
      number: captures ? this.groups : 0,
      before,
      branches: false,
    };
  }

  private closeGroup(): void {
    const closed = this.group;
    const outer = this.open.pop();
    if (outer === undefined) throw this.refuse('a group is closed that is not open');
    if (closed.branches) this.doubt(closed.number === 0 ? closed.before : closed.before + 1);
    if (closed.negative || closed.lookBehind) this.doubt(closed.before);
    this.group = outer;
    this.atomBefore = closed.before;
    this.out += ')';
  }

  private branch(): void {
    this.group.branches = true;
    this.doubt(this.group.number === 0 ? this.group.before : this.group.before + 1);
    this.out += '|';
  }

  /** Groups behind the first `from` may not have matched. */
  private doubt(from: number): void {
    for (let number = from + 1; number <= this.groups; number++) this.unsure.add(number);
  }

  private quantifier(sign: string): void {
    let least = sign === '+' ? 1 : 0;
    let text = sign;
    if (sign === '{') {
      const [all, from = '', comma] = /^(\d{1,9})(,?)\d{0,9}\}/.exec(this.expr.slice(this.at)) ?? [];
      if (all === undefined) throw this.refuse('{ begins a count such as {2}, {2,} or {2,4}');
      this.at += all.length;
      text += all;
      least = Number(from);
      if (this.group.lookBehind && comma === ',' && all.endsWith(',}')) throw this.unlimited();
    } else if (sign !== '?' && this.group.lookBehind) throw this.unlimited();
    if (this.expr[this.at] === '?') text += this.next();
    if (this.expr[this.at] === '+') throw this.refuse('possessive quantifiers are Java only');
    if (least === 0) this.doubt(this.atomBefore);
    this.out += text;
  }

  private next(): string {
    const code = this.expr.codePointAt(this.at);
    if (code === undefined) throw this.refuse('it ends too early');
    const character = String.fromCodePoint(code);
    this.at += character.length;
    return character;
  }

  private unlimited(): BigtabError {
    return this.refuse('a look-behind must have a largest length');
  }

  private refuse(why: string): BigtabError {
    return refused(this.expr, why);
  }
}

function refused(expr: string, why: string, cause?: unknown): BigtabError {
  const error = invalidArgument(`'${expr}' is no regular expression that Java and JavaScript share: ${why}`);
  if (cause !== undefined) error.cause = cause;
  return error;
}

function codeOf(character: string): number {
  return character.codePointAt(0) as number;
}

/** A range of code points inside brackets: letters and digits as themselves. */
function rangeOf(first: number, last: number): string {
  return first === last ? codeText(first) : `${codeText(first)}-${codeText(last)}`;
}

function codeText(code: number): string {
  const character = String.fromCodePoint(code);
  return /[\da-z _]/i.test(character) && code < 0x80 ? character : `\\u{${code.toString(16)}}`;
}
