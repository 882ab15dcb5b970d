import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite.mjs';
import type { FileSystemClass } from '@journeyapps/wa-sqlite/src/VFS.js';
import type { ProbeMessage } from './sqlite-worker.js';
import { WaSqliteRows } from './wa-sqlite-rows.js';

/** Answers the messages of a `SqliteProbe` in a worker. */
export function serveWaSqlite(FileSystem: FileSystemClass, pragmas: string): void {
  let rows: WaSqliteRows;
  addEventListener('message', async ({ data }) => {
    const message = data as ProbeMessage;
    if ('get' in message) return postMessage(rows.get(message.get));
    if ('getMany' in message) return postMessage(rows.getMany(message.getMany));
    if ('open' in message) rows = await WaSqliteRows.open(message.open, createModule, FileSystem, pragmas);
    else if ('load' in message) await rows.load(message.load);
    else if ('put' in message) rows.put(message.put, message.value);
    else if ('close' in message) await rows.close();
    else {
      rows.scanAll((batch) =>
        postMessage(batch, { transfer: Object.values(batch).map(({ buffer }) => buffer as ArrayBuffer) }),
      );
    }
    postMessage(null);
  });
  // Errors reach the page, but rejected promises do not.
  addEventListener('unhandledrejection', ({ reason }) => {
    throw reason;
  });
}
