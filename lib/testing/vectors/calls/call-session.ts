import type { Admin, BufferedMutator, Connection, Result, Table } from '../../../index.js';
import { familyNameBytes } from '../../../model/schema/family-descriptor.js';
import type { TableDescriptor } from '../../../model/schema/table-descriptor.js';
import { tableValues } from '../../../model/schema/table-values.js';
import { namespaceText } from '../../../shell/namespace-text.js';
import { readableFamily, tableLiteral } from '../../../shell/table-literal.js';
import { tableText } from '../../../shell/table-text.js';
import { Malformed } from '../checks.js';
import { toPrintable } from '../printable-bytes.js';
import type { Stage } from '../stage.js';
import { answerOf, errorAnswer, resultAnswer } from './call-answers.js';
import { toBytes, toLong } from './call-arguments.js';
import { type Call, splitName } from './call-case.js';
import { NotCounterpart } from './calls-left-out.js';
import { makeObject } from './make-object.js';
import { type Namespace, toFamily } from './objects/descriptors.js';

/** HBase's clock advances between two calls. */
const CALL_MS = 10;
const START = 1_700_000_000_000;

type Run = (args: readonly unknown[], types: readonly string[]) => unknown;

/** The calls of one session, on a database that was empty at first. */
export class CallSession {
  private readonly stage: Stage;
  private readonly connection: Connection;
  private readonly admin: Admin;
  private now = START;
  /** The tables that the session created. */
  readonly created: Set<string> = new Set();
  /** The tables that HBase splits into regions. */
  private readonly split: Set<unknown> = new Set();

  constructor(stage: Stage) {
    this.stage = stage;
    this.connection = stage.connection;
    this.admin = stage.connection.getAdmin();
  }

  /** Runs one call, and returns its result. Rejects as the package does. */
  async run([name, ...args]: Call): Promise<unknown> {
    this.now += CALL_MS;
    await this.stage.setTime(this.now);
    const { plain, types } = splitName(name);
    if (REGIONS.test(plain)) throw new NotCounterpart('regions');
    if (plain === 'admin.regionCount' && this.split.has(args[0])) throw new NotCounterpart('regions');
    const [object, method = ''] = plain.split('.');
    const methods = object === 'admin' ? this.adminMethods : object === 'table' ? this.tableMethods : this.others;
    const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (run !== undefined) return run(args, types);
    // A method that takes and returns the same values needs no entry.
    if (object !== 'admin' || !(method in this.admin)) throw new Malformed(`there is no method ${name}`);
    return this.admin[method as 'tableExists'](...(args as [string]));
  }

  private readonly adminMethods: Readonly<Record<string, Run>> = {
    createTable: ([table, ...splits], types) => {
      const literal = tableLiteral(made(table));
      this.created.add(literal.name);
      if (splits.length > 0) this.split.add(literal.name);
      if (types.length <= 2)
        return this.admin.createTable(literal, (splits[0] as unknown[] | null)?.map(toBytes) ?? null);
      return this.admin.createTable(literal, toBytes(splits[0]), toBytes(splits[1]), splits[2] as number);
    },
    modifyTable: ([table, reopen]) => this.admin.modifyTable(tableLiteral(made(table)), reopen as boolean | undefined),
    addColumnFamily: ([name, family]) =>
      this.admin.addColumnFamily(name as string, readableFamily(toFamily(made(family)))),
    modifyColumnFamily: ([name, family]) =>
      this.admin.modifyColumnFamily(name as string, readableFamily(toFamily(made(family)))),
    deleteColumnFamily: ([name, family]) => this.admin.deleteColumnFamily(name as string, toBytes(family)),
    getDescriptor: async ([name]) => descriptorText(await this.admin.getDescriptor(name as string)),
    listTableNames: ([pattern, system = false]) => this.admin.listTableNames(toPattern(pattern), system as boolean),
    listTableDescriptors: async ([pattern, system = false]) =>
      (await this.admin.listTableDescriptors(toPattern(pattern), system as boolean)).map(descriptorText),
    listTableDescriptorsByNamespace: async ([name]) =>
      (await this.admin.listTableDescriptorsByNamespace(new TextDecoder().decode(toBytes(name)))).map(descriptorText),
    createNamespace: ([given]) => this.admin.createNamespace(namespaceLiteral(given)),
    modifyNamespace: ([given]) => this.admin.modifyNamespace(namespaceLiteral(given)),
    getNamespaceDescriptor: async ([name]) => namespaceText(await this.admin.getNamespaceDescriptor(name as string)),
    listNamespaceDescriptors: async () => (await this.admin.listNamespaceDescriptors()).map(namespaceText),
    listSnapshotNames: async () => (await this.admin.listSnapshots()).map(({ name }) => name),
    flush: ([name, family]) => this.admin.flush(name as string, toFamilyName(family)),
    compact: ([name, family]) => this.admin.compact(name as string, toFamilyName(family)),
    majorCompact: ([name, family]) => this.admin.majorCompact(name as string, toFamilyName(family)),
    regionCount: async ([name]) => ((await this.admin.tableExists(name as string)) ? 1 : 0),
  };

