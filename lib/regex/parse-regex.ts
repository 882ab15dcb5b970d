import { type Automaton, MAX_LOOKS, MAX_SIZE } from './automaton.js';
import { AutomatonBuilder, type Piece } from './automaton-builder.js';
import { ANY, ANY_IN_LINE, CLASSES, rangesOf } from './character-classes.js';
import { among, BEGIN, END, LINE_BEGIN, LINE_END, NO_WORD_BORDER, repeats, WORD_BORDER } from './edge-kinds.js';
import { type Mark, References } from './references.js';
import { Fault, type RegexFault, regexFault } from './regex-fault.js';

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
export const ALL_FLAGS: number = CASE_INSENSITIVE | MULTILINE | DOTALL;

/** How deep groups may be nested, because each takes a part of the stack. */
export const MAX_DEPTH = 100;

/** More characters than any expression of `MAX_SIZE` needs. */
const MAX_LENGTH = 2 ** 17;

const GROUP = /\?(?:(<?)([=!])|:|<([a-z][\da-z]*)>)/iy;
const QUANTIFIER = /(?:[*+?]|\{(\d{1,15})(,?)(\d{0,15})\})\??/y;
const CLASS = /\\([dDsSwW])/y;
const REFERENCE = /\\([1-9]\d*)/y;
/** Java reserves all escaped letters and digits for a special meaning. */
const CHARACTER =
  /\\x([\da-fA-F]{2})|\\u(?![dD][89a-fA-F])([\da-fA-F]{4})|\\([tnrf])|(?:\\(?![\da-zA-Z])|(?!\\))(.)/suy;
const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, r: 13, f: 12 };

/** Throws RegexFault if the expression uses other syntax or is too large. */
export function parseRegex(expr: string, flags: number): Automaton {
  return new RegexParser(expr, flags).run();
}

class RegexParser {
  readonly #expr: string;
  readonly #flags: number;
  readonly #builder = new AutomatonBuilder();
  readonly #references = new References();
  readonly #names = new Set<string>();
  #at = 0;
  #depth = 0;
  #lookArounds = 0;
  #inLookBehind = false;

  constructor(expr: string, flags: number) {
    this.#expr = expr;
    this.#flags = flags;
  }

