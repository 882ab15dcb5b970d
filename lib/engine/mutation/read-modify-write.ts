import type { ByteWriter } from '../../bytes/byte-writer.js';
import { compareBytes } from '../../bytes/compare.js';
import { decodeInt64, encodeInt64, wrapInt64 } from '../../bytes/numbers.js';
import { toStringBinary } from '../../bytes/text.js';
import { BigtabError, corruption } from '../../errors.js';
import { appendCell, stampCell } from '../../keyvalue/append-cell.js';
import { encodedCellLength, FLAG_IMPLICIT_TIME, OFFSET_FAMILY, readCell } from '../../keyvalue/cell-layout.js';
import { CellView } from '../../keyvalue/cell-view.js';
import { CellType } from '../../model/cell-type.js';
import { LATEST_TIMESTAMP } from '../../model/mutation.js';
import type { ActionPart } from '../../model/row-action.js';
import type { Store } from '../region/store.js';
import { checkCellSize } from '../region/write-limits.js';
import { readColumn } from './read-column.js';
import type { MutationSource, StampContext } from './stamp-mutation.js';
import { visibleTime } from './visible-time.js';

const COUNTER_BYTES = 8;

/** A new cell: its offset in the writer, and the index of its family among the region's. */
export interface NewCell {
  readonly offset: number;
  readonly family: number;
}

interface Change {
  readonly cell: CellView;
  readonly qualifier: Uint8Array;
  readonly store: Store;
  /** The index of the store among the region's. */
  readonly family: number;
}

/**
 * Computes the new cells of one increment or append from the row's current values, one put for each named column
 * (W-31), and appends them to `out`, stamped, in family and qualifier order; equal columns in the order named, each
 * from the same old value (W-36, W-37). Throws INVALID_OPERATION if a counter is not 8 bytes wide (W-32) or a new cell
 * too large (N-35). REQUIRES that `checkCells` found every family.
 */
export function modifyRow(
  source: MutationSource,
  row: Uint8Array,
  part: ActionPart,
  context: StampContext,
  out: ByteWriter,
): NewCell[] {
  const { clock, region } = source;
  const changes = changesOf(source, part);
  const { ahead } = context;
  const earlier = ahead < 0 ? 0 : out.length;
  let base = -1;
  const implicitTime = (): number => {
    if (base < 0) {
      const versions = changes.some(({ store }) => store.keepsVersions);
      base = clock.forPut(region, row, 0, row.length, versions);
    }
    return base;
  };
  return changes.map(({ cell, qualifier, store, family }) => {
    const { timeRange } = part;
    const [old] = readColumn(region, store, row, qualifier, { timeRange }, context.readPoint, context.now);
    const value = part.kind === 'append' ? joined(old, cell) : encodeInt64(sum(old, cell, store, row));
    checkCellSize(region.writeLimits, row.length, store.name.length, qualifier.length, value.length);
    const given = old === undefined && cell.timestamp !== LATEST_TIMESTAMP;
    let time = cell.timestamp;
    let flag = 0;
    if (!given) {
      const lowest = implicitTime();
      time = clock.forCounter(old?.timestamp ?? -1, lowest);
      if (clock.mayBeBehind(region, time, ahead)) {
        const columns = [{ family: store.name, qualifiers: [qualifier] }];
        const write = { row, columns, isPut: true, least: time };
        time = visibleTime(source, write, context, out, earlier);
      }
      if (clock.settle(region, row, lowest, time, false)) flag = FLAG_IMPLICIT_TIME;
    }
    if (flag === 0) context.ahead = Math.max(context.ahead, time);
    const offset = out.length;
    // The mutation's own time to live replaces the old one (W-38).
    const tags = tagsOf(cell) ?? (old === undefined ? null : tagsOf(old));
    appendCell(out, row, store.familyId, { qualifier, timestamp: time, type: CellType.Put, value }, tags);
    stampCell(out.view, offset, context.sequenceId, time, flag);
    return { offset, family };
  });
}

/** The named columns, in order. */
function changesOf({ block, region, stores }: MutationSource, { kind, offset, end }: ActionPart): Change[] {
  const changes: Change[] = [];
  for (let at = offset; at < end; at += encodedCellLength(block.view, at)) {
    const cell = new CellView();
    readCell(cell, block, at);
    const sound = cell.type === CellType.Put && (kind === 'append' || cell.valueLength === COUNTER_BYTES);
    const store = stores[block.view.getUint16(at + OFFSET_FAMILY, true)];
    if (!sound || store === undefined) throw corruption('request', at, 'this is not an amount');
    changes.push({ cell, qualifier: cell.copyQualifier(), store, family: region.stores.indexOf(store) });
  }
  return changes.sort((a, b) => a.family - b.family || compareBytes(a.qualifier, b.qualifier));
}

function joined(old: CellView | undefined, added: CellView): Uint8Array {
  const before = old?.copyValue() ?? new Uint8Array(0);
  const value = new Uint8Array(before.length + added.valueLength);
  value.set(before);
  value.set(added.copyValue(), before.length);
  return value;
}

function sum(old: CellView | undefined, amount: CellView, store: Store, row: Uint8Array): bigint {
  const added = decodeInt64(amount.value, amount.valueOffset);
  if (old === undefined) return added;
  if (old.valueLength !== COUNTER_BYTES) {
    const column = `${store.family.name}:${toStringBinary(amount.copyQualifier())}`;
    throw new BigtabError(
      'INVALID_OPERATION',
      `Field is not a long, it's ${old.valueLength} bytes wide: column '${column}' of row '${toStringBinary(row)}'`,
    );
  }
  return wrapInt64(decodeInt64(old.value, old.valueOffset) + added);
}

function tagsOf({ tags, tagsOffset, tagsLength }: CellView): Uint8Array | null {
  return tagsLength === 0 ? null : tags.slice(tagsOffset, tagsOffset + tagsLength);
}
