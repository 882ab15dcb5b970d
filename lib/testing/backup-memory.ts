/*
 * A separate program for `node --expose-gc` that exports a database of some cells to a file, imports the file into
 * another database and exports that one. Prints, as JSON, how much memory each part needed in addition to the open
 * databases, and how long it took. The databases are files of this machine. Argument: the number of cells.
 */
import { closeSync, createReadStream, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { crc32c } from '../bytes/crc32c.js';
import { Connection } from '../client/connection.js';
import { directTransport } from '../client/page/direct-transport.js';
import { systemClock } from '../clock.js';
import { Database } from '../engine/server/database.js';
import { NodeFileSystem } from '../kits/node/node-file-system.js';
import type { PutLike } from '../model/put.js';
import { MemoryCatalog } from '../storage/catalog/memory-catalog.js';
import { createYielder } from '../yielder.js';

/** What one part needed. */
export interface BackupPart {
  readonly seconds: number;
  /** The largest number of bytes that were in use, beyond those of the open databases. */
  readonly bytes: number;
}

export interface BackupMemory {
  readonly cells: number;
  readonly fileBytes: number;
  readonly exported: BackupPart;
  readonly imported: BackupPart;
  readonly exportedAgain: BackupPart;
  /** Whether both exports are the same but for the token. */
  readonly same: boolean;
  /** The time from the abort of an import to its rejection. */
  readonly abortSeconds: number;
}

const COLUMNS = 10;
const ROWS_PER_PUT = 1_000;
/** Memory is read each time this number of bytes has passed. */
const BYTES_PER_LOOK = 4 * 1024 * 1024;

const cells = Number(process.argv.at(-1));
const root = mkdtempSync(join(tmpdir(), 'bigtab-backup-'));
const yielder = createYielder();

async function open(name: string): Promise<Connection> {
  const files = new NodeFileSystem(join(root, name));
  const parts = { files, catalog: new MemoryCatalog(), clock: systemClock, yielder: yielder.yield };
  const database = await Database.open({ ...parts, random: Math.random, backend: 'memory' }, { name });
  const transport = directTransport(database);
  return new Connection({ name, id: name, transport, clock: systemClock, yielder: yielder.yield });
}

async function fill(connection: Connection): Promise<void> {
  await connection.ensureTable({ name: 't', families: ['f'] });
  const table = connection.getTable('t');
  for (let row = 0; row * COLUMNS < cells; row += ROWS_PER_PUT) {
    const puts = Array.from({ length: Math.min(ROWS_PER_PUT, cells / COLUMNS - row) }, (_, index): PutLike => {
      const key = String(row + index).padStart(8, '0');
      const columns = Array.from({ length: COLUMNS }, (_, column) => [`q${column}`, `${key}-${column} `.repeat(6)]);
      return { row: key, cells: { f: Object.fromEntries(columns) } };
    });
    await table.put(puts);
  }
}

/** Measures `work`, which reports the bytes that have passed. */
async function measured(work: (passed: (bytes: number) => void) => Promise<void>): Promise<BackupPart> {
  const before = usedBytes();
  let most = 0;
  let next = BYTES_PER_LOOK;
  const started = performance.now();
  await work((bytes) => {
    if (bytes < next) return;
    next = bytes + BYTES_PER_LOOK;
    most = Math.max(most, usedBytes() - before);
  });
  return { seconds: (performance.now() - started) / 1000, bytes: most };
}

function usedBytes(): number {
  (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Exports to a file. Returns the checksum of all lines but the last. */
async function exportTo(connection: Connection, path: string): Promise<BackupPart & { readonly checksum: number }> {
  const file = openSync(path, 'w');
  let checksum = 0;
  let bytes = 0;
  const part = await measured(async (passed) => {
    const reader = connection.exportStream().getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const lines = chunk.value as Uint8Array;
      const end = lines.lastIndexOf(0x0a, -2) + 1;
      // The last chunk is the last line alone.
      if (end > 0) checksum = crc32c(lines, 0, lines.length, checksum);
      writeSync(file, lines);
      bytes += lines.length;
      passed(bytes);
    }
  });
  closeSync(file);
  return { ...part, checksum };
}

function read(path: string): ReadableStream<Uint8Array> {
  return Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
}

const source = await open('source');
await fill(source);
await source.getAdmin().flush('t');
const path = join(root, 'backup.ndjson');
const first = await exportTo(source, path);
await source.close();
const copy = await open('copy');
let fileBytes = 0;
const imported = await measured((passed) =>
  copy.importStream(read(path), {
    mode: 'create',
    onProgress: ({ done }) => {
      fileBytes = done;
      passed(done);
    },
  }),
);
const second = await exportTo(copy, join(root, 'again.ndjson'));
await copy.close();
const aborted = await open('aborted');
const abort = new AbortController();
let abortedAt = 0;
const onProgress = ({ done }: { readonly done: number }) => {
  if (abortedAt > 0 || done < fileBytes / 2) return;
  abortedAt = performance.now();
  abort.abort();
};
await aborted.importStream(read(path), { mode: 'create', signal: abort.signal, onProgress }).catch(() => {});
const abortSeconds = (performance.now() - abortedAt) / 1000;
await aborted.close();
rmSync(root, { recursive: true });
const part = ({ seconds, bytes }: BackupPart): BackupPart => ({ seconds, bytes });
const result: BackupMemory = {
  cells,
  fileBytes,
  exported: part(first),
  imported,
  exportedAgain: part(second),
  same: first.checksum === second.checksum,
  abortSeconds,
};
console.log(JSON.stringify(result));
process.exit(0);
