import { readableText } from '../../../client/answers/readable.js';
import type { Result } from '../../../client/answers/result.js';
import type { Connection } from '../../../client/connection.js';
import type { ResultScanner } from '../../../client/result-scanner.js';
import type { Table } from '../../../client/table.js';
import type { FamilyLike } from '../../../model/schema/family-descriptor.js';
import type { TableLike } from '../../../model/schema/table-descriptor.js';
import type { SuiteRunner } from '../suite-runner.js';

const FAMILIES: readonly FamilyLike[] = ['f', 'g'];

export type OpenConnection = () => Promise<Connection>;

/** What a test of a table works on. */
export interface TableTest {
  readonly connection: Connection;
  /** Unlike the name of every other test's table. */
  readonly name: string;
  /** A new table with the families `f` and `g`, or those that the test asks for. */
  readonly table: Table;
  /** Moves what was written to where this variant of the test wants it. Called between writes and reads. */
  settle(): Promise<void>;
}

/** Registers tests, each with its own connection and tables. */
export class TableTests {
  private readonly runner: SuiteRunner;
  private readonly open: OpenConnection;
  private count = 0;

  constructor(runner: SuiteRunner, open: OpenConnection) {
    this.runner = runner;
    this.open = open;
  }

  /** A test of data: once with what was written in memory, once in store files. */
  data(name: string, body: (test: TableTest) => Promise<void>, families: readonly FamilyLike[] = FAMILIES): void {
    this.table(name, body, families);
    this.register(`${name}; from store files`, (connection, table) =>
      this.withTable(connection, { name: table, families }, body, () => connection.getAdmin().flush(table)),
    );
  }

  /** A test that has a table. */
  table(name: string, body: (test: TableTest) => Promise<void>, families: readonly FamilyLike[] = FAMILIES): void {
    this.register(name, (connection, table) =>
      this.withTable(connection, { name: table, families }, body, async () => undefined),
    );
  }

  /** A test without a table; `name` is one that no other test uses. */
  connection(title: string, body: (connection: Connection, name: string) => Promise<void>): void {
    this.register(title, body);
  }

  private register(title: string, body: (connection: Connection, name: string) => Promise<void>): void {
    this.runner.test(title, async () => {
      const name = `t${++this.count}`;
      const connection = await this.open();
      try {
        await body(connection, name);
      } finally {
        await connection.close();
      }
    });
  }

  private async withTable(
    connection: Connection,
    descriptor: TableLike,
    body: (test: TableTest) => Promise<void>,
    settle: () => Promise<void>,
  ): Promise<void> {
    const { name } = descriptor;
    await connection.getAdmin().createTable(descriptor);
    await body({ connection, name, table: connection.getTable(name), settle });
  }
}

/** The cells as `family:qualifier=value`, values as text. */
export function values(result: Result): string[] {
  return result.cells.map(
    ({ family, qualifier, value }) => `${readableText(family)}:${readableText(qualifier)}=${readableText(value)}`,
  );
}

/** The cells as `family:qualifier@timestamp=value`. */
export function versions(result: Result): string[] {
  return result.cells.map(
    ({ family, qualifier, timestamp, value }) =>
      `${readableText(family)}:${readableText(qualifier)}@${timestamp}=${readableText(value)}`,
  );
}

/** The row as text. */
export function rowText(result: Result): string {
  return result.row === null ? 'nothing' : readableText(result.row);
}

/** All rows of a scan as text. */
export async function rowTexts(scanner: ResultScanner): Promise<string[]> {
  return (await scanner.toArray()).map(rowText);
}

/** Writes rows with one cell `f:q` that holds the row's name. */
export async function putRows(table: Table, rows: readonly string[]): Promise<void> {
  await table.put(rows.map((row) => ({ row, cells: { f: { q: row } } })));
}

export function bytes(...list: number[]): Uint8Array {
  return Uint8Array.from(list);
}
