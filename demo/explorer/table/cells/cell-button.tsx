import { withoutDirections } from '../../ui/cell-text.js';
import { ShowAll } from '../../ui/whole-value.js';
import { BytesText, isLong } from './bytes-text.js';
import { nameOf, type ShownCell } from './shown-cell.js';

/** Called with a cell when the user wants to see its versions. */
export type OnPick = (cell: ShownCell) => void;

/** A cell. A click shows its versions. */
export function CellButton({ cell, onPick }: { readonly cell: ShownCell; readonly onPick: OnPick }) {
  const column = `${withoutDirections(cell.family)}:${cell.qualifier.text}`;
  return (
    <>
      <button type="button" class="cell" title={`Show the versions of ${column}`} onClick={() => onPick(cell)}>
        <code class="column">{column}</code> = <BytesText bytes={cell.value} />
      </button>
      {isLong(cell.value) && <ShowAll of={nameOf(cell)} bytes={cell.cell.value} />}
    </>
  );
}
