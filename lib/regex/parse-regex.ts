import { type Automaton, EdgeKind, MAX_LOOKS, MAX_SIZE } from './automaton.js';
import { AutomatonBuilder, type Mark, type OpenPart } from './automaton-builder.js';
import { ANY, ANY_IN_LINE, CLASSES, rangesOf } from './character-classes.js';
import { type ReferenceMark, References, type Scope } from './references.js';

/*
 * The syntax that Java's and JavaScript's regular expressions share, with Java's meaning.
 *
 *   .            with DOTALL any code point, otherwise any that does not end a line
 *   ^ $          the beginning and the end of the text; $ also before a final line end, but not inside \r\n; with
 *                MULTILINE, of each line
 *   \d \s \w     ASCII only; for \b and \B every letter and digit is part of a word
 *   letters      CASE_INSENSITIVE ignores case only in ASCII
 *   \1           see `references`
 *
 * Everything else that only one of the two supports, or that they treat differently, is refused: possessive and atomic
 * groups, inline flags, \p, \Q, \A, \z, \Z, \G, octal escapes, classes in classes, unlimited repetition in a
 * look-behind …
 */

/** Flags of Java's `Pattern`. */
export const CASE_INSENSITIVE = 2;
export const MULTILINE = 8;
export const DOTALL = 32;

const REFERENCES =
  'a back-reference is supported only without CASE_INSENSITIVE, and where its group is certain to have matched, has a fixed length and ends a fixed distance before it; in all other cases, compare the values in your program';

/** What a quantifier repeats: everything after these marks. */
interface Repeatable {
  readonly built: Mark;
  readonly referred: ReferenceMark;
  readonly isReference: boolean;
}

/** A group that is open, or the whole expression. */
interface OpenGroup {
  /** As it is written after its parenthesis: `?=`, `?<name>` … */
  readonly kind: string;
  /** Whether it is a look-behind, or inside one. */
  readonly lookBehind: boolean;
  readonly part: OpenPart;
  readonly scope: Scope;
}

/** Throws SyntaxError if the expression uses other syntax or is too large. */
export function parseRegex(expr: string, flags: number): Automaton {
  return new RegexParser(expr, flags).run();
}

class RegexParser {
  readonly #expr: string;
  readonly #flags: number;
  readonly #builder = new AutomatonBuilder();
  readonly #references = new References();
  readonly #names = new Set<string>();
  readonly #open: OpenGroup[] = [];
  #group: OpenGroup;
  #at = 0;
  #lookArounds = 0;
  /** Null if a quantifier would have nothing to repeat. */
  #repeatable: Repeatable | null = null;

  constructor(expr: string, flags: number) {
    this.#expr = expr;
    this.#flags = flags;
    this.#group = this.#opened('', false);
  }

  run(): Automaton {
    while (this.#at < this.#expr.length) {
      const at = this.#at;
      const sign = this.#next();
      if ('*+?{'.includes(sign)) this.#quantifier(sign, at);
      else if (sign === '(') this.#openGroup(at);
      else if (sign === ')') this.#closeGroup(at);
      else if (sign === '|') this.#branch();
      else this.#atom(sign, at);
      if (this.#builder.size > MAX_SIZE) {
        throw this.#refuse(
          at,
          'the pattern becomes too large here; use smaller counts, because {n} counts as n copies',
        );
      }
    }
    if (this.#open.length > 0) throw this.#refuse(this.#at, 'a group is not closed; write \\( for the character');
    this.#builder.close(this.#group.part);
    return this.#builder.finish();
  }

