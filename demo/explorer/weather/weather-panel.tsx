import { useEffect, useMemo, useState } from 'preact/hooks';
import type { PanelProperties } from '../ui/panel.js';
import { useStore } from '../ui/store.js';
import { AsOfSlider } from './as-of-slider.js';
import { StationList } from './station-list.js';
import { VersionsFigure } from './versions-figure.js';
import './weather.css';
import { LAST_DAY } from './weather.js';
import { WeatherLoad } from './weather-load.js';
import type { WeatherLoads } from './weather-loads.js';
import { type ChosenCell, WeatherReader } from './weather-reader.js';

const FIRST_CELL: ChosenCell = { station: 'Seattle', measure: 'temp_max' };

interface Properties extends PanelProperties {
  readonly loads: WeatherLoads;
}

/** Weather with one version per day: the table as of any day, and one cell over the years. */
export function WeatherPanel({ loads, ...panel }: Properties) {
  const { connection, notices } = panel;
  const { versions, rows } = loads;
  const reader = useMemo(() => new WeatherReader((error) => notices.fail(error)), [notices]);
  useEffect(() => reader.attach(connection), [reader, connection]);
  const [asOf, setAsOf] = useState(LAST_DAY);
  useEffect(() => reader.show(asOf), [reader, asOf]);
  const [cell, setCell] = useState(FIRST_CELL);
  useEffect(() => reader.choose(cell), [reader, cell]);
  const at = useStore(reader.at);
  const line = useStore(reader.line);
  const { phase, present, total } = useStore(versions.load);
  // The last part is shown only after the parts before it, so that nothing moves.
  const isKnown = at !== null || (phase === 'idle' && total > 0 && present === 0);
  return (
    <article class="weather">
      <header>
        <h1>Weather</h1>
        <p class="weather-about">
          Four years of daily weather. Each column has one version per day, so one read shows the table as of any day.
        </p>
      </header>
      <WeatherLoad loader={versions} isMain {...panel}>
        One row per station, and one version per day in each column. The timestamp of a version is the start of its day
        in UTC.
      </WeatherLoad>
      {at !== null && (
        <section class="weather-past" aria-label="The weather on one day">
          <AsOfSlider value={asOf} onChange={setAsOf} />
          <StationList at={at} chosen={cell} onChoose={setCell} />
          <VersionsFigure shown={line} asOf={asOf} onChoose={setAsOf} />
        </section>
      )}
      {isKnown && (
        <WeatherLoad loader={rows} {...panel}>
          The same data for comparison: one row per station and day, and one version in each column.
        </WeatherLoad>
      )}
    </article>
  );
}
