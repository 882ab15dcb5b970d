import type { Admin, Connection, Result, Table } from '../../index.js';
import { compactFiles } from '../fakes/compact-files.js';
import { cellsOf, checkOf, errorOf, rowsOf } from './answers.js';
import { familyOf } from './descriptors.js';
import type { AlterStep, BatchStep, FamilyText, History, MinorCompactStep, Step } from './history.js';
import type { Printable } from './printable-bytes.js';
import { checkAndMutateOf, getOf, mutationOf, rowMutationsOf, scanOf } from './requests.js';

/** One table of one history, and the calls of the history's steps. */
export class PlayedTable {
  private readonly connection: Connection;
  private readonly admin: Admin;
  private readonly name: string;
  private readonly table: Table;
  private readonly configuration: Readonly<Record<string, string>>;
  /** The current families, by name. */
  private families: Map<string, FamilyText>;

  private constructor(connection: Connection, name: string, { families, config = {} }: History['table']) {
    this.connection = connection;
    this.admin = connection.getAdmin();
    this.name = name;
    this.table = connection.getTable(name);
    this.configuration = config;
    this.families = new Map(families.map((family) => [family.NAME, family]));
  }

  /** Creates the table of a history. */
  static async create(connection: Connection, name: string, table: History['table']): Promise<PlayedTable> {
    const played = new PlayedTable(connection, name, table);
    await played.admin.createTable(played.descriptor());
    return played;
  }

  /** The existing table of a history; `table` describes its current state. */
  static on(connection: Connection, name: string, table: History['table']): PlayedTable {
    return new PlayedTable(connection, name, table);
  }

  async drop(): Promise<void> {
    await this.admin.disableTable(this.name);
    await this.admin.deleteTable(this.name);
  }

  /**
   * Runs one step, and returns the answer in the format of a history, or null if there is none. Rejects like the
   * package.
   */
  async play(step: Step): Promise<unknown> {
    switch (step.op) {
      case 'put':
      case 'delete':
      case 'increment':
      case 'append':
        return this.mutate(mutationOf(step, step.row), step.row);
      case 'mutateRow':
        return cellsOf(await this.table.mutateRow(rowMutationsOf(step, step.row)), step.row);
      case 'checkAndMutate':
        return checkOf(await this.table.checkAndMutate(checkAndMutateOf(step)), step.row);
      case 'batch':
        return this.batch(step);
      case 'get':
        if (step.existsOnly === true) return this.table.exists(getOf(step));
        return cellsOf(await this.table.get(getOf(step)), step.row);
      case 'scan':
        return rowsOf(await this.table.getScanner(scanOf(step)).toArray(), step.raw === true);
      default:
        await this.change(step);
        return null;
    }
  }

  private async mutate(mutation: ReturnType<typeof mutationOf>, row: Printable): Promise<unknown> {
    if (mutation.kind === 'Increment') return cellsOf(await this.table.increment(mutation), row);
    if (mutation.kind === 'Append') return cellsOf(await this.table.append(mutation), row);
    await (mutation.kind === 'Put' ? this.table.put(mutation) : this.table.delete(mutation));
    return null;
  }

  /** An entry per action: null, cells, whether there are any, or the class of its error. */
  private async batch({ actions }: BatchStep): Promise<unknown> {
    const requests = actions.map((action) => (action.op === 'get' ? getOf(action) : mutationOf(action, '')));
    const results: unknown[] = [];
    try {
      await this.table.batch(requests, results);
    } catch (error) {
      // A call that the client refuses has no results; the results contain the error of an action that failed.
      if ((error as { readonly code?: unknown }).code !== 'BATCH_FAILED') throw error;
    }
    return actions.map((action, index) => {
      const result = results[index];
      if (!isResult(result)) return { error: errorOf(result).error };
      if (action.op === 'get' && action.existsOnly === true) return result.getExists();
      const cells = cellsOf(result, action.row as Printable);
      return cells.length === 0 && (action.op === 'put' || action.op === 'delete') ? null : cells;
    });
  }

  private async change(step: Exclude<Step, { readonly op: 'get' | 'scan' | 'batch' }>): Promise<void> {
    switch (step.op) {
      case 'flush':
        return this.admin.flush(this.name);
      case 'reopen':
        await this.admin.disableTable(this.name);
        return this.admin.enableTable(this.name);
      case 'alter':
        return this.alter(step.families);
      case 'majorCompact':
        return compactFiles(this.connection, this.name, null);
      case 'minorCompact':
        return compactFiles(this.connection, this.name, (step as MinorCompactStep).newest);
    }
  }

  /** A refused alter changes nothing. */
  private async alter(changed: AlterStep['families']): Promise<void> {
    const families = new Map(this.families);
    for (const family of changed) families.set(family.NAME, family);
    await this.admin.modifyTable(this.descriptor(families));
    this.families = families;
  }

  private descriptor(families = this.families): Parameters<Admin['createTable']>[0] {
    return { name: this.name, families: [...families.values()].map(familyOf), configuration: this.configuration };
  }
}

function isResult(result: unknown): result is Result {
  return typeof result === 'object' && result !== null && !(result instanceof Error) && 'isEmpty' in result;
}
