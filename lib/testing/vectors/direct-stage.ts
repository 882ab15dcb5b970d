import { memoryMedium, openEngine } from '../samples/engine.js';
import type { OwnedStage } from './player.js';
import { SITE } from './site.js';

/** A database in this thread, in memory. */
export async function openDirectStage(): Promise<OwnedStage> {
  const medium = memoryMedium();
  medium.clock.set(0);
  const { connection } = await openEngine(medium, { timestamps: 'wall', configuration: SITE });
  // The history determines what is compacted, and when.
  await connection.getAdmin().compactionSwitch(false);
  return {
    connection,
    setTime: (now) => medium.clock.set(now),
    close: () => connection.close(),
  };
}