  private readonly tableMethods: Readonly<Record<string, Run>> = {
    getDescriptor: async ([name]) => descriptorText(await this.table(name).getDescriptor()),
    put: ([name, put]) => this.table(name).put(made(put)),
    delete: ([name, remove]) => this.table(name).delete(made(remove)),
    deleteList: ([name, list]) => this.deleteList(this.table(name), made(list)),
    get: ([name, get]) => this.table(name).get(made(get)),
    exists: ([name, get]) => this.table(name).exists(made(get)),
    existsAll: ([name, gets]) => this.table(name).exists(made(gets)),
    increment: ([name, increment]) => this.table(name).increment(made(increment)),
    append: ([name, append]) => this.table(name).append(made(append)),
    incrementColumnValue: ([name, row, family, qualifier, amount, durability]) =>
      this.table(name).incrementColumnValue(
        toBytes(row),
        toBytes(family),
        toBytes(qualifier),
        toLong(amount),
        durability as never,
      ),
    mutateRow: ([name, mutations]) => this.table(name).mutateRow(made(mutations)),
    checkAndMutate: ([name, check]) => this.table(name).checkAndMutate(made(check)),
    batch: ([name, actions]) => this.batch(this.table(name), made(actions)),
    scan: ([name, scan]) => this.scan(this.table(name), scan),
    scanner: ([name, scan, calls]) => this.scanner(this.table(name), scan, calls as Call[]),
  };

  private readonly others: Readonly<Record<string, Run>> = {
    '': ([name, options, calls]) => this.mutator(name as string, options as MutatorOptions, calls as Call[]),
  };

  private table(name: unknown): Table {
    return this.connection.getTable(name as string);
  }

  private async scan(table: Table, scan: unknown): Promise<unknown> {
    const results = await table.getScanner(scan === undefined ? {} : made(scan)).toArray();
    return results.map(resultAnswer);
  }

  private async scanner(table: Table, scan: unknown, calls: readonly Call[]): Promise<unknown> {
    const scanner = table.getScanner(made(scan));
    const run: Readonly<Record<string, (argument: unknown) => unknown>> = {
      next: (count) => (count === undefined ? scanner.next() : scanner.next(count as number)),
      close: () => scanner.close(),
      renewLease: () => scanner.renewLease(),
      // Unlike a JavaScript iterator, Java's does not close anything at its end.
      iterator: async () => {
        const results: Result[] = [];
        for (let result = await scanner.next(); result !== null; result = await scanner.next()) results.push(result);
        return results;
      },
    };
    return this.each(calls, ([name, argument]) => (run[name] as (argument: unknown) => unknown)(argument));
  }

  private async mutator(
    name: string,
    { listener = false, ...options }: MutatorOptions,
    calls: readonly Call[],
  ): Promise<unknown> {
    const errors: unknown[] = [];
    const told = listener ? { listener: (error: Error) => errors.push(errorAnswer(error)) } : {};
    const mutator: BufferedMutator = this.connection.getBufferedMutator({ tableName: name, ...options, ...told });
    const run: Readonly<Record<string, (argument: unknown) => unknown>> = {
      mutate: (mutation) => mutator.mutate(made(mutation)),
      flush: () => mutator.flush(),
      close: () => mutator.close(),
      scan: (scan) => this.scan(this.table(name), scan),
    };
    const answers: unknown[] = [];
    for (const call of calls) {
      const [answer] = await this.each([call], ([method, argument]) =>
        (run[method] as (argument: unknown) => unknown)(argument),
      );
      answers.push(errors.length === 0 ? answer : { answer, listener: errors.splice(0) });
    }
    return answers;
  }

  /** The answers of calls, one after the other. A failing call does not end the list. */
  private async each(calls: readonly Call[], run: (call: Call) => unknown): Promise<unknown[]> {
    const answers: unknown[] = [];
    for (const call of calls) {
      try {
        answers.push(answerOf(await run(call)));
      } catch (error) {
        answers.push(errorAnswer(error));
      }
    }
    return answers;
  }

  private async batch(table: Table, actions: never): Promise<unknown> {
    const results: unknown[] = [];
    let thrown: unknown;
    try {
      await table.batch(actions, results);
    } catch (error) {
      // A call that the client refuses has no results; the results contain the error of an action that failed.
      if ((error as { readonly code?: unknown }).code !== 'BATCH_FAILED') throw error;
      thrown = error;
    }
    const answers = results.map((result) => (result instanceof Error ? errorAnswer(result) : answerOf(result)));
    return { results: answers, ...(thrown !== undefined && { throws: errorAnswer(thrown) }) };
  }

  private async deleteList(table: Table, list: readonly { readonly row: Uint8Array }[]): Promise<unknown> {
    const given = [...list];
    let thrown: unknown;
    try {
      await table.delete(given as never);
    } catch (error) {
      thrown = error;
    }
    return {
      left: given.map(({ row }) => toPrintable(row)),
      ...(thrown !== undefined && { throws: errorAnswer(thrown) }),
    };
  }
}

interface MutatorOptions {
  readonly writeBufferSize?: number;
  readonly maxKeyValueSize?: number;
  readonly maxMutations?: number;
  readonly listener?: boolean;
}

const REGIONS = /^admin\.(?:getRegions|split|merge)/;

function made(given: unknown): never {
  return makeObject(given) as never;
}

function descriptorText(descriptor: TableDescriptor): string {
  return tableText(tableValues(descriptor));
}

function toPattern(pattern: unknown): string | null {
  return pattern === undefined ? null : (pattern as string | null);
}

function toFamilyName(family: unknown): Uint8Array | null {
  return family === undefined ? null : familyNameBytes(family as string);
}

function namespaceLiteral(given: unknown): {
  readonly name: string;
  readonly configuration: Readonly<Record<string, string>>;
} {
  const { name, configuration } = makeObject(given) as Namespace;
  return { name, configuration };
}