  #atom(sign: string, at: number): void {
    const isMultiline = (this.#flags & MULTILINE) !== 0;
    const [built, referred] = [this.#builder.mark(), this.#references.mark()];
    const isReference = sign === '\\' && /[1-9]/.test(this.#expr[this.#at] ?? '');
    this.#repeatable = { built, referred, isReference };
    if (sign === '.') this.#read((this.#flags & DOTALL) !== 0 ? ANY : ANY_IN_LINE);
    else if (sign === '^' || sign === '$') {
      this.#repeatable = null;
      const { Begin, LineBegin, End, LineEnd } = EdgeKind;
      const [line, text] = sign === '^' ? [LineBegin, Begin] : [LineEnd, End];
      this.#builder.step(isMultiline ? line : text);
    } else if (sign === '[') this.#brackets(at);
    else if (isReference) this.#reference(at);
    else if (sign === '\\') this.#escape(at);
    else this.#character(sign);
  }

  #escape(at: number): void {
    const sign = this.#expr[this.#at] ?? '';
    const ranges = CLASSES[sign];
    if (ranges === undefined && !/[bB]/.test(sign)) {
      this.#character(this.#escaped(at));
      return;
    }
    this.#at++;
    if (ranges !== undefined) this.#read(ranges);
    else this.#builder.step(sign === 'b' ? EdgeKind.WordBorder : EdgeKind.NoWordBorder);
  }

  #reference(at: number): void {
    const number = Number(this.#next());
    const reference =
      this.#group.lookBehind || (this.#flags & CASE_INSENSITIVE) !== 0 || /\d/.test(this.#expr[this.#at] ?? '')
        ? null
        : this.#references.refer(number);
    if (reference === null) throw this.#refuse(at, REFERENCES);
    for (let left = reference.length; left > 0; left--) {
      this.#builder.step(EdgeKind.Repeat, [reference.distance]);
      this.#references.read();
    }
  }

  /** A class of characters, after its bracket. */
  #brackets(opened: number): void {
    const negated = this.#expr[this.#at] === '^';
    if (negated) this.#at++;
    const all: number[] = [];
    for (let first = true; this.#expr[this.#at] !== ']' || first; first = false) {
      const at = this.#at;
      const sign = this.#expr[at];
      if (sign === undefined) throw this.#refuse(opened, '[ is not closed; write \\[ for the character');
      if (sign === '[' || sign === ']' || this.#expr.startsWith('&&', at)) {
        throw this.#refuse(
          at,
          'a class can contain only characters, ranges and \\d \\s \\w; write \\[ \\] \\& for characters',
        );
      }
      const ranges = sign === '\\' ? CLASSES[this.#expr[at + 1] ?? ''] : undefined;
      if (ranges !== undefined) this.#at += 2;
      for (const code of ranges ?? this.#range()) all.push(code);
    }
    this.#at++;
    this.#read(all, negated);
  }

  /** A character inside brackets, or a range of them. */
  #range(): readonly number[] {
    const at = this.#at;
    const first = this.#member();
    const next = this.#expr[this.#at + 1];
    let last = first;
    if (this.#expr[this.#at] === '-' && next !== undefined && next !== ']') {
      this.#at++;
      if (next === '[' || (next === '\\' && CLASSES[this.#expr[this.#at + 1] ?? ''] !== undefined)) {
        throw this.#refuse(this.#at, 'a range must end with a character; write \\- for the character');
      }
      last = this.#member();
    }
    if (first > last) throw this.#refuse(at, 'a range must not end before it begins; swap the two characters');
    return rangesOf(first, last, (this.#flags & CASE_INSENSITIVE) !== 0);
  }

  /** A character inside brackets, escaped or not, as its code. */
  #member(): number {
    const at = this.#at;
    const sign = this.#next();
    return codeOf(sign === '\\' ? this.#escaped(at) : sign);
  }

  /** An escaped character, after its backslash, as itself. */
  #escaped(at: number): string {
    const escaped = this.#next();
    const control = { t: '\t', n: '\n', r: '\r', f: '\f' }[escaped];
    if (control !== undefined) return control;
    const digits = { x: 2, u: 4 }[escaped] ?? 0;
    if (digits > 0) {
      const hex = this.#expr.slice(this.#at, this.#at + digits);
      this.#at += digits;
      const code = Number.parseInt(hex, 16);
      const surrogate = code >= 0xd800 && code < 0xe000;
      if (!/^[\da-f]+$/i.test(hex) || hex.length < digits || surrogate)
        throw this.#refuse(at, `\\${escaped} must be followed by the ${digits} hex digits of a character`);
      return String.fromCharCode(code);
    }
    // Java reserves every other letter and digit for a special meaning.
    if (/[\da-z]/i.test(escaped))
      throw this.#refuse(at, `\\${escaped} is not supported; write the characters themselves or a class`);
    return escaped;
  }

  #character(character: string): void {
    const code = codeOf(character);
    this.#read(rangesOf(code, code, (this.#flags & CASE_INSENSITIVE) !== 0));
  }

  #read(ranges: readonly number[], negated = false): void {
    this.#builder.step(negated ? EdgeKind.NotAmong : EdgeKind.Among, ranges);
    this.#references.read();
  }

  #openGroup(at: number): void {
    const kind = /^\?(?::|<?[=!]|<[a-z][\da-z]*>)/i.exec(this.#expr.slice(this.#at))?.[0] ?? '';
    if (kind === '' && this.#expr[this.#at] === '?')
      throw this.#refuse(
        at,
        'a group can begin with (?: (?= (?! (?<= (?<! or (?<name>; pass flags such as (?i) as an argument',
      );
    this.#at += kind.length;
    if (this.#names.has(kind)) throw this.#refuse(at, 'two groups have the same name');
    if (kind.endsWith('>')) this.#names.add(kind);
    if (isLook(kind) && ++this.#lookArounds > MAX_LOOKS)
      throw this.#refuse(at, `a pattern can have at most ${MAX_LOOKS} look-arounds`);
    this.#open.push(this.#group);
    this.#group = this.#opened(kind, this.#group.lookBehind || /^\?<[=!]/.test(kind));
    this.#repeatable = null;
  }

  #opened(kind: string, lookBehind: boolean): OpenGroup {
    const scope = this.#references.open(this.#open.length > 0 && (kind === '' || kind.endsWith('>')));
    return { kind, lookBehind, part: this.#builder.open(isLook(kind)), scope };
  }

  #closeGroup(at: number): void {
    const { kind, lookBehind, part, scope } = this.#group;
    const outer = this.#open.pop();
    if (outer === undefined) throw this.#refuse(at, ') does not close a group; write \\) for the character');
    this.#group = outer;
    if (isLook(kind)) {
      const negative = kind.endsWith('!');
      this.#builder.closeLook(part, kind.includes('<'), negative);
      this.#references.closeLook(scope, !negative && !lookBehind);
      this.#repeatable = null;
    } else {
      this.#builder.close(part);
      this.#references.close(scope);
      this.#repeatable = { built: part.before, referred: scope.before, isReference: false };
    }
  }

  #branch(): void {
    this.#builder.branch(this.#group.part);
    this.#references.branch(this.#group.scope);
    this.#repeatable = null;
  }

  #quantifier(sign: string, at: number): void {
    let least = sign === '+' ? 1 : 0;
    let most = sign === '?' ? 1 : Number.POSITIVE_INFINITY;
    if (sign === '{') {
      const [all, from, comma, to] = /^(\d{1,15})(,?)(\d{0,15})\}/.exec(this.#expr.slice(this.#at)) ?? [];
      if (all === undefined)
        throw this.#refuse(at, '{ must begin a count such as {2}, {2,} or {2,4}; write \\{ for the character');
      this.#at += all.length;
      least = Number(from);
      if (comma === '') most = least;
      else if (to !== '') most = Number(to);
    }
    const repeatable = this.#repeatable;
    if (repeatable === null) throw this.#refuse(at, `${sign} has nothing to repeat; write \\${sign} for the character`);
    if (least > most) throw this.#refuse(at, 'the maximum of a count must not be below its minimum; swap the numbers');
    if (this.#group.lookBehind && most === Number.POSITIVE_INFINITY)
      throw this.#refuse(at, 'a look-behind must have a maximum length; use a count such as {0,9}');
    if (this.#expr[this.#at] === '?') this.#at++;
    else if (this.#expr[this.#at] === '+')
      throw this.#refuse(this.#at, 'possessive quantifiers are not supported; remove the +');
    this.#builder.repeat(repeatable.built, least, most);
    if (!this.#references.repeat(repeatable.referred, least, most, repeatable.isReference))
      throw this.#refuse(at, REFERENCES);
    this.#repeatable = null;
  }

  #next(): string {
    const code = this.#expr.codePointAt(this.#at);
    if (code === undefined) throw this.#refuse(this.#at, 'the pattern ends with a backslash');
    const character = String.fromCodePoint(code);
    this.#at += character.length;
    return character;
  }

  #refuse(at: number, why: string): SyntaxError {
    return new SyntaxError(
      `a pattern must be a regular expression that Bigtab supports; in '${this.#expr}' at ${at}: ${why}`,
    );
  }
}

function isLook(kind: string): boolean {
  return /[=!]$/.test(kind);
}

function codeOf(character: string): number {
  return character.codePointAt(0) as number;
}
