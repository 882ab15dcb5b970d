import { useMemo, useState } from 'preact/hooks';
import { inCount } from '../../ui/amounts.js';
import { withoutDirections } from '../../ui/cell-text.js';
import { Grid } from '../../ui/grid.js';
import { Pager } from '../../ui/pager.js';
import type { TablePanelProperties } from '../../ui/panel.js';
import { useStore } from '../../ui/store.js';
import { BytesText } from '../cells/bytes-text.js';
import { CellButton, type OnPick } from '../cells/cell-button.js';
import type { ShownCell } from '../cells/shown-cell.js';
import { type ReadPage, useLivePages } from '../live/live-pages.js';
import { type ConceptualRow, readConceptualPage } from './conceptual-rows.js';

const PAGE_SIZE = 10;
/** The number of older lines of a row that one click adds. */
const MORE_LINES = 20;

interface Properties {
  readonly panel: TablePanelProperties;
  readonly families: readonly string[];
  readonly onPick: OnPick;
  /** Opens the form for a put. */
  readonly onAdd: () => void;
}

/** The conceptual view of the table: the cells of each row at each timestamp. Empty cells take no space. */
export function ConceptualView({ panel, families, onPick, onAdd }: Properties) {
  const linesShown = useMemo(() => new Map<string, number>(), []);
  const read: ReadPage<ConceptualRow> = useMemo(
    () => (table, request) => readConceptualPage(table, { ...request, linesShown }),
    [linesShown],
  );
  const pages = useLivePages(panel, PAGE_SIZE, read);
  const page = useStore(pages.live.shown);
  if (page === null) return <p class="soft">Reading …</p>;
  if (page.items.length === 0) {
    return (
      <div class="empty-table">
        <p>This table is empty.</p>
        <p class="buttons">
          <button type="button" class="main" onClick={onAdd}>
            Add a row
          </button>
          <a href={panel.importAddress}>Import a file</a>
        </p>
      </div>
    );
  }
  const showMore = ({ id, lines }: ConceptualRow) => {
    linesShown.set(id, lines.length + MORE_LINES);
    void pages.live.refresh();
  };
  const heads = families.map((family) => (
    <span key={family}>
      Family <code>{withoutDirections(family)}</code>
    </span>
  ));
  return (
    <>
      <Grid label="Rows by timestamp" heads={['Row key', 'Timestamp', ...heads]}>
        {page.items.map((row) => (
          <RowLines key={row.id} row={row} families={families} onPick={onPick} onMore={() => showMore(row)} />
        ))}
      </Grid>
      <Pager page={page} pages={pages} what="row" label="Pages of the conceptual view" />
    </>
  );
}

interface RowProperties extends Pick<Properties, 'families' | 'onPick'> {
  readonly row: ConceptualRow;
  readonly onMore: () => void;
}

function RowLines({ row: { id, row, lines, more }, families, onPick, onMore }: RowProperties) {
  return (
    <>
      {lines.map((line, index) => (
        <tr key={`${id}\n${line.time}`} class={index > 0 ? 'goes-on' : undefined}>
          <th scope="row">
            <BytesText bytes={row} />
          </th>
          <td class="time">{line.time}</td>
          {families.map((family) => (
            <td key={family} class="cells">
              <Cells cells={line.cells.get(family) ?? []} onPick={onPick} />
            </td>
          ))}
        </tr>
      ))}
      {more && (
        <tr class="goes-on">
          <td />
          <td colSpan={families.length + 1}>
            <button type="button" class="quiet show-all" onClick={onMore}>
              Show older versions of <BytesText bytes={row} />
            </button>
          </td>
        </tr>
      )}
    </>
  );
}

/** The number of cells of one family and time that are shown at first, and that one click adds. */
const CELLS_SHOWN = 20;
const MORE_CELLS = 200;

function Cells({ cells, onPick }: { readonly cells: readonly ShownCell[]; readonly onPick: OnPick }) {
  const [most, setMost] = useState(CELLS_SHOWN);
  const rest = cells.length - most;
  return (
    <>
      {cells.slice(0, most).map((cell) => (
        <CellButton key={cell.qualifier.text} cell={cell} onPick={onPick} />
      ))}
      {rest > 0 && (
        <button type="button" class="quiet show-all" onClick={() => setMost(most + MORE_CELLS)}>
          Show {inCount(Math.min(rest, MORE_CELLS))} of {inCount(rest)} more
        </button>
      )}
    </>
  );
}
