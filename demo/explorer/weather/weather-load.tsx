import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { countOf, inCount } from '../ui/amounts.js';
import type { PanelProperties } from '../ui/panel.js';
import { useStore } from '../ui/store.js';
import { useIsLive } from '../ui/use-is-live.js';
import { type Load, loadSentence, type WeatherLoader } from './weather-loader.js';

interface Properties extends PanelProperties {
  readonly loader: WeatherLoader;
  /** Whether a visitor should load this table first. */
  readonly isMain?: boolean;
  readonly children: ComponentChildren;
}

/** Loads one table of the weather and shows the progress. The user can cancel the load. */
export function WeatherLoad({ loader, isMain = false, children, connection, notices, ...on }: Properties) {
  const { name } = loader;
  const load = useStore(loader.load);
  useEffect(() => {
    void notices.attempt(() => loader.look(connection));
  }, [loader, connection, notices]);
  const start = () =>
    notices.attempt(async () => {
      notices.clear();
      await loader.start(connection).finally(on.onTablesChanged);
    });

  const { phase, present, total } = load;
  const isLoading = phase === 'loading';
  const canStart = useIsLive(connection);
  return (
    <section class="weather-load" aria-label={`Load ${name}`}>
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
        {/* The status changes only at the start and at the end. The progress bar shows the rest. */}
        <p role="status">{loadSentence(load)}</p>
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

function buttonOf({ present, total }: Load): string {
  if (present === 0) return 'Load the weather';
  return present < total ? 'Load the rest' : 'Load again';
}
