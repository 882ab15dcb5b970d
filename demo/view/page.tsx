import { render } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { DemoDatabase } from '../database/demo-database.js';
import { findSample } from '../samples/samples.js';
import { parseWeather, WEATHER_DAYS } from '../samples/weather.js';
import { fetchWeather } from '../samples/weather-file.js';
import { WeatherLoader } from '../samples/weather-loader.js';
import { Notices } from '../state/notices.js';
import { AddressSelection } from '../state/selection.js';
import { useStore } from '../state/store.js';
import { ComebackReport } from './comeback-report.js';
import { NoticeArea } from './notice-area.js';
import { OpeningState } from './opening-state.js';
import { StatusLine } from './status-line.js';
import { TableList } from './table-list.js';
import { TableView } from './table-view.js';
import { Welcome } from './welcome.js';

const DATABASE = 'demo';

/** Puts the page into `place` and opens the database. */
export function mount(place: HTMLElement): void {
  const database = new DemoDatabase(DATABASE);
  const notices = new Notices();
  database.onError = (error) => notices.fail(error);
  const weather = new WeatherLoader(WEATHER_DAYS.name, async () => parseWeather(await fetchWeather()));
  const selection = new AddressSelection();
  render(<Page database={database} notices={notices} selection={selection} weather={weather} />, place);
  void database.open();
}

interface Properties {
  readonly database: DemoDatabase;
  readonly notices: Notices;
  readonly selection: AddressSelection;
  readonly weather: WeatherLoader;
}

function Page({ database, notices, selection, weather }: Properties) {
  const { table } = useStore(selection.current);
  const { names, list } = useTableNames(database, notices);
  const state = useStore(database.state);
  const connection = state.phase === 'open' ? state.connection : null;

  const choose = (name: string) =>
    notices.attempt(async () => {
      notices.clear();
      database.comeback.set(null);
      if (connection === null) return;
      await findSample(name)?.open(connection);
      await list();
      selection.show(name);
    });

  const shown = table !== null && names?.includes(table) ? table : null;
  return (
    <div class="page">
      <header class="top">
        <img src={ICON} alt="" width="28" height="28" />
        <h1>Bigtab</h1>
        <p>a database that lives in this page</p>
      </header>
      <TableList names={names} current={shown} enabled={connection !== null} onChoose={choose} />
      <main aria-busy={connection === null}>
        <NoticeArea notices={notices} />
        <ComebackReport database={database} />
        <OpeningState database={database} waiting={shown === null} />
        {shown !== null && (
          <TableView
            key={shown}
            name={shown}
            connection={connection}
            notices={notices}
            selection={selection}
            weather={weather}
          />
        )}
        {shown === null && connection !== null && names !== null && <Welcome />}
      </main>
      <StatusLine database={database} />
    </div>
  );
}

const ICON = new URL('../icon.svg', import.meta.url).href;

/** The tables that are there; null before that is known. `list` looks again. */
function useTableNames(database: DemoDatabase, notices: Notices) {
  const [names, setNames] = useState<readonly string[] | null>(null);
  const state = useStore(database.state);
  const connection = state.phase === 'open' ? state.connection : null;
  const list = useMemo(
    () => async () => {
      if (connection !== null) setNames(await connection.getAdmin().listTableNames());
    },
    [connection],
  );
  useEffect(() => {
    void notices.attempt(list);
  }, [list, notices]);
  return { names, list };
}
