import type { FamilyDescriptor } from 'bigtab';
import { useCallback } from 'preact/hooks';
import { Check } from '../../fields/check.js';
import { withoutDirections } from '../../ui/cell-text.js';
import type { TablePanelProperties } from '../../ui/panel.js';
import { useStore } from '../../ui/store.js';
import { BytesText } from '../cells/bytes-text.js';
import { CellButton, type OnPick } from '../cells/cell-button.js';
import { inWords } from '../schema/family-fields.js';
import { type ReadPage, useLivePages } from '../live/live-pages.js';
import { MarkerText } from '../cells/marker-text.js';
import { Pager } from '../../ui/pager.js';
import { ScrollRegion } from '../../ui/scroll-region.js';
import { lineKey } from '../cells/shown-cell.js';
import { readStoredPage, type StoredCell } from './stored-cells.js';
import { StoredHead } from '../cells/stored-head.js';
import { familyBytes } from '../../fields/typed-bytes.js';

const PAGE_SIZE = 12;

interface Properties {
  readonly panel: TablePanelProperties;
  readonly families: readonly FamilyDescriptor[];
  /** Whether markers are shown. */
  readonly raw: boolean;
  readonly onRaw: (raw: boolean) => void;
  readonly onPick: OnPick;
}

/** The table as stored: each family separately, cell by cell. */
export function PhysicalView({ panel, families, raw, onRaw, onPick }: Properties) {
  return (
    <>
      <Check value={raw} onChange={onRaw}>
        Show delete markers and the cells they hide (raw scan)
      </Check>
      {families.map((family) => (
        <FamilyCells key={family.name} panel={panel} family={family} raw={raw} onPick={onPick} />
      ))}
    </>
  );
}

interface FamilyProperties extends Pick<Properties, 'panel' | 'raw' | 'onPick'> {
  readonly family: FamilyDescriptor;
}

function FamilyCells({ panel, family, raw, onPick }: FamilyProperties) {
  const { name } = family;
  const read: ReadPage<StoredCell> = useCallback(
    (table, request) => readStoredPage(table, familyBytes(name), { ...request, raw }),
    [name, raw],
  );
  const pages = useLivePages(panel, PAGE_SIZE, read);
  const page = useStore(pages.live.shown);
  return (
    <section class="family-cells" aria-label={`Family ${name}`}>
      <h3>
        Family <code>{withoutDirections(name)}</code> <small>{inWords(family)}</small>
      </h3>
      {page === null && <p class="soft">Reading …</p>}
      {page?.items.length === 0 && <p class="soft">No cells.</p>}
      {page !== null && page.items.length > 0 && (
        <>
          <ScrollRegion label={`Cells of ${name}`}>
            <table class="grid">
              <StoredHead />
              <tbody>
                {page.items.map((cell, index) => (
                  <StoredLine key={lineKey(cell, index)} cell={cell} onPick={onPick} />
                ))}
              </tbody>
            </table>
          </ScrollRegion>
          <Pager
            page={page}
            what="cell"
            label={`Pages of ${name}`}
            onPrevious={() => void pages.previous()}
            onNext={() => void pages.next()}
          />
        </>
      )}
    </section>
  );
}

function StoredLine({ cell, onPick }: { readonly cell: StoredCell; readonly onPick: OnPick }) {
  const { row, time, marker, hidden } = cell;
  return (
    <tr class={marker !== null ? 'marker' : hidden ? 'hidden-cell' : undefined}>
      <th scope="row">
        <BytesText bytes={row} />
      </th>
      <td class="time">{time}</td>
      <td class="cells">
        {marker !== null ? <MarkerText cell={cell} /> : <CellButton cell={cell} onPick={onPick} />}
        {hidden && <span class="badge">hidden</span>}
      </td>
    </tr>
  );
}
