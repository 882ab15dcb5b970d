import { booleanOf, integerOf } from './plain-values.js';
import { argumentError } from './ruby-error.js';
import { isList, type ShellHash, type ShellValue, textOf } from './shell-value.js';

/** Reads the hash of options of a command: each is taken once, and `finish` refuses what nobody took. */
export class Options {
  private readonly command: string;
  private readonly values: Map<string, ShellValue>;
  /** What was asked for, for the message of `finish`. */
  private readonly known: string[] = [];

  constructor(command: string, hash: ShellHash = new Map()) {
    this.command = command;
    this.values = new Map(hash);
  }

  /** The first of `keys` that is given, or undefined. Nil counts as not given. */
  take(...keys: readonly string[]): ShellValue | undefined {
    this.known.push(...keys);
    const values = keys.map((key) => this.values.get(key));
    for (const key of keys) this.values.delete(key);
    return values.find((value) => value !== undefined && value !== null);
  }

  text(key: string): string | undefined {
    const value = this.take(key);
    return value === undefined ? undefined : textOf(value);
  }

  integer(key: string): number | undefined {
    const value = this.take(key);
    return value === undefined ? undefined : integerOf(value, key);
  }

  boolean(key: string): boolean | undefined {
    const value = this.take(key);
    return value === undefined ? undefined : booleanOf(value, key);
  }

  /** A list, or one element without brackets. */
  list(...keys: readonly string[]): readonly ShellValue[] | undefined {
    const value = this.take(...keys);
    return value === undefined || isList(value) ? value : [value];
  }

  /** What HBase's server may take for a hint and nothing here depends on: any value passes. */
  ignore(...keys: readonly string[]): void {
    this.take(...keys);
  }

  /** Those that nobody took, for a command that takes any key. */
  rest(): ShellHash {
    const rest = new Map(this.values);
    this.values.clear();
    return rest;
  }

  /** Throws INVALID_ARGUMENT for an option that the command does not know. */
  finish(): void {
    const [key] = this.values.keys();
    if (key === undefined) return;
    const known = this.known.length === 0 ? 'it has none' : `it may have ${this.known.join(', ')}`;
    throw argumentError(`${this.command} has no option ${key}; ${known}`);
  }
}
