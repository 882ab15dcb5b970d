import { ByteWriter } from '../bytes/byte-writer.js';
import { encodeText } from '../bytes/text.js';
import { syntaxError } from './ruby-error.js';
import { ShellText } from './shell-value.js';

/*
 * The words of the part of Ruby in which shell commands are written (H-1 … H-5). They are read one by one, so that the
 * text after a command may be an answer to its question instead of a further command.
 */

/** A word of a command. `at`: where it begins in the text. */
export type Token =
  | { readonly kind: 'text'; readonly value: ShellText; readonly at: number }
  | { readonly kind: 'number'; readonly value: bigint | number; readonly at: number }
  /** A name in lower case: a command, a method or a variable. */
  | { readonly kind: 'name'; readonly value: string; readonly at: number }
  | { readonly kind: 'constant'; readonly value: string; readonly at: number }
  /** One of the signs, or `newline`, or `end` of the text. */
  | { readonly kind: 'sign'; readonly value: string; readonly at: number };

const BLANK = /(?:[ \t\r]|\\\r?\n|#[^\n]*)+/y;
const SIGN = /=>|[,(){}[\];=.]/y;
const NAME = /[a-z_]\w*[?!]?/y;
const CONSTANT = /[A-Z]\w*/y;
const NUMBER =
  /[+-]?(?:0[xX]([0-9a-fA-F](?:_?[0-9a-fA-F])*)|0[bB]([01](?:_?[01])*)|0[oO]?([0-7](?:_?[0-7])*)|(\d(?:_?\d)*\.\d(?:_?\d)*(?:[eE][+-]?\d+)?|\d(?:_?\d)*[eE][+-]?\d+)|(\d(?:_?\d)*))(?![\w])/y;
const SIMPLE_ESCAPES: Readonly<Record<string, number>> = {
  n: 0x0a,
  t: 0x09,
  r: 0x0d,
  e: 0x1b,
  s: 0x20,
  a: 0x07,
  b: 0x08,
  v: 0x0b,
  f: 0x0c,
};

/** Reads the words of a string. */
export class Lexer {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The next word. Throws INVALID_ARGUMENT for text that is not a word. */
  next(): Token {
    this.match(BLANK);
    const { at, text } = this;
    const char = text[at];
    if (char === undefined) return { kind: 'sign', value: 'end', at };
    if (char === '\n') {
      this.at++;
      return { kind: 'sign', value: 'newline', at };
    }
    if (char === "'" || char === '"') return { kind: 'text', value: this.quoted(char), at };
    const number = this.match(NUMBER);
    if (number !== null) return { kind: 'number', value: toNumber(number), at };
    const sign = this.match(SIGN);
    if (sign !== null) return { kind: 'sign', value: sign[0], at };
    const name = this.match(NAME);
    if (name !== null) return { kind: 'name', value: name[0], at };
    const constant = this.match(CONSTANT);
    if (constant !== null) return { kind: 'constant', value: constant[0], at };
    throw syntaxError(`unexpected '${char}' at ${this.place(at)}`);
  }

  /** The rest of the line, without reading words; null at the end of the text. */
  takeLine(): string | null {
    if (this.at >= this.text.length) return null;
    const end = this.text.indexOf('\n', this.at);
    const line = this.text.slice(this.at, end < 0 ? undefined : end);
    this.at = end < 0 ? this.text.length : end + 1;
    return line.replace(/\r$/, '');
  }

  /** The description of a position, for a message. */
  place(at: number): string {
    const before = this.text.slice(0, at).split('\n');
    return `line ${before.length}, column ${(before.at(-1) as string).length + 1}`;
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found !== null) this.at = pattern.lastIndex;
    return found;
  }

  private quoted(quote: "'" | '"'): ShellText {
    const begin = this.at++;
    const bytes = new ByteWriter();
    for (;;) {
      const char = this.character();
      if (char === '') throw syntaxError(`a string that begins at ${this.place(begin)} does not end`, true);
      if (char === quote) return new ShellText(bytes.finish());
      if (char === '\\') this.escape(quote, bytes);
      else if (quote === '"' && char === '#' && this.text[this.at] === '{') {
        throw syntaxError(`#{…} in a string is not supported; write \\# at ${this.place(this.at - 1)}`);
      } else bytes.raw(encodeText(char));
    }
  }

  /**
   * Reads the text after a backslash: single quotes have two escapes, double quotes all of Ruby's escapes for bytes
   * (H-2).
   */
  private escape(quote: "'" | '"', bytes: ByteWriter): void {
    if (quote === "'") {
      const literal = this.text[this.at] === "'" || this.text[this.at] === '\\' ? this.character() : '\\';
      bytes.raw(encodeText(literal));
      return;
    }
    const hex = this.match(/x([0-9a-fA-F]{1,2})/y)?.[1];
    if (hex !== undefined) return void bytes.u8(Number.parseInt(hex, 16));
    const octal = this.match(/[0-7]{1,3}/y);
    if (octal !== null) return void bytes.u8(Number.parseInt(octal[0], 8) & 0xff);
    const unicode = this.match(/u(?:([0-9a-fA-F]{4})|\{([0-9a-fA-F]{1,6})\})/y);
    if (unicode !== null) return void bytes.raw(this.codePoint((unicode[1] ?? unicode[2]) as string));
    const char = this.character();
    if (char === 'x' || char === 'u')
      throw syntaxError(`\\${char} must be followed by hex digits at ${this.place(this.at)}`);
    const simple = SIMPLE_ESCAPES[char];
    if (simple !== undefined) bytes.u8(simple);
    // An escaped end of line does not count.
    else if (char !== '\n') bytes.raw(encodeText(char));
  }

  private codePoint(digits: string): Uint8Array {
    const code = Number.parseInt(digits, 16);
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) {
      throw syntaxError(`\\u${digits} is not a character at ${this.place(this.at)}`);
    }
    return encodeText(String.fromCodePoint(code));
  }

  /** The next character, of one or two code units; empty at the end of the text. */
  private character(): string {
    const code = this.text.codePointAt(this.at);
    if (code === undefined) return '';
    const char = String.fromCodePoint(code);
    this.at += char.length;
    return char;
  }
}

function toNumber([whole, hex, binary, octal, float, decimal]: readonly (string | undefined)[]): bigint | number {
  const sign = whole?.startsWith('-') ? -1 : 1;
  if (float !== undefined) return sign * Number(digitsOf(float));
  const prefixed = [hex && `0x${hex}`, binary && `0b${binary}`, octal && `0o${octal}`, decimal];
  return BigInt(sign) * BigInt(digitsOf(prefixed.find(Boolean) as string));
}

function digitsOf(text: string): string {
  return text.replaceAll('_', '');
}
