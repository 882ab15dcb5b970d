import { useEffect, useState } from 'preact/hooks';
import { countOf, inCount } from '../../ui/amounts.js';
import { withoutDirections } from '../../ui/cell-text.js';
import { Grid } from '../../ui/grid.js';
import type { TablePanelProperties } from '../../ui/panel.js';
import { Sliced } from '../../ui/sliced.js';
import { BytesText } from '../cells/bytes-text.js';
import { type FoundColumns, findColumns } from './found-columns.js';

/** The number of rows that are scanned at first. */
const FIRST_ROWS = 1000;
const PAGE_SIZE = 25;
const ROWS = (
  <span key="rows" class="number">
    Rows with the column
  </span>
);
const HEADS = ['Family', 'Column', ROWS];

/** The columns in the scanned rows of a table. */
export function ColumnsPanel({ panel }: { readonly panel: TablePanelProperties }) {
  const { connection, table, notices } = panel;
  const [limit, setLimit] = useState(FIRST_ROWS);
  const [found, setFound] = useState<FoundColumns | null>(null);
  const [rows, setRows] = useState<number | null>(null);
  const [search, setSearch] = useState<AbortController | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    setSearch(abort);
    void notices
      .attempt(async () => {
        const { signal } = abort;
        setFound(await findColumns(connection.getTable(table), { limit, signal, onProgress: setRows }));
      })
      .then(() => {
        // A later search has its own controller.
        setSearch((current) => (current === abort ? null : current));
      });
    return () => abort.abort();
  }, [connection, table, notices, limit]);

  const scanning = search !== null;
  return (
    <>
      <div class="buttons">
        <p role="status">{sentenceOf(found, scanning ? (rows ?? 0) : null)}</p>
        {found?.complete === false && !scanning && (
          <button type="button" onClick={() => setLimit(Number.MAX_SAFE_INTEGER / 2)}>
            Scan all rows
          </button>
        )}
        {scanning && (
          <button type="button" onClick={() => search.abort()}>
            Cancel
          </button>
        )}
      </div>
      {found !== null && found.columns.length > 0 && (
        <Sliced items={found.columns} size={PAGE_SIZE} what="column" label="Pages of columns">
          {(columns) => (
            <Grid label="Columns" heads={HEADS}>
              {columns.map(({ family, qualifier, rows: having }) => (
                <tr key={`${family}:${qualifier.form}:${qualifier.text}`}>
                  <td>
                    <code>{withoutDirections(family)}</code>
                  </td>
                  <th scope="row">
                    <BytesText bytes={qualifier} />
                  </th>
                  <td class="number">{inCount(having)}</td>
                </tr>
              ))}
            </Grid>
          )}
        </Sliced>
      )}
    </>
  );
}

function sentenceOf(found: FoundColumns | null, scanned: number | null): string {
  if (scanned !== null && scanned > 0) return `${countOf(scanned, 'row')} scanned …`;
  if (found === null) return 'Scanning …';
  const where = found.complete ? countOf(found.rows, 'row') : `the first ${countOf(found.rows, 'row')}`;
  return `${countOf(found.columns.length, 'column')} in ${where}. A table's schema lists only its families, so the columns come from a scan.`;
}
