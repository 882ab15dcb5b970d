import { notAllowed } from '../bytes/kind.js';
import type { AbortSignalLike } from '../client/calls/call-options.js';
import type { Connection } from '../client/connection.js';
import { systemClock } from '../clock.js';
import { readLiteral, toBoolean } from '../model/literal.js';
import { Evaluator, type Settings, type ShellState } from './evaluator.js';
import { Parser } from './parser.js';
import { isIncomplete } from './ruby-error.js';
import { timestampText } from './timestamp-text.js';

/** The options of `createShell`. */
export interface ShellOptions {
  /**
   * The line length of the terminal in characters, at least 16; 0 = neither padded nor wrapped. Default 0.
   *
   * @see H-30
   */
  readonly width?: number | undefined;
  /** Prints timestamps as local date and time of this time zone, such as `UTC`. Default: as numbers. @see H-35, A-26 */
  readonly timeZone?: string | undefined;
  /** False: an error of a command rejects `run` instead of being printed. Default true. @see H-10 */
  readonly interactive?: boolean | undefined;
  /** Returns the answer to a question such as `Drop the above 2 tables (y/n)?`. Default: the next line of the run. */
  readonly ask?: ((question: string) => Promise<string> | string) | undefined;
  /** Returns the milliseconds used to time commands. Default: the platform's clock. */
  readonly now?: (() => number) | undefined;
}

/** The options of one `run`. */
export interface RunOptions {
  /**
   * Ends the running command: `run` rejects with `signal.reason`. Requests that were sent before may still take effect.
   */
  readonly signal?: AbortSignalLike | undefined;
}

const OPTIONS = ['width', 'timeZone', 'interactive', 'ask', 'now'] as const satisfies readonly (keyof ShellOptions)[];

/** In a narrower line two columns cannot be read. */
const MIN_WIDTH = 16;

/**
 * Creates HBase's shell over a connection, as text: it runs commands and returns their output. It supports the commands
 * that `help` lists, with HBase's syntax, options and output. It needs only the connection, and does not close it.
 *
 * Throws INVALID_ARGUMENT for an invalid option.
 *
 * ```ts
 * const shell = createShell(connection);
 * await shell.run("create 't', 'f'");
 * console.log(await shell.run(["put 't', 'r', 'f:q', 'v', 5", "scan 't'"]));
 * ```
 */
export function createShell(connection: Connection, options: ShellOptions = {}): Shell {
  readLiteral<ShellOptions>(options, 'set of shell options', OPTIONS);
  const { width = 0, timeZone = null, interactive = true, ask = null, now = () => systemClock.monotonic() } = options;
  if (!Number.isInteger(width) || (width !== 0 && width < MIN_WIDTH)) {
    throw notAllowed('width', `0, or a whole number of at least ${MIN_WIDTH}`, width);
  }
  if (timeZone !== null && typeof timeZone !== 'string')
    throw notAllowed('timeZone', 'the name of a time zone', timeZone);
  if (ask !== null && typeof ask !== 'function') throw notAllowed('ask', 'a function', ask);
  if (typeof now !== 'function') throw notAllowed('now', 'a function', now);
  return new Shell(connection, {
    width,
    timestampText: timestampText(timeZone),
    interactive: toBoolean(interactive, 'interactive'),
    ask,
    now,
  });
}

/** A shell, created by `createShell`; keeps the variables that its commands set. */
export class Shell {
  private readonly state: ShellState;

  constructor(connection: Connection, settings: Settings) {
    this.state = { connection, settings, variables: new Map(), exited: false };
  }

  /** Whether the last run reached `exit` or `quit`. */
  get exited(): boolean {
    return this.state.exited;
  }

  /**
   * Runs commands one after the other, each on one or more separate lines, and resolves to their output, with lines
   * separated by `\n`. An error of a command is printed, `ERROR: …`, and the next command runs. If the shell is not
   * interactive, it rejects with the connection's error, or with INVALID_ARGUMENT for text that is not a command. A
   * command that prints more than what is left of 2^28 characters ends with the error INVALID_OPERATION.
   */
  async run(commands: string | readonly string[], options: RunOptions = {}): Promise<string> {
    readLiteral<RunOptions>(options, 'set of run options', ['signal']);
    const lines = typeof commands === 'string' ? [commands] : commands;
    if (!Array.isArray(lines) || lines.some((line) => typeof line !== 'string')) {
      throw notAllowed('the argument of run', 'text or a list of lines', commands);
    }
    return new Evaluator(this.state, lines.join('\n'), options.signal).run();
  }

  /**
   * Whether `commands` can be run; false if one of them is incomplete, for example after a comma at the end of a line.
   * Text that is not a command is complete.
   *
   * @see H-1
   */
  isComplete(commands: string): boolean {
    const parser = new Parser(commands);
    try {
      while (parser.next() !== null);
      return true;
    } catch (error) {
      return !isIncomplete(error);
    }
  }
}
