import {
  type BatchAction,
  BigtabError,
  CheckAndMutate,
  type CheckAndMutateResult,
  type Connection,
  type FamilyAttributes,
  Get,
  type Result,
  type Table,
  type TimestampMode,
} from '../../index.js';
import { compactFiles } from '../fakes/compact-files.js';
import { type MemoryMedium, memoryMedium, openEngine } from '../samples/engine.js';
import { answerLines, descriptorLines, errorLine, rowLines, scanLines } from './script-output.js';
import type { Block, Command } from './script-parser.js';
import { toCheckAndMutate, toFamily, toGet, toMutation, toNumber, toScan } from './script-requests.js';

/** The name of a script's only table. */
const TABLE = 't';
/** The time of the clock at the beginning of a section. */
const START = 1000;

type Lines = readonly string[];
type Play = (player: ScriptPlayer, command: Command) => Lines | Promise<Lines>;

const NO_LINES: Lines = [];

const COMMANDS: Readonly<Record<string, Play>> = {
  clock: (player, command) => player.setClock(command),
  timestamps: (player, command) => player.setTimestamps(command),
  create: (player, command) => player.create(command),
  reopen: (player) => player.reopen(),
  alter: (player, command) => player.alter(command),
  describe: async (player) => descriptorLines(await player.table.getDescriptor()),
  flush: async (player) => player.done(player.admin.flush(TABLE)),
  compact: async (player, { words: [, family] }) => player.done(player.admin.compact(TABLE, family)),
  major_compact: async (player, { words: [, family], options }) =>
    player.done(
      options.get('FLUSH') === 'false' ? player.compactFiles(null) : player.admin.majorCompact(TABLE, family),
    ),
  minor_compact: async (player, { words: [, newest] }) => player.done(player.compactFiles(toNumber(newest ?? ''))),
  get: async (player, command) => rowLines(await player.table.get(toGet(command))),
  exists: async (player, command) => [String(await player.table.exists(toGet(command)))],
  scan: async (player, command) => scanLines(await player.table.getScanner(toScan(command)).toArray()),
  put: change,
  delete: change,
  deleteall: change,
  incr: change,
  append: change,
  mutate_row: change,
  check_and_mutate: async (player, command) => checkLines(await player.table.checkAndMutate(toCheckAndMutate(command))),
  batch: (player, command) => player.batch(command),
};

/** Plays the blocks of one section, one after the other, in its own database. Must be closed at the end. */
export class ScriptPlayer {
  private readonly path: string;
  private readonly medium: MemoryMedium = memoryMedium();
  /** HBase's own clock, so a delete and a put in the same millisecond conflict as they do in HBase (W-30). */
  private timestamps: TimestampMode = 'wall';
  private connection: Connection | null = null;

  /** `path` of the script, for messages. */
  constructor(path: string) {
    this.path = path;
    this.medium.clock.set(START);
  }

  get table(): Table {
    return this.opened.getTable(TABLE);
  }

  get admin(): ReturnType<Connection['getAdmin']> {
    return this.opened.getAdmin();
  }

  /** The output of the commands of a block. */
  async play(block: Block): Promise<Lines> {
    const printed: string[] = [];
    for (const command of block.commands) printed.push(...(await this.run(command)));
    return printed;
  }

  async close(): Promise<void> {
    await this.connection?.close();
    this.connection = null;
  }

  setClock({ words: [, time] }: Command): Lines {
    this.medium.clock.set(toNumber(time ?? ''));
    return NO_LINES;
  }

  /** Takes effect with the next `create` or `reopen`. */
  setTimestamps({ words: [, mode] }: Command): Lines {
    if (!(mode === 'wall' || mode === 'ordered' || mode === 'strict')) throw new Error(`no clock is called ${mode}`);
    this.timestamps = mode;
    return NO_LINES;
  }

  async create(command: Command): Promise<Lines> {
    if (this.connection === null) await this.open();
    return this.done(this.admin.createTable({ name: TABLE, families: familiesOf(command) }));
  }

