/*
 * Compactions of files that a test chooses. No published method has them: the engine of a test answers one more control
 * method, beside its service.
 */
import { type CompactionControl, compactStore } from '../../engine/compaction/region-compaction.js';
import type { OpenRun } from '../../engine/region/store.js';
import type { Database } from '../../engine/server/database.js';
import { findTable } from '../../engine/server/find-table.js';
import { normalizeTableName } from '../../model/schema/table-name.js';
import { type Engine, Operation } from '../../service/client-service.js';
import { encodeControlReply, readControl } from '../../service/control-codec.js';
import { type Answer, decodePacket, encodeReplies } from '../../service/packet-codec.js';
import { COMPACT_FILES } from './compact-files.js';

/** Nothing gives the compaction up. */
export const TO_THE_END: CompactionControl = { stopped: () => false, onStep: () => {} };

/** The engine, which also answers `compactFiles`. */
export function withCompactFiles(database: Database): Engine {
  return {
    epoch: database.epoch,
    service: { call: (packet) => call(database, packet) },
    subscribe: (listener, wants) => database.subscribe(listener, wants),
    close: (options) => database.close(options),
  };
}

async function call(database: Database, packet: Uint8Array): Promise<Uint8Array> {
  const [first] = decodePacket(packet).calls;
  if (first?.operation !== Operation.Control) return database.service.call(packet);
  const { method, args } = readControl(first.payload);
  if (method !== COMPACT_FILES) return database.service.call(packet);
  const [table, newest] = args as [string, number | null];
  const answer = await compact(database, table, newest).then(
    (): Answer => ({ payload: encodeControlReply(null) }),
    (error): Answer => ({ error }),
  );
  return encodeReplies([answer]);
}

/** A compaction that the engine has started is ended first, and no other one and no flush runs meanwhile. */
async function compact({ engine, maintenance }: Database, table: string, newest: number | null): Promise<void> {
  const region = findTable(engine, normalizeTableName(table));
  await maintenance.exclusive(region, async () => {
    if (region.state !== 'ENABLED') return;
    await engine.openFiles.read(region);
    for (const store of region.stores) {
      if (store.runs.length <= (newest ?? 0)) continue;
      const runs = (newest === null ? store.runs : store.runs.slice(-newest)) as readonly OpenRun[];
      await compactStore(engine, region, store, { runs, expired: false, ordered: false }, TO_THE_END);
    }
  });
}
