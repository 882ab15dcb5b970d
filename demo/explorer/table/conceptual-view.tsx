import { withoutDirections } from '../ui/cell-text.js';
import type { TablePanelProperties } from '../ui/panel.js';
import { useStore } from '../ui/store.js';
import { BytesText } from './bytes-text.js';
import { CellButton, type OnPick } from './cell-button.js';
import { type ConceptualLine, readConceptualPage } from './conceptual-rows.js';
import { useLivePages } from './live-pages.js';
import { Pager } from './pager.js';
import { ScrollRegion } from './scroll-region.js';

const PAGE_SIZE = 20;

interface Properties {
  readonly panel: TablePanelProperties;
  readonly families: readonly string[];
  readonly onPick: OnPick;
}

/** The table as one thinks of it: what each row had at each timestamp. Where it had nothing, nothing is stored. */
export function ConceptualView({ panel, families, onPick }: Properties) {
  const pages = useLivePages(panel, PAGE_SIZE, readConceptualPage);
  const page = useStore(pages.live.shown);
  if (page === null) return <p class="soft">Reading …</p>;
  if (page.items.length === 0) return <p class="soft">No read finds a cell in this table.</p>;
  return (
    <>
      <ScrollRegion label="Rows by timestamp">
        <table class="grid">
          <thead>
            <tr>
              <th scope="col">Row key</th>
              <th scope="col">Timestamp</th>
              {families.map((family) => (
                <th key={family} scope="col">
                  Family <code>{withoutDirections(family)}</code>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {page.items.map((line) => (
              <Line key={`${line.row.text}\n${line.time}`} line={line} families={families} onPick={onPick} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <Pager
        page={page}
        what="line"
        label="Pages of the conceptual view"
        onPrevious={() => void pages.previous()}
        onNext={() => void pages.next()}
      />
    </>
  );
}

interface LineProperties extends Omit<Properties, 'panel'> {
  readonly line: ConceptualLine;
}

function Line({ line, families, onPick }: LineProperties) {
  return (
    <tr class={line.goesOn ? 'goes-on' : undefined}>
      <th scope="row">
        <BytesText bytes={line.row} />
      </th>
      <td class="time">{line.time}</td>
      {families.map((family) => (
        <td key={family} class="cells">
          {line.cells.get(family)?.map((cell) => (
            <CellButton key={cell.qualifier.text} cell={cell} onPick={onPick} />
          ))}
        </td>
      ))}
    </tr>
  );
}