  async reopen(): Promise<Lines> {
    await this.close();
    await this.open();
    return NO_LINES;
  }

  /**
   * Changes the named attributes of existing families, adds missing families, and drops the one that `delete` names.
   */
  async alter(command: Command): Promise<Lines> {
    const dropped = command.options.get('delete');
    if (dropped !== undefined) return this.done(this.admin.deleteColumnFamily(TABLE, dropped));
    const { families } = await this.table.getDescriptor();
    for (const changed of familiesOf(command)) {
      const known = families.find(({ name }) => name === changed.name);
      if (known === undefined) await this.admin.addColumnFamily(TABLE, changed);
      else await this.admin.modifyColumnFamily(TABLE, { ...known, ...changed });
    }
    return NO_LINES;
  }

  /** One or more lines per action, numbered. */
  async batch({ parts }: Command): Promise<Lines> {
    const actions = parts.map((part) => toAction(part));
    const results: unknown[] = [];
    try {
      await this.table.batch(actions, results as never);
    } catch (error) {
      // The results contain each failure as well; any other error is that of the whole batch.
      if (!BigtabError.is(error) || error.code !== 'BATCH_FAILED') throw error;
    }
    return actions.flatMap((action, index) => numbered(index + 1, resultLines(action, results[index])));
  }

  /** Bypasses the public `compact` and `majorCompact`, which choose the files themselves and flush first. */
  compactFiles(newest: number | null): Promise<void> {
    return compactFiles(this.opened, TABLE, newest);
  }

  async done(work: Promise<unknown>): Promise<Lines> {
    await work;
    return NO_LINES;
  }

  private get opened(): Connection {
    if (this.connection === null) throw new Error('a section begins with create');
    return this.connection;
  }

  private async open(): Promise<void> {
    const { connection } = await openEngine(this.medium, { timestamps: this.timestamps });
    this.connection = connection;
  }

  private async run(command: Command): Promise<Lines> {
    const play = COMMANDS[command.words[0] ?? ''];
    try {
      if (play === undefined) throw new Error(`no command is called ${command.words[0]}`);
      return await play(this, command);
    } catch (error) {
      if (BigtabError.is(error)) return [errorLine(error)];
      throw new Error(`${this.path}:${command.line}: ${command.text}`, { cause: error });
    }
  }
}

async function change(player: ScriptPlayer, command: Command): Promise<Lines> {
  const mutation = toMutation(command);
  switch (mutation.kind) {
    case 'Put':
      return player.done(player.table.put(mutation));
    case 'Delete':
      return player.done(player.table.delete(mutation));
    case 'Increment':
      return answerLines(await player.table.increment(mutation));
    case 'Append':
      return answerLines(await player.table.append(mutation));
    default:
      return answerLines(await player.table.mutateRow(mutation));
  }
}

/** The families of `create` and `alter`: the one on the command's line, or those on the lines below it. */
function familiesOf(command: Command): readonly FamilyAttributes[] {
  const { words } = command;
  const own = words.length > 1 ? [{ ...command, words: words.slice(1) }] : command.parts;
  return own.map((family) => ({ ...toFamily(family), name: family.words[0] ?? '' }));
}

function toAction(part: Command): BatchAction {
  const [name] = part.words;
  if (name === 'get') return toGet(part);
  return name === 'check_and_mutate' ? toCheckAndMutate(part) : toMutation(part);
}

function checkLines({ success, result }: CheckAndMutateResult): Lines {
  return [`success=${success}`, ...answerLines(result)];
}

function resultLines(action: BatchAction, result: unknown): Lines {
  if (BigtabError.is(result)) return [errorLine(result)];
  if (action instanceof CheckAndMutate) return checkLines(result as CheckAndMutateResult);
  return action instanceof Get ? rowLines(result as Result) : answerLines(result as Result);
}

function numbered(number: number, lines: Lines): Lines {
  return (lines.length === 0 ? ['ok'] : lines).map((line) => `${number}. ${line}`);
}
