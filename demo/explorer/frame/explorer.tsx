import type { Connection } from 'bigtab';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { EnginePanel } from '../engine/engine-panel.js';
import { ImportPanel } from '../import/import-panel.js';
import type { Importer } from '../import/importer.js';
import { Steps } from '../story/steps.js';
import { Story } from '../story/story.js';
import { NoticeArea } from '../ui/notice-area.js';
import type { Notices } from '../ui/notices.js';
import { onNewEngine } from '../ui/on-new-engine.js';
import type { PanelProperties } from '../ui/panel.js';
import { Store, useStore } from '../ui/store.js';
import { type WholeValue, WholeValueDialog, WholeValueStore } from '../ui/whole-value.js';
import { WeatherPanel } from '../weather/weather-panel.js';
import { Blocked } from './blocked.js';
import type { LiveConnection } from './live-connection.js';
import { type AddressPlace, addressOf, type Place } from './place.js';
import { StatusLine } from './status-line.js';
import { TablesView } from './tables-view.js';
import { TopBar } from './top-bar.js';
import { useWork, type Work } from './work.js';

interface Properties {
  readonly live: LiveConnection;
  readonly notices: Notices;
  readonly address: AddressPlace;
  readonly onKill: (() => void) | null;
  readonly guide: string | null;
}

/** The whole explorer: the menu, the chosen part, messages, and the state of the database. */
export function Explorer({ live, notices, address, onKill, guide }: Properties) {
  const place = useStore(address.current);
  const { phase, connection, error, mustReload = false } = useStore(live.state);
  const [tablesVersion, onTablesChanged] = useTablesVersion(connection);
  const panel: PanelProperties = {
    connection,
    notices,
    tablesVersion,
    onTablesChanged,
    importAddress: addressOf({ view: 'import', table: null }),
    onOpenTable: (table) => address.go({ view: 'tables', table }),
  };
  const value = useMemo(() => new Store<WholeValue | null>(null), []);
  const steps = useSteps(live);
  const work = useWork(address, notices);
  useTurnOfPage(address, place, notices);
  return (
    <WholeValueStore.Provider value={value}>
      <div class="bigtab">
        <TopBar place={place} guide={guide} work={work} />
        <main aria-busy={phase === 'recovering'}>
          {phase === 'failed' && (
            <Blocked
              heading="h2"
              error={error}
              retry={mustReload ? 'Reload the page' : 'Try again'}
              onRetry={() => (mustReload ? location.reload() : void live.recover())}
            />
          )}
          <Part place={place} panel={panel} isOpen={phase === 'open'} steps={steps} work={work} />
          <KeptImport isShown={place.view === 'import'} panel={panel} importer={work.importer} />
        </main>
        <NoticeArea notices={notices} />
        <StatusLine live={live} onKill={onKill} />
        <WholeValueDialog />
      </div>
    </WholeValueStore.Provider>
  );
}

interface PartProperties {
  readonly place: Place;
  readonly panel: PanelProperties;
  readonly isOpen: boolean;
  readonly steps: Steps;
  readonly work: Work;
}

function Part({ place, panel, isOpen, steps, work }: PartProperties) {
  switch (place.view) {
    case 'start':
      return <Story panel={panel} isOpen={isOpen} steps={steps} />;
    case 'weather':
      return <WeatherPanel {...panel} loads={work.loads} />;
    case 'import':
      return null;
    case 'engine':
      return <EnginePanel {...panel} />;
    default:
      return <TablesView panel={panel} table={place.table} />;
  }
}

interface KeptProperties {
  readonly isShown: boolean;
  readonly panel: PanelProperties;
  readonly importer: Importer;
}

/** Keeps a running import and the content of its form while the user visits another part, such as the engine. */
function KeptImport({ isShown, panel, importer }: KeptProperties) {
  const wasShown = useRef(false);
  wasShown.current ||= isShown;
  if (!wasShown.current) return null;
  return (
    <div hidden={!isShown}>
      <ImportPanel {...panel} isShown={isShown} importer={importer} />
    </div>
  );
}

/** A number that changes with the list of tables, and a function that changes it. Another tab may change the list. */
function useTablesVersion(connection: Connection): readonly [version: number, onTablesChanged: () => void] {
  const [version, setVersion] = useState(0);
  const onTablesChanged = useCallback(() => setVersion((last) => last + 1), []);
  useEffect(() => {
    const end = onNewEngine(connection, onTablesChanged);
    connection.addEventListener('schema', onTablesChanged);
    return () => {
      end();
      connection.removeEventListener('schema', onTablesChanged);
    };
  }, [connection, onTablesChanged]);
  return [version, onTablesChanged];
}

/** The steps of the first screen. The step `survive` is finished here, when the database is open again. */
function useSteps(live: LiveConnection): Steps {
  const steps = useMemo(() => new Steps(), []);
  const comeback = useStore(live.comeback);
  useEffect(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (comeback !== null || navigation?.type === 'reload') steps.finish('survive');
  }, [steps, comeback]);
  return steps;
}

/**
 * Scrolls to the top of a new part, and clears the messages of the last one. When the user goes back, the browser
 * restores the position.
 */
function useTurnOfPage({ current }: AddressPlace, place: Place, notices: Notices): void {
  // Clears them immediately, so that the code that navigates can then show a message.
  useEffect(() => current.subscribe(() => notices.clear()), [current, notices]);
  const address = addressOf(place);
  const shown = useRef(address);
  useEffect(() => {
    if (shown.current === address) return;
    scrollTo(0, 0);
    shown.current = address;
  }, [address]);
}
