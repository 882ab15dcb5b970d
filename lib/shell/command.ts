import type { AbortSignalLike } from '../client/calls/call-options.js';
import type { Connection } from '../client/connection.js';
import type { Arguments } from './arguments.js';
import type { Output } from './output.js';
import type { ShellValue } from './shell-value.js';
import type { TimestampText } from './timestamp-text.js';

/** HBase's groups of commands, in the order in which `help` lists them. */
export const GROUPS = ['general', 'ddl', 'namespace', 'dml', 'tools', 'snapshots'] as const;

export type Group = (typeof GROUPS)[number];

/** The objects that a command works with. */
export interface CommandContext {
  readonly connection: Connection;
  readonly output: Output;
  readonly timestampText: TimestampText;
  readonly signal: AbortSignalLike | undefined;
  /** Prints a question and returns the answer: the next line, or the result of the shell's option `ask`. */
  ask(question: string): Promise<string>;
}

/** A command of the shell. */
export interface Command {
  readonly name: string;
  readonly group: Group;
  /** The minimum and maximum number of arguments (H-15). */
  readonly arity: readonly [least: number, most: number];
  /** Its description and syntax, for `help`. */
  readonly help: string;
  /** Resolves to the value that the prompt echoes, if there is one. */
  run(context: CommandContext, args: Arguments): Promise<ShellValue> | Promise<void>;
}
