import { inTime } from '../ui/amounts.js';
import { isoDay } from './days.js';
import { MEASURES, STATIONS, UNITS } from './weather.js';
import type { ChosenCell, WeatherAt } from './weather-reader.js';

interface Properties {
  readonly at: WeatherAt;
  readonly chosen: ChosenCell;
  readonly onChoose: (cell: ChosenCell) => void;
}

/** The rows as of one day. The user can choose a cell. */
export function StationList({ at, chosen, onChoose }: Properties) {
  return (
    <div class="stations">
      {stationsOf(at).map(({ station, values }) => (
        <fieldset key={station}>
          <legend>{station}</legend>
          {MEASURES.map((measure) => (
            <button
              key={measure}
              type="button"
              aria-pressed={station === chosen.station && measure === chosen.measure}
              onClick={() => onChoose({ station, measure })}
            >
              <span class="column">
                {measure}, {UNITS[measure]}
              </span>{' '}
              <span class="value">{values[measure] ?? '–'}</span>
            </button>
          ))}
        </fieldset>
      ))}
      <p class="read">
        <code>table.getScanner({`{ asOf: new Date('${isoDay(at.asOf)}') }`})</code> <span>read in {inTime(at.ms)}</span>
      </p>
    </div>
  );
}

/** All stations of the file are listed from the beginning, so that nothing moves when they are loaded. */
function stationsOf({ stations }: WeatherAt): WeatherAt['stations'] {
  const missing = STATIONS.filter((name) => !stations.some(({ station }) => station === name));
  const all = [...stations, ...missing.map((station) => ({ station, values: {} }))];
  return all.sort((a, b) => (a.station < b.station ? -1 : 1));
}
