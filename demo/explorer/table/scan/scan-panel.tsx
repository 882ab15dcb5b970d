import { useEffect, useRef, useState } from 'preact/hooks';
import { countOf } from '../../ui/amounts.js';
import type { TablePanelProperties } from '../../ui/panel.js';
import { type Store, useStore } from '../../ui/store.js';
import { BytesText } from '../cells/bytes-text.js';
import { CellButton, type OnPick } from '../cells/cell-button.js';
import { scanCode } from '../code/code.js';
import { CodeBlock } from '../code/code-block.js';
import { MarkerText } from '../cells/marker-text.js';
import { Pager } from '../../ui/pager.js';
import { type ScanFields, toScanLike } from './scan-fields.js';
import { ScanForm } from './scan-form.js';
import { type ScanPage, ScanRun } from './scan-run.js';
import { ScrollRegion } from '../../ui/scroll-region.js';
import { lineKey } from '../cells/shown-cell.js';
import { StoredHead } from '../cells/stored-head.js';

const PAGE_SIZE = 50;

interface Properties {
  readonly panel: TablePanelProperties;
  readonly fields: ScanFields;
  readonly onChange: (change: Partial<ScanFields>) => void;
  readonly onPick: OnPick;
}

/** A scan of the table: its form, its code, and the cells found. */
export function ScanPanel({ panel, fields, onChange, onPick }: Properties) {
  const { connection, table, notices } = panel;
  const [run, setRun] = useState<ScanRun | null>(null);
  const [sentence, setSentence] = useState('');
  useEffect(() => () => void run?.close(), [run]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what runs is lost with its connection.
  useEffect(() => {
    setRun(null);
    setSentence('');
  }, [connection]);
  const results = useRef<HTMLElement>(null);
  const start = () =>
    notices.attempt(async () => {
      notices.clear();
      const started = new ScanRun(connection.getTable(table), toScanLike(fields), PAGE_SIZE);
      await started.first();
      setRun(started);
      const { items, more } = started.shown.value as ScanPage;
      bringIntoView(results.current);
      setSentence(
        items.length === 0
          ? 'The scan found nothing.'
          : `Found ${more ? 'more than ' : ''}${countOf(items.length, 'cell')}.`,
      );
    });
  const turn = (work: () => Promise<void>) => () => void notices.attempt(work);
  return (
    <div class="scan">
      <ScanForm fields={fields} onChange={onChange} onRun={() => void start()} />
      <div class="scan-found">
        <CodeBlock
          of="scan"
          notices={notices}
          write={() => scanCode({ database: connection.name, table }, toScanLike(fields))}
        />
        <section ref={results} class="scan-found" aria-label="What the scan found">
          <p role="status" class="soft">
            {sentence}
          </p>
          {run !== null && (
            <Results
              store={run.shown}
              onPick={onPick}
              onPrevious={turn(() => run.previous())}
              onNext={turn(() => run.next())}
            />
          )}
        </section>
      </div>
    </div>
  );
}

/** Scrolls to the cells if the form has pushed them down, as on a narrow page. */
function bringIntoView(results: HTMLElement | null): void {
  if (results !== null && results.getBoundingClientRect().top > innerHeight / 2) results.scrollIntoView();
}

interface ResultsProperties {
  readonly store: Store<ScanPage | null>;
  readonly onPick: OnPick;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
}

function Results({ store, onPick, onPrevious, onNext }: ResultsProperties) {
  const page = useStore(store);
  if (page === null || page.items.length === 0) return null;
  return (
    <>
      {page.moved && (
        <p class="soft">The scan was idle too long, so what follows comes from a later state of the table.</p>
      )}
      <ScrollRegion label="Cells found">
        <table class="grid">
          <StoredHead />
          <tbody>
            {page.items.map((found, index) => (
              <tr key={lineKey(found, index)} class={found.marker === null ? undefined : 'marker'}>
                <th scope="row">
                  <BytesText bytes={found.row} />
                </th>
                <td class="time">{found.time}</td>
                <td class="cells">
                  {found.marker === null ? <CellButton cell={found} onPick={onPick} /> : <MarkerText cell={found} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <Pager page={page} what="cell" label="Pages of the scan" onPrevious={onPrevious} onNext={onNext} />
    </>
  );
}
