import { type AbortSignalLike, abortable, throwIfAborted } from '../client/calls/call-options.js';
import type { Connection } from '../client/connection.js';
import { BigtabError } from '../errors.js';
import { Arguments } from './arguments.js';
import type { Command, CommandContext } from './command.js';
import { TABLE_METHODS } from './commands/table-objects.js';
import { COMMANDS } from './commands.js';
import { constantValue } from './constants.js';
import { errorText } from './error-text.js';
import { helpText } from './help.js';
import { missingCommand } from './missing-commands.js';
import { Output } from './output.js';
import { type Expression, Parser } from './parser.js';
import { argumentError, isIncomplete, nameError, unsupported } from './ruby-error.js';
import { inspect, type ShellValue, TableReference, textOf } from './shell-value.js';
import type { TimestampText } from './timestamp-text.js';

/** The options of a shell; see ShellOptions. */
export interface Settings {
  readonly width: number;
  readonly timestampText: TimestampText;
  readonly interactive: boolean;
  readonly ask: ((question: string) => Promise<string> | string) | null;
  readonly now: () => number;
}

/** The state that the commands of a shell share from one run to the next. */
export interface ShellState {
  readonly connection: Connection;
  readonly settings: Settings;
  readonly variables: Map<string, ShellValue>;
  /** Whether `exit` was run. */
  exited: boolean;
}

/** The words that end the shell (H-10). */
const EXITS = ['exit', 'quit'];

/** Runs the commands of one text, one after the other. */
export class Evaluator {
  private readonly state: ShellState;
  private readonly parser: Parser;
  private readonly output: Output;
  private readonly context: CommandContext;
  private readonly signal: AbortSignalLike | undefined;

  constructor(state: ShellState, text: string, signal: AbortSignalLike | undefined) {
    const { connection, settings } = state;
    this.state = state;
    this.parser = new Parser(text);
    this.output = new Output(settings.width);
    this.signal = signal;
    const ask = (question: string) => this.ask(question);
    this.context = { connection, output: this.output, timestampText: settings.timestampText, signal, ask };
  }

  /**
   * Resolves to the printed text. Rejects with the signal's reason, and with an error of a command if the shell is not
   * interactive.
   */
  async run(): Promise<string> {
    this.state.exited = false;
    while (!this.state.exited && (await this.step()));
    return this.output.text;
  }

  /** Runs the next command; returns false if there is none. */
  private async step(): Promise<boolean> {
    throwIfAborted(this.signal);
    try {
      const statement = this.parser.next();
      if (statement === null) return false;
      const value = await this.evaluate(statement.expression);
      if (statement.variable !== null) this.state.variables.set(statement.variable, value ?? null);
      if (value !== undefined) this.output.line(`=> ${inspect(value)}`);
      return true;
    } catch (error) {
      if (!this.isShown(error)) throw error;
      this.showError(await errorText(error, '', this.state.connection));
      this.parser.skipLine();
      return !isIncomplete(error);
    }
  }

  private async evaluate(expression: Expression): Promise<ShellValue | undefined> {
    switch (expression.kind) {
      case 'value':
        return expression.value;
      case 'constant':
        return constantValue(expression.name);
      case 'list':
        return this.evaluateAll(expression.items);
      case 'hash': {
        const entries = new Map<string, ShellValue>();
        for (const [key, value] of expression.entries) {
          entries.set(textOf((await this.evaluate(key)) ?? null), (await this.evaluate(value)) ?? null);
        }
        return entries;
      }
      case 'call':
        return this.call(expression);
    }
  }

  private async evaluateAll(expressions: readonly Expression[]): Promise<ShellValue[]> {
    const values: ShellValue[] = [];
    for (const expression of expressions) values.push((await this.evaluate(expression)) ?? null);
    return values;
  }

  private async call(expression: Expression & { readonly kind: 'call' }): Promise<ShellValue | undefined> {
    const { receiver, name, bare } = expression;
    const variable = bare && receiver === null ? this.state.variables.get(name) : undefined;
    if (variable !== undefined) return variable;
    // Checked before its arguments, which may contain words that only HBase defines.
    const missing = missingCommand(name);
    if (missing !== null) throw unsupported(missing);
    const values = await this.evaluateAll(expression.args);
    if (receiver !== null) return this.callMethod((await this.evaluate(receiver)) ?? null, name, values);
    if (EXITS.includes(name)) this.state.exited = true;
    else if (name === 'help') this.help(values);
    else {
      const command = COMMANDS.get(name);
      if (command === undefined) throw nameError(`undefined local variable or method '${name}'`);
      return this.runCommand(command, values);
    }
    return undefined;
  }

  private callMethod(
    receiver: ShellValue,
    name: string,
    values: readonly ShellValue[],
  ): Promise<ShellValue | undefined> {
    const command = COMMANDS.get(name);
    if (!(receiver instanceof TableReference) || command === undefined || !TABLE_METHODS.includes(name)) {
      throw nameError(`undefined method '${name}' for ${inspect(receiver)}`);
    }
    return this.runCommand(command, [receiver, ...values]);
  }

  /** Prints an error if it should be printed, and always prints the elapsed time (H-31, H-39). */
  private async runCommand(command: Command, values: readonly ShellValue[]): Promise<ShellValue | undefined> {
    const { connection, settings } = this.state;
    const begin = settings.now();
    let value: ShellValue | undefined;
    try {
      checkArity(command, values.length);
      const run = command.run(this.context, new Arguments(command.name, values));
      value = (await abortable<unknown>(run, this.signal)) as ShellValue | undefined;
    } catch (error) {
      if (!this.isShown(error)) throw error;
      this.showError(await errorText(error, textOf(values[0] ?? null), connection));
      this.output.shortLine(`For usage try 'help "${command.name}"'`);
      this.output.shortLine();
    }
    this.output.shortLine(`Took ${((settings.now() - begin) / 1000).toFixed(4)} seconds`);
    return value;
  }

  private help(values: readonly ShellValue[]): void {
    const [first] = values;
    const name = first === undefined ? null : textOf(first);
    const text = helpText(name);
    if (text === null) throw argumentError(`no command or group is named '${name}'; help lists all of them`);
    for (const line of text.split('\n')) this.output.line(line);
  }

  private async ask(question: string): Promise<string> {
    this.output.line(question);
    const { ask } = this.state.settings;
    return ask === null ? (this.parser.answer() ?? '') : ask(question);
  }

  /** Whether an error is a user's error that is printed, not one that ends the run. */
  private isShown(error: unknown): error is BigtabError {
    return this.state.settings.interactive && BigtabError.is(error) && this.signal?.aborted !== true;
  }

  private showError(text: string): void {
    this.output.shortLine();
    this.output.shortLine(`ERROR: ${text}`);
    this.output.shortLine();
  }
}

/** Throws INVALID_ARGUMENT as Ruby does for a wrong number of arguments (H-15). */
function checkArity({ arity: [least, most] }: Command, given: number): void {
  if (given >= least && given <= most) return;
  const range = most === Number.POSITIVE_INFINITY ? `${least}+` : `${least}..${most}`;
  throw argumentError(`wrong number of arguments (given ${given}, expected ${least === most ? least : range})`);
}
