import type { FamilyDescriptor } from 'bigtab';
import { useCallback } from 'preact/hooks';
import { Check } from '../../fields/check.js';
import { familyBytes } from '../../fields/typed-bytes.js';
import { withoutDirections } from '../../ui/cell-text.js';
import { Pager } from '../../ui/pager.js';
import type { TablePanelProperties } from '../../ui/panel.js';
import { useStore } from '../../ui/store.js';
import type { OnPick } from '../cells/cell-button.js';
import { StoredTable } from '../cells/stored-table.js';
import { type ReadPage, useLivePages } from '../live/live-pages.js';
import { inWords } from '../schema/family-fields.js';
import { readStoredPage, type StoredCell } from './stored-cells.js';

const PAGE_SIZE = 12;

interface Properties {
  readonly panel: TablePanelProperties;
  readonly families: readonly FamilyDescriptor[];
  /** Whether markers are shown. */
  readonly raw: boolean;
  readonly onRaw: (raw: boolean) => void;
  readonly onPick: OnPick;
}

/** The table as it is stored: each family separately, cell by cell. */
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
          <StoredTable label={`Cells of ${name}`} cells={page.items} onPick={onPick} />
          <Pager page={page} pages={pages} what="cell" label={`Pages of ${name}`} />
        </>
      )}
    </section>
  );
}
