import { withoutDirections } from '../../ui/cell-text.js';
import type { ShownCell } from './shown-cell.js';

/** The text of a marker: its type, and what it deletes. */
export function MarkerText({ cell: { family, qualifier, cell, marker } }: { readonly cell: ShownCell }) {
  const ofColumn = cell.type === 'Delete' || cell.type === 'DeleteColumn';
  return (
    <span class="marker-text">
      <span class="badge">{cell.type}</span>{' '}
      <code class="column">
        {withoutDirections(family)}
        {ofColumn && `:${qualifier.text}`}
      </code>{' '}
      {marker}
    </span>
  );
}
