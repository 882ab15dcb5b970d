import type { BrowserContext, Page } from 'playwright/test';
import { ERROR_KINDS, type ErrorCode, hbaseNameOf } from '../lib/errors.js';
import { expect, type Failure, test } from './in-page.js';
import type { Site } from './site.js';
import { limitStorage, usage } from './storage/quota.js';
import { changeFiles, flipped, useCatalog } from './storage/stored-files.js';
import { withWorkerPrelude } from './worker-prelude.js';

/* Causes each error of the error table as it can happen to a user, and catches it on the page. */

interface Scene {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly site: Site;
}

type Case = (scene: Scene) => Promise<Failure | null>;

const CASES: Readonly<Record<ErrorCode, Case>> = {
  INVALID_ARGUMENT: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const table = await (await connect('crawl')).ensureTable({ name: 't', families: ['f'] });
      return failureOf(table.put({ row: '', cells: { f: { q: 'v' } } }));
    }),

  INVALID_OPERATION: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const table = await (await connect('crawl')).ensureTable({ name: 't', families: ['f'] });
      await table.put({ row: 'a', cells: { f: { q: 'no counter' } } });
      return failureOf(table.incrementColumnValue('a', 'f', 'q', 1));
    }),

  INVALID_STATE: ({ page }) =>
    page.evaluate(async () => {
      const { CheckAndMutate, Put } = await import('bigtab');
      const action = new Put('a').addColumn('f', 'q', 'v');
      return failureOf(Promise.resolve().then(() => CheckAndMutate.newBuilder('a').build(action)));
    }),

  CONDITION_FAILED: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const connection = await connect('crawl');
      await connection.ensureTable({ name: 't', families: ['f'] });
      const conditions = [{ table: 't', row: 'a', exists: true }];
      const put = { table: 't', mutation: { row: 'a', cells: { f: { q: 'v' } } } };
      return failureOf(connection.atomicBatch([put], { conditions }));
    }),

  CONFLICT: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const connection = await connect('crawl');
      const table = await connection.ensureTable({ name: 't', families: ['f'] });
      const run = connection.transact(
        async (transaction) => {
          const own = transaction.table(table);
          await own.get('a');
          await table.incrementColumnValue('a', 'f', 'n', 1);
          own.put({ row: 'b', cells: { f: { q: 'v' } } });
        },
        { attempts: 2 },
      );
      return failureOf(run);
    }),

  UNSUPPORTED_OPERATION: ({ page }) =>
    page.evaluate(async () => {
      const { Delete } = await import('bigtab');
      return failureOf(Promise.resolve().then(() => new Delete('a').setTTL(1)));
    }),

  WRONG_ROW_IO: ({ page }) =>
    page.evaluate(async () => {
      const { Delete, RowMutations } = await import('bigtab');
      return failureOf(Promise.resolve().then(() => new RowMutations('a').add(new Delete('b'))));
    }),

  // One action of a batch fails without affecting the others.
  HBASE_IO: ({ page }) =>
    page.evaluate(async () => {
      const { connect, RowMutations } = await import('bigtab');
      const table = await (await connect('crawl')).ensureTable({ name: 't', families: ['f'] });
      const results: unknown[] = [];
      await table.batch([new RowMutations('a')], results).catch(() => null);
      return failureOf(Promise.reject(results[0]));
    }),

  RUNTIME: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const table = await (await connect('crawl')).ensureTable({ name: 't', families: ['f'] });
      await table.put({ row: 'a', cells: { f: { q: 'v' } } });
      const action = { kind: 'Put', row: 'a', cells: { f: { q: 'w' } } } as const;
      return failureOf(
        table.checkAndMutate({ row: 'a', family: 'f', qualifier: 'q', op: 'NO_OP', value: 'v', action }),
      );
    }),

  TABLE_NOT_FOUND: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      return failureOf((await connect('crawl')).getTable('none').get('a'));
    }),

  TABLE_EXISTS: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const admin = (await connect('crawl')).getAdmin();
      await admin.createTable({ name: 't', families: ['f'] });
      return failureOf(admin.createTable({ name: 't', families: ['f'] }));
    }),

  TABLE_NOT_ENABLED: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const connection = await connect('crawl');
      const table = await connection.ensureTable({ name: 't', families: ['f'] });
      await connection.getAdmin().disableTable('t');
      return failureOf(table.get('a'));
    }),

  TABLE_NOT_DISABLED: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const admin = (await connect('crawl')).getAdmin();
      await admin.createTable({ name: 't', families: ['f'] });
      return failureOf(admin.deleteTable('t'));
    }),

  NO_SUCH_COLUMN_FAMILY: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const connection = await connect('crawl');
      await connection.ensureTable({ name: 't', families: ['f'] });
      return failureOf(connection.getTable('t').put({ row: 'a', cells: { g: { q: 'v' } } }));
    }),

  INCOMPATIBLE_FILTER: ({ page }) =>
    page.evaluate(async () => {
      const { PageFilter, Scan } = await import('bigtab');
      const scan = new Scan().setFilter(new PageFilter(1));
      return failureOf(Promise.resolve().then(() => scan.setBatch(2)));
    }),

  INVALID_FAMILY_OPERATION: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const connection = await connect('crawl');
      await connection.ensureTable({ name: 't', families: ['f'] });
      return failureOf(connection.getAdmin().deleteColumnFamily('t', 'f'));
    }),

  HBASE: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const families = [{ name: 'f', timeToLive: '60 SECONDS (2 MINUTES)' }];
      return failureOf((await connect('crawl')).ensureTable({ name: 't', families }));
    }),

  FAILED_SANITY_CHECK: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const configuration = { 'hbase.hregion.keyvalue.timestamp.slop.millisecs': '1000' };
      const table = await (await connect('crawl')).ensureTable({ name: 't', families: ['f'], configuration });
      return failureOf(table.put({ row: 'a', timestamp: Date.now() + 100_000, cells: { f: { q: 'v' } } }));
    }),

  ROW_TOO_BIG: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const configuration = { 'hbase.table.max.rowsize': '40' };
      const table = await (await connect('crawl')).ensureTable({ name: 't', families: ['f'], configuration });
      await table.put({ row: 'a', cells: { f: { q: 'more than 20 bytes of a value' } } });
      return failureOf(table.get('a'));
    }),

  NAMESPACE_EXIST: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      return failureOf((await connect('crawl')).getAdmin().createNamespace('hbase'));
    }),

  CONSTRAINT: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      return failureOf((await connect('crawl')).getAdmin().deleteNamespace('default'));
    }),

  IO: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      return failureOf((await connect('crawl')).getAdmin().deleteTable('hbase:meta'));
    }),

  NAMESPACE_NOT_FOUND: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      return failureOf((await connect('crawl')).getAdmin().createTable({ name: 'ns:t', families: ['f'] }));
    }),

  SNAPSHOT_EXISTS: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const connection = await connect('crawl');
      await connection.ensureTable({ name: 't', families: ['f'] });
      await connection.getAdmin().snapshot('s', 't');
      return failureOf(connection.getAdmin().snapshot('s', 't'));
    }),

  SNAPSHOT_DOES_NOT_EXIST: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      return failureOf((await connect('crawl')).getAdmin().deleteSnapshot('none'));
    }),

  SNAPSHOT_CREATION: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      return failureOf((await connect('crawl')).getAdmin().snapshot('s', 'none'));
    }),

  // Clones of it can be made for a second.
  SNAPSHOT_TTL_EXPIRED: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const connection = await connect('crawl');
      const admin = connection.getAdmin();
      await connection.ensureTable({ name: 't', families: ['f'] });
      await admin.snapshot('s', 't', 'FLUSH', { TTL: 1 });
      for (let number = 0; ; number++) {
        const failure = await failureOf(admin.cloneSnapshot('s', `c${number}`));
        if (failure !== null) return failure;
      }
    }),

  RESTORE_SNAPSHOT: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      return failureOf((await connect('crawl')).getAdmin().restoreSnapshot('none'));
    }),

  UNKNOWN_SNAPSHOT: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      return failureOf((await connect('crawl')).getAdmin().isSnapshotFinished('none'));
    }),

  BATCH_FAILED: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const connection = await connect('crawl');
      await connection.ensureTable({ name: 't', families: ['f'] });
      const good = { row: 'a', cells: { f: { q: 'v' } } };
      const bad = { row: 'b', cells: { g: { q: 'v' } } };
      const failure = await failureOf(connection.getTable('t').put([good, bad]));
      const applied = await connection.getTable('t').exists('a');
      return applied ? failure : null;
    }),

  // No flush can succeed, so memory fills up.
  REGION_TOO_BUSY: async ({ page }) => {
    await withWorkerPrelude(page, () => {
      const { getFileHandle } = FileSystemDirectoryHandle.prototype;
      FileSystemDirectoryHandle.prototype.getFileHandle = function (name, options) {
        const ofStoreFile = this.name === 'data' && options?.create === true;
        return ofStoreFile ? new Promise(() => undefined) : getFileHandle.call(this, name, options);
      };
    });
    return page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const memory = { memstore: 65_536, memstoreLimit: 65_536, flushSize: 16_384 };
      const table = await (await connect({ name: 'crawl', memory })).ensureTable({ name: 't', families: ['f'] });
      for (let n = 0; ; n++) {
        const failure = await failureOf(table.put({ row: `row ${n}`, cells: { f: { q: 'x'.repeat(4_000) } } }));
        if (failure !== null || n === 1_000) return failure;
      }
    });
  },

  STORAGE_UNAVAILABLE: async ({ page }) => {
    await withWorkerPrelude(page, () => {
      StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('not here', 'SecurityError'));
    });
    return page.evaluate(async () => failureOf((await import('bigtab')).connect('crawl')));
  },

  STORAGE_CLEARED: async ({ page, context, site }) => {
    await page.evaluate(async () => {
      const connection = await (await import('bigtab')).connect('crawl');
      const table = await connection.ensureTable({ name: 't', families: ['f'] });
      await table.put({ row: 'a', cells: { f: { q: 'v' } } });
      const lost = new Promise((resolve) => connection.addEventListener('lost', resolve));
      Object.assign(globalThis, { table, lost });
    });
    const session = await context.newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin: site.origin, storageTypes: 'all' });
    return page.evaluate(async () => {
      const { table, lost } = globalThis as unknown as { table: import('bigtab').Table; lost: Promise<unknown> };
      await lost;
      return failureOf(table.put({ row: 'b', cells: { f: { q: 'v' } } }));
    });
  },

  DATABASE_BUSY: ({ page }) =>
    page.evaluate(async () => {
      const { connect, deleteDatabase } = await import('bigtab');
      await connect('crawl');
      return failureOf(deleteDatabase('crawl'));
    }),

  DATABASE_NEWER: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      await (await connect('crawl', { version: 2 })).close();
      return failureOf(connect('crawl', { version: 1 }));
    }),

  SCHEMA_MISMATCH: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const connection = await connect('crawl');
      await connection.ensureTable({ name: 't', families: [{ name: 'f', blockSize: 4096 }] });
      return failureOf(connection.ensureTable({ name: 't', families: [{ name: 'f', blockSize: 8192 }] }));
    }),

  // The copy from another build keeps the page's registry.
  VERSION_CONFLICT: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const other = { protocol: 999, ending: false, ended: new Promise(() => undefined) };
      Object.assign(globalThis, { [Symbol.for('bigtab.registry')]: new Map([['crawl', other]]) });
      return failureOf(connect('crawl'));
    }),

  WORKER_START_FAILED: async ({ page }) => {
    await page.route(/\/dist\/(inline-)?worker(-[0-9a-f]+)?\.js$/, (route) => route.abort());
    return page.evaluate(async () => failureOf((await import('bigtab')).connect('crawl')));
  },

  WORKER_LOST: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const { workers, worker } = recordedWorkers();
      const connection = await connect({ name: 'crawl', worker });
      const table = await connection.ensureTable({ name: 't', families: ['f'] });
      const failing = failureOf(table.put({ row: 'a', cells: { f: { q: 'v' } } }));
      await endTwice(workers);
      return failing;
    }),

  CONNECTION_CLOSED: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const connection = await connect('crawl');
      await connection.close();
      return failureOf(connection.status());
    }),

  SCANNER_CLOSED: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const table = await (await connect('crawl')).ensureTable({ name: 't', families: ['f'] });
      const scanner = table.getScanner();
      await scanner.next();
      await scanner.close();
      return failureOf(scanner.next());
    }),

  // Only one scanner may be open, and another one has been opened meanwhile.
  SNAPSHOT_EXPIRED: ({ page }) =>
    page.evaluate(async () => {
      const { connect, Scan } = await import('bigtab');
      const connection = await connect({ name: 'crawl', memory: { scanners: 1 } });
      const table = await connection.ensureTable({ name: 't', families: ['f'] });
      await table.put(Array.from({ length: 50 }, (_, n) => ({ row: `${n}`, cells: { f: { q: 'v' } } })));
      const scanner = table.getScanner(new Scan().setCaching(1).setSnapshotRequired(true));
      await scanner.next();
      await table.getScanner(new Scan().setCaching(1)).next();
      return failureOf(scanner.toArray());
    }),

  CORRUPTION: async ({ page }) => {
    await flushedDatabase(page);
    await changeFiles(page, 'crawl', /^data\//, (bytes) => flipped(bytes, 60));
    return page.evaluate(async () =>
      failureOf((await (await import('bigtab')).connect('crawl')).getTable('t').get('a')),
    );
  },

  FORMAT_TOO_NEW: async ({ page }) => {
    await flushedDatabase(page);
    const { database, tables } = await useCatalog(page, 'crawl');
    await useCatalog(page, 'crawl', { database: { ...database, format: 99 }, tables });
    return page.evaluate(async () => failureOf((await import('bigtab')).connect('crawl')));
  },

  QUOTA_EXCEEDED: async ({ page }) => {
    await page.evaluate(async () => {
      const connection = await (await import('bigtab')).connect('crawl');
      Object.assign(globalThis, { table: await connection.ensureTable({ name: 't', families: ['f'] }) });
    });
    await limitStorage(page, (await usage(page)) + 100_000);
    return page.evaluate(async () => {
      const { table } = globalThis as unknown as { table: import('bigtab').Table };
      for (let n = 0; ; n++) {
        const failure = await failureOf(table.put({ row: `row ${n}`, cells: { f: { q: 'x'.repeat(50_000) } } }));
        if (failure !== null || n === 1_000) return failure;
      }
    });
  },

  // A packet that arrives a second time, long after the page has confirmed that it received the answer.
  OUTCOME_UNKNOWN: ({ page }) =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const sent: Uint8Array[] = [];
      let again: Uint8Array | null = null;
      const factory = () => {
        const worker = new Worker('/dist/worker.js');
        const send = worker.postMessage.bind(worker);
        const repeat = (message: [number: number, packet: Uint8Array], transfer: Transferable[]) => {
          if (!Array.isArray(message)) return send(message, transfer);
          const [number, packet] = message;
          sent.push(packet.slice());
          send([number, again?.slice() ?? packet]);
        };
        return Object.assign(worker, { postMessage: repeat });
      };
      const connection = await connect({ name: 'crawl', worker: factory });
      const table = await connection.ensureTable({ name: 't', families: ['f'] });
      await table.incrementColumnValue('n', 'f', 'n', 1);
      const first = sent.at(-1) as Uint8Array;
      await table.incrementColumnValue('n', 'f', 'n', 1);
      again = first;
      const failure = await failureOf(table.incrementColumnValue('n', 'f', 'n', 1));
      again = null;
      const count = await table.incrementColumnValue('n', 'f', 'n', 0);
      return count === 2n ? failure : null;
    }),

  // Other code has raised the epoch of the catalog, twice. The worker ends instead of reporting this, and so does the one
  // that replaces it; see NEVER_LEAVE.
  FENCED: async ({ page }) => {
    await page.evaluate(async () => {
      const connection = await (await import('bigtab')).connect('crawl');
      await connection.ensureTable({ name: 't', families: ['f'] });
      Object.assign(globalThis, { connection });
    });
    expect(await useRaisedEpoch(page)).toBeNull();
    return useRaisedEpoch(page);
  },
};

