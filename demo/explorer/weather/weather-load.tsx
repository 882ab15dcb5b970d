import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { countOf, inCount, inTime } from '../ui/amounts.js';
import type { PanelProperties } from '../ui/panel.js';
import { useStore } from '../ui/store.js';
import { useIsLive } from '../ui/use-is-live.js';
import type { Load, WeatherLoader } from './weather-loader.js';

interface Properties extends Pick<PanelProperties, 'connection' | 'notices' | 'onTablesChanged' | 'onOpenTable'> {
  readonly loader: WeatherLoader;
  /** The table's name. */
  readonly name: string;
  /** Whether this is what a visitor should load first. */
  readonly isMain?: boolean;
  readonly children: ComponentChildren;
}

/** Loads one table of the weather, shows how far that is, and lets it be broken off. */
export function WeatherLoad({ loader, name, isMain = false, children, connection, notices, ...on }: Properties) {
  const load = useStore(loader.load);
  useEffect(() => {
    void notices.attempt(() => loader.look(connection));
  }, [loader, connection, notices]);
  useEffect(() => () => loader.cancel(), [loader]);
  const start = () =>
    notices.attempt(async () => {
      notices.clear();
      const loading = loader.start(connection);
      await loading.finally(on.onTablesChanged);
    });

  const { phase, present, total } = load;
  const isLoading = phase === 'loading';
  const canStart = useIsLive(connection);
  return (
    <section class="weather-load" aria-label={`Loading of ${name}`}>
      <h2>
        <code>{name}</code>
      </h2>
      <p>{children}</p>
      <div class="weather-load-state">
        {isLoading ? (
          <button type="button" onClick={() => loader.cancel()}>
            Cancel
          </button>
        ) : (
          <button
            type="button"
            class={isMain && present < total ? 'main' : undefined}
            aria-disabled={!canStart}
            onClick={() => canStart && start()}
          >
            {buttonOf(load)}
          </button>
        )}
        {/* Only the beginning and the end are told; the progress bar says the rest. */}
        <p role="status">{sentenceOf(load)}</p>
        {isLoading && <progress aria-label={`Days loaded into ${name}`} value={present} max={total} />}
        {isLoading && <span class="count">{`${inCount(present)} of ${countOf(total, 'day')}`}</span>}
        {present > 0 && !isLoading && (
          <button type="button" class="open" onClick={() => on.onOpenTable(name)}>
            Open the table
          </button>
        )}
      </div>
    </section>
  );
}

function sentenceOf({ phase, present, total, ended }: Load): string {
  if (phase === 'loading') return 'Loading …';
  if (total === 0) return 'Looking which days are there …';
  const all = countOf(total, 'day');
  if (ended === 'cancelled') return `Cancelled. ${inCount(present)} of ${all} are here.`;
  if (present === 0) return `${all} are ready to be loaded.`;
  if (present < total) return `${inCount(present)} of ${all} are here.`;
  if (ended === 'found') return `All ${all} were here already; nothing had to be loaded.`;
  if (ended !== null) return `All ${all} are loaded: ${inCount(ended.added)} written in ${inTime(ended.ms)}.`;
  return `All ${all} are loaded.`;
}

function buttonOf({ present, total }: Load): string {
  if (present === 0) return 'Load the weather';
  return present < total ? 'Load the rest' : 'Load again';
}
