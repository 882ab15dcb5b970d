import { BytesText } from './bytes-text.js';
import type { ShownCell } from './shown-cell.js';

/** Told of the cell that someone wants to see the versions of. */
export type OnPick = (cell: ShownCell) => void;

/** A cell; at a click its versions are shown. */
export function CellButton({ cell, onPick }: { readonly cell: ShownCell; readonly onPick: OnPick }) {
  return (
    <button
      type="button"
      class="cell"
      title={`Show the versions of ${cell.family}:${cell.qualifier.text}`}
      onClick={() => onPick(cell)}
    >
      <code class="column">
        {cell.family}:{cell.qualifier.text}
      </code>{' '}
      = <BytesText bytes={cell.value} />
    </button>
  );
}
