import { openMemory } from '../../memory.js';
import type { OwnedStage } from './player.js';
import { SITE } from './site.js';

/** A database in this thread, in memory. */
export async function openDirectStage(): Promise<OwnedStage> {
  let now = 0;
  const connection = await openMemory({ timestamps: 'wall', clock: { now: () => now }, configuration: SITE });
  // A history says itself what is compacted, and when.
  await connection.getAdmin().compactionSwitch(false);
  return {
    connection,
    setTime: (time) => {
      now = time;
    },
    close: () => connection.close(),
  };
}
