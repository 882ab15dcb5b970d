import { Lexer, type Token } from './lexer.js';
import { syntaxError } from './ruby-error.js';
import type { ShellValue } from './shell-value.js';

/** A value, or an expression that returns one. */
export type Expression =
  | { readonly kind: 'value'; readonly value: ShellValue }
  | { readonly kind: 'constant'; readonly name: string }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'hash'; readonly entries: readonly (readonly [Expression, Expression])[] }
  /** A command, or a method of a table. `bare`: nothing follows the name, so it may also be a variable. */
  | {
      readonly kind: 'call';
      readonly receiver: Expression | null;
      readonly name: string;
      readonly args: readonly Expression[];
      readonly bare: boolean;
    };

/** One command. */
export interface Statement {
  /** The variable that is set to its value, or null. */
  readonly variable: string | null;
  readonly expression: Expression;
}

const LITERALS: ReadonlyMap<string, ShellValue> = new Map<string, ShellValue>([
  ['true', true],
  ['false', false],
  ['nil', null],
]);
const ENDS = ['newline', ';', 'end'];

/** The limit for nested lists, hashes and calls, and for chained methods: the stack is finite. */
const MAX_DEPTH = 100;

/** Reads the commands of a string one by one (H-1 … H-6). */
export class Parser {
  private readonly lexer: Lexer;
  private ahead: Token | null = null;
  private depth = 0;

  constructor(text: string) {
    this.lexer = new Lexer(text);
  }

  /**
   * The next command, or null at the end of the text. Throws INVALID_ARGUMENT for text that is not a command;
   * `skipLine` continues after it.
   */
  next(): Statement | null {
    while (this.sees('newline') || this.sees(';')) this.take();
    if (this.sees('end')) return null;
    this.depth = 0;
    let expression = this.expression(true);
    let variable: string | null = null;
    if (expression.kind === 'call' && expression.bare && expression.receiver === null && this.sees('=')) {
      this.take();
      variable = expression.name;
      expression = this.expression(true);
    }
    if (!ENDS.some((end) => this.sees(end))) throw this.unexpected();
    // The end of the command is not consumed, so that nothing after it is read as words.
    return { variable, expression };
  }

  /** The next line, unchanged, for a command that asks a question; null if there is none. */
  answer(): string | null {
    if (this.sees('newline') || this.sees(';')) this.take();
    this.ahead = null;
    return this.lexer.takeLine();
  }

  /** Skips the rest of a line that could not be read. It does not read words, because they may be the invalid part. */
  skipLine(): void {
    const { ahead } = this;
    if (ahead?.kind !== 'sign' || ahead.value !== 'newline') this.lexer.takeLine();
    this.ahead = null;
  }

  /** `first`: at the start of a command, whose arguments need no parentheses. */
  private expression(first: boolean): Expression {
    const { depth } = this;
    this.deeper();
    let expression = this.primary(first);
    while (this.sees('.')) {
      this.deeper();
      this.take();
      const method = this.take();
      if (method.kind !== 'name') throw this.unexpected(method);
      expression = this.call(expression, method.value, first);
    }
    this.depth = depth;
    return expression;
  }

  private deeper(): void {
    if (++this.depth > MAX_DEPTH)
      throw syntaxError(`values are nested more than ${MAX_DEPTH} deep at ${this.lexer.place(this.peek().at)}`);
  }

  private primary(first: boolean): Expression {
    const token = this.take();
    if (token.kind === 'text' || token.kind === 'number') return { kind: 'value', value: token.value };
    if (token.kind === 'constant') return { kind: 'constant', name: token.value };
    if (token.kind === 'name') {
      const literal = LITERALS.get(token.value);
      return literal === undefined ? this.call(null, token.value, first) : { kind: 'value', value: literal };
    }
    if (token.value === '[') return { kind: 'list', items: this.items(']') };
    if (token.value === '{') return this.hash();
    throw this.unexpected(token);
  }

  private call(receiver: Expression | null, name: string, first: boolean): Expression {
    if (this.sees('(')) {
      this.take();
      return { kind: 'call', receiver, name, args: this.items(')'), bare: false };
    }
    const hasArguments = first && !['=', '.', ...ENDS].some((sign) => this.sees(sign));
    if (!hasArguments) return { kind: 'call', receiver, name, args: [], bare: true };
    return { kind: 'call', receiver, name, args: this.items(null), bare: false };
  }

  /**
   * Reads values up to `close`, and `close` itself; null: up to the end of the command. Pairs without braces are one
   * hash, which is last (H-4).
   */
  private items(close: string | null): readonly Expression[] {
    const items: Expression[] = [];
    const pairs: (readonly [Expression, Expression])[] = [];
    this.skipNewlines(close !== null);
    while (close === null || !this.sees(close)) {
      const item = this.expression(false);
      if (this.sees('=>')) pairs.push([item, this.pairValue()]);
      else if (pairs.length > 0) throw this.unexpected();
      else items.push(item);
      this.skipNewlines(close !== null);
      if (!this.sees(',')) break;
      this.take();
      this.skipNewlines(true);
    }
    if (close !== null) this.expect(close);
    return pairs.length === 0 ? items : [...items, { kind: 'hash', entries: pairs }];
  }

  private hash(): Expression {
    const entries: (readonly [Expression, Expression])[] = [];
    this.skipNewlines(true);
    while (!this.sees('}')) {
      const key = this.expression(false);
      this.skipNewlines(true);
      entries.push([key, this.pairValue()]);
      this.skipNewlines(true);
      if (!this.sees(',')) break;
      this.take();
      this.skipNewlines(true);
    }
    this.expect('}');
    return { kind: 'hash', entries };
  }

  private pairValue(): Expression {
    this.expect('=>');
    this.skipNewlines(true);
    return this.expression(false);
  }

  private skipNewlines(inside: boolean): void {
    while (inside && this.sees('newline')) this.take();
  }

  private expect(sign: string): void {
    const token = this.take();
    if (token.kind !== 'sign' || token.value !== sign) throw this.unexpected(token);
  }

  private sees(sign: string): boolean {
    const token = this.peek();
    return token.kind === 'sign' && token.value === sign;
  }

  private peek(): Token {
    this.ahead ??= this.lexer.next();
    return this.ahead;
  }

  private take(): Token {
    const token = this.peek();
    this.ahead = null;
    return token;
  }

  private unexpected(token: Token = this.peek()): Error {
    this.ahead = token;
    if (token.kind === 'sign' && token.value === 'end') return syntaxError('the command is incomplete', true);
    const word = token.kind === 'text' ? 'string' : token.value === 'newline' ? 'end of line' : `'${token.value}'`;
    return syntaxError(`unexpected ${word} at ${this.lexer.place(token.at)}`);
  }
}
