import { BigtabError, corruption } from '../../errors.js';
import type { CallControl } from '../region/call-control.js';
import type { Engine } from '../region/engine.js';
import type { Region } from '../region/region.js';
import { OBSOLETE_FOR_MS } from '../region/region-commit.js';
import { renewLog } from './log-renewal.js';
import type { Maintenance } from './maintenance.js';
import type { ObsoleteFiles } from './obsolete-files.js';

/** How often it is checked whether the obsolete files are gone. */
const CHECK_MS = 1_000;

export interface EraseParts {
  readonly engine: Engine;
  readonly maintenance: Maintenance;
  readonly obsolete: ObsoleteFiles;
}

/**
 * Removes from the medium every value of `region` that reads no longer return. Afterwards no store file, log segment or
 * obsolete file contains one:
 *
 *  1. A major compaction writes new store files without them.
 *  2. The log continues in a new segment. Each region flushes what it has in older segments, of whatever table, because
 *     these segments contain the writes of all tables. Then they are obsolete.
 *  3. Obsolete files are kept for 60 s, and longer while a scanner reads them, so the call waits for their removal.
 *
 * Values written while the call runs may remain. Resolves to the seconds that step 3 took.
 */
export async function eraseTable(parts: EraseParts, region: Region, control: CallControl): Promise<number> {
  const { engine, maintenance } = parts;
  // The catalog keeps answers of increments and appends, which contain values, until they are acknowledged.
  const answered = engine.operations.highest;
  const order = {
    region,
    familyId: null,
    major: true,
    prepare: () => maintenance.flush(region),
    onProgress: (done: number, total: number) => control.advance(done, total, 'cells'),
  };
  await maintenance.compactions.order(order, control.aborted);
  for (const [connection, number] of answered) engine.operations.forget(connection, number);
  await replaceLog(engine, maintenance, region.name);
  return removal(parts, region.name, control);
}

/** Makes every segment obsolete that exists now. */
async function replaceLog(engine: Engine, maintenance: Maintenance, table: string): Promise<void> {
  await renewLog(engine, (region) => maintenance.flush(region));
  engine.commit.cleanMirror();
  const damaged = engine.wal.segments.find((segment) => segment.damaged);
  const kept = damaged ?? engine.commit.quarantined[0];
  if (kept === undefined) return;
  const why = damaged === undefined ? 'file is in quarantine' : 'log segment is kept because it is damaged';
  const what = `the ${why}, and may contain deleted values of table '${table}'; repair with release: true removes it`;
  throw corruption(kept.path, 0, what);
}

/** Waits until every file that is obsolete now has been removed. Resolves to the seconds that this took. */
async function removal({ engine, obsolete }: EraseParts, table: string, control: CallControl): Promise<number> {
  const { clock, commit } = engine;
  const began = clock.now();
  const paths = new Set(commit.obsolete.map(({ path }) => path));
  for (;;) {
    await obsolete.removeDue();
    const left = commit.obsolete.filter(({ path }) => paths.has(path));
    const passed = clock.now() - began;
    if (left.length === 0) return Math.ceil(passed / 1000);
    if (control.isAborted) throw ended(table);
    const until = Math.max(...left.map(({ since }) => since + OBSOLETE_FOR_MS)) - began;
    control.advance(Math.floor(passed / 1000), Math.ceil(Math.max(passed, until) / 1000), 'seconds');
    await Promise.race([control.aborted, new Promise<void>((resolve) => clock.after(CHECK_MS, resolve))]);
  }
}

function ended(table: string): BigtabError {
  const message = `The erasure of table '${table}' was ended before all replaced files were removed. Call erase again`;
  return new BigtabError('INVALID_OPERATION', message, { details: { table } });
}