/** Raises the epoch of the catalog, writes to the table of the page's connection, and flushes it. */
async function useRaisedEpoch(page: Page): Promise<Failure | null> {
  const { database, tables } = await useCatalog(page, 'crawl');
  await useCatalog(page, 'crawl', { database: { ...database, epoch: database.epoch + 1 }, tables });
  return page.evaluate(async () => {
    const { connection } = globalThis as unknown as { connection: import('bigtab').Connection };
    await connection.getTable('t').put({ row: 'a', cells: { f: { q: 'v' } } });
    return failureOf(connection.getAdmin().flush('t'));
  });
}

/** Creates a closed database `crawl` with a row in a store file. */
async function flushedDatabase(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const connection = await (await import('bigtab')).connect('crawl');
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await table.put({ row: 'a', cells: { f: { q: 'x'.repeat(1_000) } } });
    await connection.getAdmin().flush('t');
    await connection.close();
  });
}

/** Codes that stay in the worker, and the codes that the page gets instead. */
const NEVER_LEAVE: Partial<Record<ErrorCode, ErrorCode>> = { FENCED: 'WORKER_LOST' };

test.describe('every error code reaches the page', () => {
  for (const code of Object.keys(ERROR_KINDS) as ErrorCode[]) {
    test(`${code}, with its name, a sentence and the page's stack`, async ({ page, context, site }) => {
      const bringAbout = CASES[code];
      expect(bringAbout, `there is no case for ${code}`).toBeDefined();
      const failure = await bringAbout({ page, context, site });
      const met = NEVER_LEAVE[code] ?? code;
      expect(failure).toMatchObject({ code: met, name: 'BigtabError', hbaseName: hbaseNameOf(met) });
      expect(failure?.message).toMatch(/^.{15,}/);
      console.log(`${code}: ${failure?.message} ${JSON.stringify(failure?.details)}`);
    });
  }
});
