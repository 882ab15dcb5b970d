import { booleanOf, integerOf } from './plain-values.js';
import { argumentError } from './ruby-error.js';
import { isList, type ShellHash, type ShellValue, textOf } from './shell-value.js';

/** Reads the hash of options of a command: each is read once, and `finish` refuses options that were not read. */
export class Options {
  private readonly command: string;
  private readonly values: Map<string, ShellValue>;
  /** The known options, for the message of `finish`. */
  private readonly known: string[] = [];

  constructor(command: string, hash: ShellHash = new Map()) {
    this.command = command;
    this.values = new Map(hash);
  }

  /** The value of the first of `keys` that is given, or undefined. Nil counts as missing. */
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

  /** An option that is only a hint for HBase's server and has no effect here: any value is accepted. */
  ignore(...keys: readonly string[]): void {
    this.take(...keys);
  }

  /** The options that were not read, for a command that accepts any key. */
  rest(): ShellHash {
    const rest = new Map(this.values);
    this.values.clear();
    return rest;
  }

  /** Throws INVALID_ARGUMENT for an unknown option. */
  finish(): void {
    const [key] = this.values.keys();
    if (key === undefined) return;
    const known = this.known.length === 0 ? 'it has none' : `its options are ${this.known.join(', ')}`;
    throw argumentError(`${this.command} has no option ${key}; ${known}`);
  }
}
