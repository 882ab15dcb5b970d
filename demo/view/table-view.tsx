import type { Connection } from 'bigtab';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { RowBrowser } from '../rows/row-browser.js';
import { TableEditing } from '../rows/table-editing.js';
import { findSample } from '../samples/samples.js';
import { WEATHER_DAYS } from '../samples/weather.js';
import type { WeatherLoader } from '../samples/weather-loader.js';
import type { Notices } from '../state/notices.js';
import type { AddressSelection } from '../state/selection.js';
import { useStore } from '../state/store.js';
import { CellForm } from './cell-form.js';
import { NoRows } from './no-rows.js';
import { Pager } from './pager.js';
import { RowGrid } from './row-grid.js';
import { RowList } from './row-list.js';
import { TableTools } from './table-tools.js';
import { WeatherPanel } from './weather-panel.js';

interface Properties {
  readonly name: string;
  /** Null while the worker is away; what is shown stays. */
  readonly connection: Connection | null;
  readonly notices: Notices;
  readonly selection: AddressSelection;
  readonly weather: WeatherLoader;
}

/** One table: its rows page by page, to be searched, changed and deleted. */
export function TableView({ name, connection, notices, selection, weather }: Properties) {
  const sample = findSample(name);
  const [layout, setLayout] = useState(sample?.layout ?? 'rows');
  const [adding, setAdding] = useState(false);
  const { prefix } = useStore(selection.current);
  const browser = useMemo(() => new RowBrowser(name, prefix, (error) => notices.fail(error)), [name, notices]);
  useEffect(() => (connection === null ? undefined : browser.attach(connection)), [browser, connection]);
  useEffect(() => void browser.search(prefix), [browser, prefix]);
  const shown = useStore(browser.shown);
  const editing = useMemo(
    () => (connection === null ? null : new TableEditing(connection.getTable(name), browser, notices)),
    [connection, name, browser, notices],
  );

  const Rows = layout === 'grid' ? RowGrid : RowList;
  return (
    <section class="table" aria-labelledby="table-name">
      <header>
        <h2 id="table-name">
          <span class="kind">Table</span> {name}
        </h2>
        <ul class="families" aria-label="Column families">
          {shown.families.map((family) => (
            <li key={family} class="family-name">
              {family}
            </li>
          ))}
        </ul>
      </header>
      {name === WEATHER_DAYS.name && <WeatherPanel loader={weather} connection={connection} notices={notices} />}
      <TableTools
        prefix={prefix}
        prefixes={sample?.prefixes ?? []}
        onSearch={(typed) => selection.search(typed)}
        layout={layout}
        onLayout={setLayout}
        onAdd={() => setAdding(true)}
      />
      {adding && (
        <CellForm
          title="New row"
          families={shown.families}
          onSave={async (cell) => (await editing?.put(cell)) ?? false}
          onClose={() => setAdding(false)}
        />
      )}
      <div class="rows" tabIndex={-1} aria-busy={connection === null}>
        {shown.rows.length > 0 && <Rows shown={shown} editing={editing} />}
        {shown.read && shown.rows.length === 0 && <NoRows name={name} prefix={prefix} editing={editing} />}
        {!shown.read && <p class="hint">Reading …</p>}
      </div>
      <Pager browser={browser} />
    </section>
  );
}
