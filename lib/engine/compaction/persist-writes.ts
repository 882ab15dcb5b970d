import type { Engine } from '../region/engine.js';
import { unloggedRegions } from './flush-at-close.js';
import type { Maintenance } from './maintenance.js';

/**
 * Forces all writes so far to the device, before the catalog says something about them. Cells that are not in the log
 * are flushed (W-61). Rejects if they cannot be.
 */
export async function persistWrites(engine: Engine, maintenance: Pick<Maintenance, 'flush'>): Promise<void> {
  for (const region of unloggedRegions(engine)) await maintenance.flush(region);
  engine.wal.flush();
}
