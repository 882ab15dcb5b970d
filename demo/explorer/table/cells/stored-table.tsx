import { Grid } from '../../ui/grid.js';
import { BytesText } from './bytes-text.js';
import { CellButton, type OnPick } from './cell-button.js';
import { MarkerText } from './marker-text.js';
import { lineKey, type ShownCell } from './shown-cell.js';

interface Properties {
  readonly label: string;
  /** The cells. `hidden` marks those that reads do not return. */
  readonly cells: readonly (ShownCell & { readonly hidden?: boolean })[];
  readonly onPick: OnPick;
}

const HEADS = ['Row key', 'Timestamp', 'Cell'];

/** A table with one stored cell or marker per line, as in HBase's guide. */
export function StoredTable({ label, cells, onPick }: Properties) {
  return (
    <Grid label={label} heads={HEADS}>
      {cells.map((cell, index) => (
        <tr
          key={lineKey(cell, index)}
          class={cell.marker !== null ? 'marker' : cell.hidden ? 'hidden-cell' : undefined}
        >
          <th scope="row">
            <BytesText bytes={cell.row} />
          </th>
          <td class="time">{cell.time}</td>
          <td class="cells">
            {cell.marker !== null ? <MarkerText cell={cell} /> : <CellButton cell={cell} onPick={onPick} />}
            {cell.hidden && <span class="badge">hidden</span>}
          </td>
        </tr>
      ))}
    </Grid>
  );
}
