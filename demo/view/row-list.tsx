import { useState } from 'preact/hooks';
import type { Browsed } from '../rows/row-browser.js';
import type { ShownRow } from '../rows/row-page.js';
import type { TableEditing } from '../rows/table-editing.js';
import { inDate } from './amounts.js';
import { CellForm } from './cell-form.js';
import { CellValue } from './cell-value.js';
import { DeleteRowButton } from './delete-row-button.js';

interface Properties {
  readonly shown: Browsed;
  readonly editing: TableEditing | null;
}

/** Row by row, each with the cells that it has and no others. */
export function RowList({ shown, editing }: Properties) {
  return (
    <ul class="row-list">
      {shown.rows.map((row) => (
        <Row key={row.id} row={row} families={shown.families} editing={editing} />
      ))}
    </ul>
  );
}

function Row({ row, families, editing }: { row: ShownRow; families: readonly string[]; editing: TableEditing | null }) {
  const [adding, setAdding] = useState(false);
  return (
    <li class="row" data-row={row.id}>
      <div class="row-head">
        <h3>{row.name}</h3>
        <div class="row-actions">
          <button type="button" class="quiet" aria-label={`Add a cell to ${row.name}`} onClick={() => setAdding(true)}>
            Add a cell
          </button>
          <DeleteRowButton row={row} text="Delete row" editing={editing} />
        </div>
      </div>
      <dl class="cells">
        {row.cells.map((cell) => (
          <div key={cell.column} class="cell">
            <dt>
              <span class="family">{cell.family}:</span>
              {cell.qualifier}
            </dt>
            <dd>
              <CellValue cell={cell} rowName={row.name} editing={editing} />
            </dd>
            <dd class="written">{inDate(cell.cell.timestamp)}</dd>
          </div>
        ))}
      </dl>
      {adding && (
        <CellForm
          title={`New cell of ${row.name}`}
          row={row.key}
          families={families}
          onSave={async (cell) => (await editing?.put(cell)) ?? false}
          onClose={() => setAdding(false)}
        />
      )}
    </li>
  );
}
