import { notAllowed } from '../bytes/kind.js';
import type { AbortSignalLike } from '../client/calls/call-options.js';
import type { Connection } from '../client/connection.js';
import { systemClock } from '../clock.js';
import { readLiteral, toBoolean } from '../model/literal.js';
import { Evaluator, type Settings, type ShellState } from './evaluator.js';
import { Parser } from './parser.js';
import { isIncomplete } from './ruby-error.js';
import { timestampText } from './timestamp-text.js';

/** What `createShell` takes. */
export interface ShellOptions {
  /** Characters of a line of the terminal, at least 16; 0 = neither padded nor wrapped. Default 0. @see H-30 */
  readonly width?: number | undefined;
  /** Prints timestamps as local date and time of this zone, such as `UTC`. Default: as numbers. @see H-35, A-26 */
  readonly timeZone?: string | undefined;
  /** False: an error of a command rejects `run` instead of being printed. Default true. @see H-10 */
  readonly interactive?: boolean | undefined;
  /** Gives the answer to a question such as `Drop the above 2 tables (y/n)?`. Default: the next line of what is run. */
  readonly ask?: ((question: string) => Promise<string> | string) | undefined;
  /** Gives the milliseconds by which commands are timed. Default: the platform's clock. */
  readonly now?: (() => number) | undefined;
}

/** What one `run` takes. */
export interface RunOptions {
  /** Ends the command that runs: `run` rejects with `signal.reason`. What was sent before may still take effect. */
  readonly signal?: AbortSignalLike | undefined;
}

const OPTIONS = ['width', 'timeZone', 'interactive', 'ask', 'now'] as const satisfies readonly (keyof ShellOptions)[];

/** Narrower than this no two columns can be read. */
const MIN_WIDTH = 16;

/**
 * HBase's shell over a connection, as text: commands go in, what they print comes out. It knows the commands that
 * `help` lists, with HBase's syntax, options and output; it needs nothing but the connection, and closes nothing.
 *
 * Throws INVALID_ARGUMENT for a bad option.
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
  if (timeZone !== null && typeof timeZone !== 'string') throw notAllowed('timeZone', 'the name of a zone', timeZone);
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

/** A shell; keeps the variables that its commands set. Made by `createShell`. */
export class Shell {
  private readonly state: ShellState;

  constructor(connection: Connection, settings: Settings) {
    this.state = { connection, settings, variables: new Map(), exited: false };
  }

  /** Whether the last run came to `exit` or `quit`. */
  get exited(): boolean {
    return this.state.exited;
  }

  /**
   * Runs commands one after the other, each in a line or more of its own, and resolves to what they print, lines parted
   * by `\n`. An error of a command is printed, `ERROR: …`, and the next one runs; where the shell is not interactive it
   * rejects, with the error that the connection gives, or INVALID_ARGUMENT for what is no command.
   */
  async run(commands: string | readonly string[], options: RunOptions = {}): Promise<string> {
    readLiteral<RunOptions>(options, 'set of run options', ['signal']);
    const lines = typeof commands === 'string' ? [commands] : commands;
    if (!Array.isArray(lines) || lines.some((line) => typeof line !== 'string')) {
      throw notAllowed('what is run', 'text or a list of lines', commands);
    }
    return new Evaluator(this.state, lines.join('\n'), options.signal).run();
  }

  /**
   * Whether `commands` can be run, or, as after a comma at the end of a line, one of them goes on. What is no command
   * is complete.
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
