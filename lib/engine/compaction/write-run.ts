import type { Engine } from '../region/engine.js';
import type { Region } from '../region/region.js';
import type { OpenFile, OpenRun, Store } from '../region/store.js';
import { discardStoreFile, type FileContent, writeStoreFile } from './write-store-file.js';

/**
 * A file of a run ends before the first row that would begin after this number of bytes. Chromium charges a file that
 * grows for up to twice its size until it is closed, so this is about the room that a compaction needs beyond its
 * output; and if one file is damaged, the rest of the run can still be read. A memstore is much smaller, so that few
 * stores have a run of more than one file.
 */
export const STORE_FILE_BYTES: number = 256 * 1024 * 1024;

/**
 * Writes one file after the other until the rewriter has ended, and returns them in the order of their rows. Returns
 * null if they were given up; then, and if it fails, all of them are removed. Closes the rewriter.
 */
export async function writeRun(
  engine: Engine,
  region: Region,
  store: Store,
  content: FileContent,
): Promise<OpenRun | null> {
  const { rewriter } = content;
  const run: OpenFile[] = [];
  let complete = false;
  try {
    while (!rewriter.ended) {
      const follows = run.at(-1)?.record.number;
      const file = await writeStoreFile(engine, region, store, {
        ...content,
        ...(follows !== undefined && { follows }),
      });
      if (file === null) return null;
      run.push(file);
    }
    complete = true;
    return run;
  } finally {
    rewriter.abandon();
    if (!complete) await discardRun(engine, run);
  }
}

/**
 * Undoes `writeRun` after a commit that failed: removes the files if no image names them. If the outcome is not known,
 * they are kept for now.
 */
export async function discardRun(engine: Engine, run: OpenRun): Promise<void> {
  for (const file of run) await discardStoreFile(engine, file);
}
