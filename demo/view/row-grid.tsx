import type { Browsed } from '../rows/row-browser.js';
import type { ShownCell, ShownRow } from '../rows/row-page.js';
import type { TableEditing } from '../rows/table-editing.js';
import { CellValue } from './cell-value.js';
import { DeleteRowButton } from './delete-row-button.js';

interface Properties {
  readonly shown: Browsed;
  readonly editing: TableEditing | null;
}

/** The rows of a page under the columns that any of them has: for rows that are alike. */
export function RowGrid({ shown, editing }: Properties) {
  const columns = columnsOf(shown.rows);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section class="grid" aria-label="Rows and columns" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Row</th>
            {columns.map(({ column, family, qualifier, numeric }) => (
              <th key={column} scope="col" class={numeric ? 'numeric' : undefined}>
                <span class="family">{family}:</span>
                {qualifier}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {shown.rows.map((row) => (
            <tr key={row.id} data-row={row.id}>
              <th scope="row">{row.name}</th>
              {columns.map(({ column, numeric }) => {
                const cell = row.cells.find((candidate) => candidate.column === column);
                return (
                  <td key={column} class={numeric ? 'numeric' : undefined}>
                    {cell !== undefined && <CellValue cell={cell} rowName={row.name} editing={editing} />}
                  </td>
                );
              })}
              <td class="row-actions">
                <DeleteRowButton row={row} text="Delete" editing={editing} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface Column {
  readonly column: string;
  readonly family: string;
  readonly qualifier: string;
  /** Whether every value in it is a number. */
  readonly numeric: boolean;
}

/** In the order of the cells: families and qualifiers by their bytes. */
function columnsOf(rows: readonly ShownRow[]): readonly Column[] {
  const found = new Map<string, ShownCell[]>();
  for (const cell of rows.flatMap(({ cells }) => cells)) {
    const column = found.get(cell.column);
    if (column === undefined) found.set(cell.column, [cell]);
    else column.push(cell);
  }
  return [...found]
    .map(([column, cells]) => {
      const { family, qualifier } = cells[0] as ShownCell;
      return { column, family, qualifier, numeric: cells.every(({ value }) => /^-?\d+(\.\d+)?$/.test(value.text)) };
    })
    .sort((a, b) => compareText(a.family, b.family) || compareText(a.qualifier, b.qualifier));
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
