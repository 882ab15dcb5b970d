import { OFFSET_TYPE } from '../../keyvalue/cell-layout.js';
import { CellType } from '../../model/cell-type.js';
import type { MutateRequest } from '../../model/mutate-request.js';
import type { ActionPart, ActionRequest } from '../../model/row-action.js';
import type { WrittenCells } from '../region/database-state.js';
import { soundCellLength } from './sound-cell.js';

/** What a request writes if every condition in it holds. Throws CORRUPTION for bytes that are not cells. */
export function writtenCells(request: MutateRequest | ActionRequest): WrittenCells {
  let written: WrittenCells = 'nothing';
  for (const part of partsOf(request)) {
    const { offset, end } = part;
    // The engine adds the cells.
    if ('kind' in part && part.kind === 'restore') return 'cells';
    for (let cell = offset; cell < end; cell += soundCellLength(request.block, cell, end)) {
      if (request.block.view.getUint8(cell + OFFSET_TYPE) === CellType.Put) return 'cells';
      written = 'markers';
    }
  }
  return written;
}

/** The cells of increments and appends are puts too. */
function* partsOf(
  request: MutateRequest | ActionRequest,
): Iterable<ActionPart | { readonly offset: number; readonly end: number }> {
  if ('actions' in request) {
    for (const action of request.actions) if ('parts' in action) yield* action.parts;
  } else {
    for (const cursor = request.cursor(); cursor.next(); ) yield cursor;
  }
}
