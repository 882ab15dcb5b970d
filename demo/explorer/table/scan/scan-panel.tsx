import { useEffect, useRef, useState } from 'preact/hooks';
import { countOf } from '../../ui/amounts.js';
import { Pager, type Pages } from '../../ui/pager.js';
import type { TablePanelProperties } from '../../ui/panel.js';
import { type Store, useStore } from '../../ui/store.js';
import type { OnPick } from '../cells/cell-button.js';
import { StoredTable } from '../cells/stored-table.js';
import { scanCode } from '../code/code.js';
import { CodeBlock } from '../code/code-block.js';
import type { ShownIndex } from '../indexes/shown-index.js';
import { chosenIndex } from './index-values.js';
import { type ScanFields, toScanLike } from './scan-fields.js';
import { ScanForm } from './scan-form.js';
import { type ScanPage, ScanRun } from './scan-run.js';

const PAGE_SIZE = 50;

interface Properties {
  readonly panel: TablePanelProperties;
  readonly fields: ScanFields;
  readonly indexes: readonly ShownIndex[];
  readonly onChange: (change: Partial<ScanFields>) => void;
  readonly onPick: OnPick;
}

/** A scan of the table: its form, its code, and the cells found. */
export function ScanPanel({ panel, fields: typed, indexes, onChange, onPick }: Properties) {
  const { connection, table, notices } = panel;
  const usable = indexes.filter(({ complete }) => complete);
  // The index that was chosen may have been dropped.
  const fields = typed.rows === 'index' && usable.length === 0 ? { ...typed, rows: 'all' as const } : typed;
  const toScan = () => toScanLike(fields, chosenIndex(fields.index, usable));
  const [run, setRun] = useState<ScanRun | null>(null);
  const [sentence, setSentence] = useState('');
  useEffect(() => () => void run?.close(), [run]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a running scan is lost with its connection.
  useEffect(() => {
    setRun(null);
    setSentence('');
  }, [connection]);
  const results = useRef<HTMLElement>(null);
  const start = () =>
    notices.attempt(async () => {
      notices.clear();
      const started = new ScanRun(connection.getTable(table), toScan(), PAGE_SIZE);
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
  const pages: Pages = {
    previous: () => notices.attempt(async () => run?.previous()),
    next: () => notices.attempt(async () => run?.next()),
  };
  return (
    <div class="scan">
      <ScanForm fields={fields} indexes={usable} onChange={onChange} onRun={() => void start()} />
      <div class="scan-found">
        <CodeBlock of="scan" notices={notices} write={() => scanCode({ database: connection.name, table }, toScan())} />
        <section ref={results} class="scan-found" aria-label="What the scan found">
          <p role="status" class="soft">
            {sentence}
          </p>
          {run !== null && <Results store={run.shown} pages={pages} onPick={onPick} />}
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
  readonly pages: Pages;
  readonly onPick: OnPick;
}

function Results({ store, pages, onPick }: ResultsProperties) {
  const page = useStore(store);
  if (page === null || page.items.length === 0) return null;
  return (
    <>
      {page.moved && (
        <p class="soft">The scan was idle too long, so what follows comes from a later state of the table.</p>
      )}
      <StoredTable label="Cells found" cells={page.items} onPick={onPick} />
      <Pager page={page} pages={pages} what="cell" label="Pages of the scan" />
    </>
  );
}
