import { RequestEdits } from '../mutation/request-edits.js';
import type { Engine } from '../region/engine.js';
import type { Region } from '../region/region.js';

/** Logs and inserts stamped cells that no request wrote, as a commit group of their own. Throws the error of `write`. */
export function writeInternally(
  { group }: Pick<Engine, 'group'>,
  region: Region,
  write: (edits: RequestEdits) => void,
): void {
  const edits = new RequestEdits(region, 'SYNC_WAL', { group, operation: null });
  try {
    write(edits);
    edits.insert();
    edits.end(new Uint8Array());
  } catch (error) {
    group.poison(error);
  }
  group.end();
}