  run(): Automaton {
    if (this.#expr.length > MAX_LENGTH) throw this.#refuse(Fault.TooLarge, MAX_LENGTH);
    const whole = this.#alternatives();
    if (this.#at < this.#expr.length) throw this.#refuse(Fault.NoGroupToClose);
    return this.#builder.finish(whole);
  }

  #alternatives(): Piece {
    const mark = this.#references.mark();
    const pieces: Piece[] = [];
    const ends: number[] = [];
    do {
      this.#references.goBack(mark);
      pieces.push(this.#sequence());
      ends.push(this.#references.place);
    } while (this.#skips('|'));
    if (pieces.length === 1) return pieces[0] as Piece;
    this.#references.join(mark, ends);
    return this.#sized(this.#builder.alternatives(pieces));
  }

  #sequence(): Piece {
    const pieces: Piece[] = [];
    while (this.#at < this.#expr.length && !this.#isAt('|') && !this.#isAt(')')) pieces.push(this.#term());
    return this.#sized(this.#builder.sequence(pieces));
  }

  #term(): Piece {
    const mark = this.#references.mark();
    const sign = this.#expr[this.#at] as string;
    if ('*+?{'.includes(sign)) throw this.#refuse(Fault.NothingToRepeat);
    if (this.#skips('^')) return this.#builder.edge(this.#has(MULTILINE) ? LINE_BEGIN : BEGIN);
    if (this.#skips('$')) return this.#builder.edge(this.#has(MULTILINE) ? LINE_END : END);
    if (this.#skips('(')) return this.#group(mark);
    const [, reference] = this.#match(REFERENCE);
    const piece = reference === undefined ? this.#atom() : this.#reference(reference);
    return this.#repeated(piece, mark, reference !== undefined);
  }

  /** What reads one character or tests for the border of a word. */
  #atom(): Piece {
    if (this.#skips('.')) return this.#read(this.#has(DOTALL) ? ANY : ANY_IN_LINE);
    if (this.#skips('\\b')) return this.#builder.edge(WORD_BORDER);
    if (this.#skips('\\B')) return this.#builder.edge(NO_WORD_BORDER);
    if (!this.#skips('[')) return this.#read(this.#class() ?? this.#range(this.#code()));
    const negated = this.#skips('^');
    const all: number[] = [];
    do {
      if (this.#isAt('[') || this.#isAt(']') || this.#isAt('&&') || this.#at === this.#expr.length)
        throw this.#refuse(Fault.Class);
      all.push(...(this.#class() ?? this.#range(this.#code(), true)));
    } while (!this.#skips(']'));
    return this.#read(all, !negated);
  }

  #reference(digits: string): Piece {
    // A second digit would be a part of the number only if the expression has that many groups.
    const isSure = !this.#inLookBehind && !this.#has(CASE_INSENSITIVE) && digits.length === 1;
    const { length, distance } = this.#references.refer(isSure ? Number(digits) : 0);
    if (Number.isNaN(distance + length)) throw this.#refuse(Fault.Reference, this.#at - digits.length - 1);
    this.#references.place += length;
    return this.#builder.edge(repeats(distance), length);
  }

  /** The ranges of the class that follows, such as `\d`; undefined if none does. */
  #class(): readonly number[] | undefined {
    return CLASSES[this.#match(CLASS)[1] ?? ''];
  }

  /** The ranges of a character and, inside brackets, of those up to the end of the range that it begins. */
  #range(first: number, inBrackets = false): readonly number[] {
    const last = inBrackets && this.#match(/-(?=[^[\]])/y).length > 0 ? this.#code() : first;
    if (first > last) throw this.#refuse(Fault.RangeOrder);
    return rangesOf(first, last, this.#has(CASE_INSENSITIVE));
  }

  /** A character, escaped or not, as its code. */
  #code(): number {
    const [found, x, u, control, plain] = this.#match(CHARACTER);
    if (found === undefined) throw this.#refuse(Fault.Escape);
    return CONTROLS[control ?? ''] ?? plain?.codePointAt(0) ?? Number.parseInt((x ?? u) as string, 16);
  }

  /** A group, after its parenthesis. */
  #group(mark: Mark): Piece {
    const at = this.#at - 1;
    const [kind, behind, look, name] = this.#match(GROUP);
    if (kind === undefined && this.#isAt('?')) throw this.#refuse(Fault.GroupKind, at);
    if (name !== undefined) {
      if (this.#names.has(name)) throw this.#refuse(Fault.SameName, at);
      this.#names.add(name);
    }
    if (++this.#depth > MAX_DEPTH) throw this.#refuse(Fault.TooDeep, at);
    const outside = this.#inLookBehind;
    if (behind === '<') this.#inLookBehind = true;
    const number = kind === undefined || name !== undefined ? ++this.#references.groups : 0;
    const inside = this.#alternatives();
    if (!this.#skips(')')) throw this.#refuse(Fault.GroupNotClosed);
    this.#depth--;
    if (look === undefined) {
      if (number > 0) this.#references.close(number, mark.place);
      return this.#repeated(inside, mark, false);
    }
    if (++this.#lookArounds > MAX_LOOKS) throw this.#refuse(Fault.TooManyLooks, at);
    if (look === '!' || this.#inLookBehind) this.#references.goBack(mark);
    this.#references.place = mark.place;
    this.#inLookBehind = outside;
    return this.#builder.look(inside, behind === '<', look === '!');
  }

  /** The piece after the mark, with the quantifier that follows, if one does. */
  #repeated(piece: Piece, mark: Mark, isReference: boolean): Piece {
    const at = this.#at;
    const [found, from, comma, to] = this.#match(QUANTIFIER);
    if (found === undefined) {
      if (this.#isAt('{')) throw this.#refuse(Fault.Count);
      return piece;
    }
    const least = Number(from ?? found[0] === '+');
    const most = comma === '' ? least : found[0] === '?' ? 1 : Number(to || Number.POSITIVE_INFINITY);
    if (least > most) throw this.#refuse(Fault.CountOrder, at);
    if (this.#inLookBehind && most === Number.POSITIVE_INFINITY) throw this.#refuse(Fault.LookBehind, at);
    if (this.#isAt('+')) throw this.#refuse(Fault.Possessive);
    const repeated = this.#sized(this.#builder.repeat(piece, least, most), at);
    if (!this.#references.repeat(mark, least, most, isReference)) throw this.#refuse(Fault.Reference, at);
    return repeated;
  }

  #read(ranges: readonly number[], isMember = true): Piece {
    this.#references.place++;
    return this.#builder.edge(among(ranges, isMember));
  }

  #sized(piece: Piece, at?: number): Piece {
    if (piece.size > MAX_SIZE) throw this.#refuse(Fault.TooLarge, at);
    return piece;
  }

  #has(flag: number): boolean {
    return (this.#flags & flag) !== 0;
  }

  #isAt(text: string): boolean {
    return this.#expr.startsWith(text, this.#at);
  }

  #skips(text: string): boolean {
    const found = this.#isAt(text);
    if (found) this.#at += text.length;
    return found;
  }

  #match(syntax: RegExp): readonly (string | undefined)[] {
    syntax.lastIndex = this.#at;
    const found = syntax.exec(this.#expr) ?? [];
    this.#at += found[0]?.length ?? 0;
    return found;
  }

  #refuse(fault: Fault, at: number = this.#at): RegexFault {
    return regexFault(this.#expr, fault, at);
  }
}
