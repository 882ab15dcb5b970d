import type { AbortSignalLike } from '../client/calls/call-options.js';
import type { Connection } from '../client/connection.js';
import type { Arguments } from './arguments.js';
import type { Output } from './output.js';
import type { ShellValue } from './shell-value.js';
import type { TimestampText } from './timestamp-text.js';

/** HBase's groups of commands, in the order in which `help` lists them. */
export const GROUPS = ['general', 'ddl', 'namespace', 'dml', 'tools'] as const;

export type Group = (typeof GROUPS)[number];

/** What a command works with. */
export interface CommandContext {
  readonly connection: Connection;
  readonly output: Output;
  readonly timestampText: TimestampText;
  readonly signal: AbortSignalLike | undefined;
  /** Prints a question and gives the answer: the next line, or what the shell's option `ask` gives. */
  ask(question: string): Promise<string>;
}

/** A command of the shell. */
export interface Command {
  readonly name: string;
  readonly group: Group;
  /** How many arguments it takes: at least and at most (H-15). */
  readonly arity: readonly [least: number, most: number];
  /** What it does and how it is written, for `help`. */
  readonly help: string;
  /** Resolves to what the prompt echoes; undefined for nothing. */
  run(context: CommandContext, args: Arguments): Promise<ShellValue | undefined>;
}
