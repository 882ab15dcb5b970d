import type { SeenRow } from './expected-table.js';
import type { Operation } from './operations.js';

/* Functions that run in a page and use only the page's globals. */

declare global {
  /** Returns the next operations of the page's writer `table`; when it resolves, the test has recorded them. */
  function nextOperations(table: string): Promise<readonly Operation[]>;
  /** Reports that operation `index` of writer `table` was answered. */
  function acknowledge(table: string, index: number): Promise<void>;
  /** Reports a failure that no kill explains. */
  function complain(what: string): Promise<void>;
  /** The worker that runs the engine of this page. */
  var engine: Worker | undefined;
}

/** The options of every connect: small limits, so that logs are rolled and memstores flushed all the time. */
export const MEMORY: import('bigtab').MemoryOptions = {
  flushSize: 64 * 1024,
  idleFlushSize: 0,
  log: 512 * 1024,
  logSegment: 64 * 1024,
};

/**
 * Writes to each of `tables`, over a separate connection, until the worker dies. Resolves when all writers have
 * started.
 */
export async function startWriting([tables, memory]: readonly [
  readonly string[],
  import('bigtab').MemoryOptions,
]): Promise<void> {
  const { connect } = await import('bigtab');
  const worker = () => {
    globalThis.engine = new Worker('/dist/worker.js');
    return globalThis.engine;
  };
  const perform = (
    table: import('bigtab').Table,
    operation: Exclude<Operation, { kind: 'flush' | 'majorCompact' }>,
  ): Promise<unknown> => {
    const { durability } = operation;
    switch (operation.kind) {
      case 'put': {
        const puts = operation.rows.map(({ row, columns, text, padding }) => ({
          row,
          cells: columns.map((column) => {
            const [family = '', qualifier = ''] = column.split(':');
            return { family, qualifier, value: text + 'x'.repeat(padding) };
          }),
          durability,
        }));
        const [first] = puts;
        return table.put(puts.length === 1 && first !== undefined ? first : puts);
      }
      case 'increment': {
        const { row, amount } = operation;
        return table.increment({ row, amounts: { f: { n: amount }, g: { n: amount } }, durability });
      }
      case 'delete': {
        const { row, family } = operation;
        const markers = family === null ? {} : { markers: [{ kind: 'family', family } as const] };
        return table.delete({ row, ...markers, durability });
      }
    }
  };
  const write = async (name: string): Promise<void> => {
    const connection = await connect({ name: 'crawl', worker, memory });
    let lost = false;
    connection.addEventListener('lost', () => {
      lost = true;
    });
    connection.addEventListener('error', ({ error }) => complain(`background: ${error.message}`));
    const excuse = (error: unknown) => {
      if ((error as { code?: string }).code !== 'WORKER_LOST') complain(`${name}: ${(error as Error).stack}`);
    };
    const table = connection.getTable(name);
    const loop = async (): Promise<void> => {
      let index = 0;
      while (!lost) {
        const answers: Promise<unknown>[] = [];
        for (const operation of await nextOperations(name)) {
          const own = index++;
          if (operation.kind === 'flush' || operation.kind === 'majorCompact') {
            connection.getAdmin()[operation.kind](name).catch(excuse);
            continue;
          }
          const answer = perform(table, operation).then(() => acknowledge(name, own), excuse);
          answers.push(answer);
          // A long list is sent over several turns of the page. A caller that needs an order waits for it.
          if (operation.kind === 'put' && operation.rows.length > 1) await answer;
        }
        await Promise.all(answers);
      }
    };
    void loop();
  };
  await Promise.all(tables.map(write));
}

/** Opens the database and returns the content of each of `tables` and the report of recovery. */
export async function readAll([tables, memory]: readonly [readonly string[], import('bigtab').MemoryOptions]): Promise<{
  readonly seen: Readonly<Record<string, Readonly<Record<string, SeenRow>>>>;
  readonly problems: readonly string[];
}> {
  const { connect } = await import('bigtab');
  const worker = () => {
    globalThis.engine = new Worker('/dist/worker.js');
    return globalThis.engine;
  };
  const connection = await connect({ name: 'crawl', worker, memory });
  const describe = (result: import('bigtab').Result): SeenRow =>
    Object.fromEntries(
      result.cells.map(({ family, qualifier, value }) => {
        const [familyText, column] = [family, qualifier].map((bytes) => new TextDecoder().decode(bytes));
        if (column === 'n') return [`${familyText}:n`, String(new DataView(value.buffer).getBigInt64(0))];
        const [, text = '', padding = ''] = /^(.*:)(x*)$/.exec(new TextDecoder().decode(value)) ?? [];
        return [`${familyText}:${column}`, `${text}${padding.length}`];
      }),
    );
  const seen: Record<string, Record<string, SeenRow>> = {};
  for (const name of tables) {
    const table = await connection.ensureTable({ name, families: ['f', 'g'] });
    const rows: Record<string, SeenRow> = {};
    for await (const result of table.getScanner()) {
      rows[new TextDecoder().decode(result.row ?? undefined)] = describe(result);
    }
    // A get uses a different code path from a scan, and must find the same row.
    const keys = Object.keys(rows);
    for (const [index, result] of (await table.get(keys)).entries()) {
      const row = keys[index] as string;
      const [got, scanned] = [describe(result), rows[row]].map((one) => JSON.stringify(one));
      if (got !== scanned) throw new Error(`get finds ${got} in '${row}', a scan ${scanned}`);
    }
    seen[name] = rows;
  }
  const { lastRecovery } = await connection.status();
  await connection.close();
  return { seen, problems: lastRecovery.problems };
}
