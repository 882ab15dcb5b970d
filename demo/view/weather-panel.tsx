import type { Connection } from 'bigtab';
import { useEffect } from 'preact/hooks';
import type { Load, WeatherLoader } from '../samples/weather-loader.js';
import type { Notices } from '../state/notices.js';
import { useStore } from '../state/store.js';
import { countOf, inCount, inTime } from './amounts.js';

interface Properties {
  readonly loader: WeatherLoader;
  readonly connection: Connection | null;
  readonly notices: Notices;
}

/** Loads the measured weather, shows how far that is, and lets it be broken off. */
export function WeatherPanel({ loader, connection, notices }: Properties) {
  const load = useStore(loader.load);
  useEffect(() => {
    if (connection !== null) void notices.attempt(() => loader.look(connection));
  }, [loader, connection, notices]);

  const { phase, present, total } = load;
  return (
    <section class="load" aria-label="Loading of the weather">
      <p role="status">{sentenceOf(load)}</p>
      {phase === 'loading' && (
        <>
          <progress aria-label="Days loaded" value={present} max={total} />
          <button type="button" onClick={() => loader.cancel()}>
            Cancel
          </button>
        </>
      )}
      {phase !== 'loading' && (
        <button
          type="button"
          class={present < total ? 'main' : undefined}
          disabled={connection === null || phase === 'looking'}
          onClick={() => connection !== null && notices.attempt(() => loader.start(connection))}
        >
          {buttonOf(load)}
        </button>
      )}
    </section>
  );
}

function sentenceOf({ phase, present, total, ended }: Load): string {
  if (total === 0) return phase === 'looking' ? 'Looking which days are there …' : 'Measured weather, day by day.';
  const all = countOf(total, 'day');
  if (phase === 'loading') return `${inCount(present)} of ${all} loaded.`;
  if (ended === 'cancelled') return `Cancelled. ${inCount(present)} of ${all} are here.`;
  if (present === 0) return `${all} of measured weather are ready to be loaded, one row per station and day.`;
  if (present < total) return `${inCount(present)} of ${all} are here.`;
  if (ended === 'found') return `All ${all} were here already; nothing had to be loaded.`;
  if (ended !== null) return `All ${all} are loaded: ${countOf(ended.added, 'row')} written in ${inTime(ended.ms)}.`;
  return `All ${all} are loaded.`;
}

function buttonOf({ present, total }: Load): string {
  if (present === 0) return 'Load the weather';
  return present < total ? 'Load the rest' : 'Load again';
}
