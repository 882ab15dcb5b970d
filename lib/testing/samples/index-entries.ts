import { ByteWriter } from '../../bytes/byte-writer.js';
import { writeInternally } from '../../engine/compaction/write-internally.js';
import { appendEntry, appendRemoval } from '../../engine/index/write-entries.js';
import type { Engine } from '../../engine/region/engine.js';
import type { Region } from '../../engine/region/region.js';
import type { RegionIndex } from '../../engine/region/region-index.js';

/** Writes an entry of an index, or removes one, beside what its rows need. `key`: see engine/index/index-key. */
export function writeEntry(
  engine: Engine,
  table: string,
  name: string,
  key: Uint8Array,
  what: 'entry' | 'removal',
): void {
  const region = engine.regions.get(table) as Region;
  const index = region.indexes.find((one) => one.name === name) as RegionIndex;
  const sequenceId = engine.group.takeSequenceIds(1);
  const out = new ByteWriter();
  if (what === 'removal') appendRemoval(out, index, key, sequenceId);
  else {
    const until = Number.POSITIVE_INFINITY;
    appendEntry(out, index, { key, until, partsLength: 0, values: [], timestamps: [] }, sequenceId);
  }
  writeInternally(engine, region, (edits) => edits.open(sequenceId).raw(out.bytes, 0, out.length));
}
