import type { Column } from '../model/bytes-like.js';
import { parseColumnSpec } from './column-spec.js';
import { Options } from './options.js';
import { integerOf, longOf, timestampOf, wordOf } from './plain-values.js';
import { bytesOf, isHash, type ShellHash, type ShellValue } from './shell-value.js';

/** The arguments of one call of a command. A nil argument counts as missing. */
export class Arguments {
  /** All arguments, as given. */
  readonly values: readonly ShellValue[];
  private readonly command: string;
  private readonly positional: readonly ShellValue[];
  private readonly hash: ShellHash | undefined;

  constructor(command: string, values: readonly ShellValue[]) {
    this.command = command;
    this.values = values;
    const last = values.at(-1);
    this.hash = isHash(last) ? last : undefined;
    this.positional = isHash(last) ? values.slice(0, -1) : values;
  }

  /** Whether the argument is present; the hash at the end does not count. */
  has(index: number): boolean {
    return this.at(index) !== null;
  }

  /** The arguments from `index` on, without the hash at the end. */
  from(index: number): readonly ShellValue[] {
    return this.positional.slice(index);
  }

  /** The first argument: the name of a table. */
  table(): string {
    return this.word(0, 'a table');
  }

  /** A string. Throws INVALID_ARGUMENT for any other value. */
  word(index: number, what: string): string {
    return wordOf(this.positional[index], what);
  }

  /** The bytes of a row or a value; a value that is not a string is used in its printed form (H-9). */
  bytes(index: number): Uint8Array {
    return bytesOf(this.at(index));
  }

  column(index: number): Column {
    return parseColumnSpec(this.at(index));
  }

  integer(index: number, what: string): number | undefined {
    return this.given(index, (value) => integerOf(value, what));
  }

  /** An integer of any size. */
  long(index: number, what: string): bigint | undefined {
    return this.given(index, (value) => longOf(value, what));
  }

  timestamp(index: number): number | undefined {
    return this.given(index, timestampOf);
  }

  /** The pairs of the hash at the end. Call `finish` when all are read. */
  options(): Options {
    return new Options(this.command, this.hash);
  }

  private at(index: number): ShellValue {
    return this.positional[index] ?? null;
  }

  private given<T>(index: number, read: (value: ShellValue) => T): T | undefined {
    const value = this.at(index);
    return value === null ? undefined : read(value);
  }
}
