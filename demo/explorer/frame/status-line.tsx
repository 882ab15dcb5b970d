import type { StatusReport } from 'bigtab';
import { countOf, inTime } from '../ui/amounts.js';
import { useStore } from '../ui/store.js';
import type { Comeback, ConnectionState, LiveConnection } from './live-connection.js';
import { RoleLine } from './role-line.js';

const STATES: Readonly<Record<StatusReport['state'], string>> = {
  open: 'Open',
  full: 'Device full',
  'read-only': 'Read-only',
  degraded: 'Degraded',
};

const PHASES: Readonly<Record<ConnectionState['phase'], string>> = {
  open: 'Open',
  recovering: 'Recovering',
  failed: 'Not open',
};

interface Properties {
  readonly live: LiveConnection;
  /** Ends the worker, or null if that is not possible. */
  readonly onKill: (() => void) | null;
}

/** The state of the database in one sentence, the tab that runs it, and the button that ends its worker. */
export function StatusLine({ live, onKill }: Properties) {
  const { phase } = useStore(live.state);
  const standing = useStore(live.standing);
  const comeback = useStore(live.comeback);
  const status = useStore(live.status);
  // The worker of another tab cannot be ended from here.
  const mayKill = phase === 'open' && standing?.role !== 'follower';
  const sentence = sentenceOf(phase, comeback, status);
  return (
    <footer class="status">
      <p role="status">
        {sentence !== null && (
          <>
            <strong class={`phase ${phase}`}>{wordOf(phase, status)}</strong>{' '}
            <span key={comeback?.servingMs} class={comeback === null ? 'told' : 'told fresh'}>
              {sentence}
            </span>
          </>
        )}
      </p>
      {phase !== 'failed' && <RoleLine live={live} />}
      {onKill !== null && (
        <button
          type="button"
          class="danger"
          aria-disabled={!mayKill}
          title="Ends the worker that runs the database, as a crash would"
          onClick={() => mayKill && onKill()}
        >
          Kill the worker
        </button>
      )}
    </footer>
  );
}

function wordOf(phase: ConnectionState['phase'], status: StatusReport | null): string {
  return phase === 'open' && status !== null ? STATES[status.state] : PHASES[phase];
}

/** Returns null before the state is known. */
function sentenceOf(
  phase: ConnectionState['phase'],
  comeback: Comeback | null,
  status: StatusReport | null,
): string | null {
  if (phase === 'recovering') return 'The worker ended. A new one is reading the log …';
  if (phase === 'failed') return 'The database is closed.';
  if (status?.stateReason) return status.stateReason;
  if (comeback !== null)
    return `Back after ${inTime(comeback.servingMs)}. ${recovered(comeback.recovery)} No confirmed change was lost.`;
  if (status === null) return null;
  const { lastRecovery, origin, stateReason } = status;
  if (stateReason !== null) return stateReason;
  if (origin === 'created') return 'New database, saved on this device.';
  if (origin === 'recovered') return 'Reopened with problems: the page Engine lists them.';
  return `Reopened. ${recovered(lastRecovery)}`;
}

function recovered({ records, ms }: Comeback['recovery']): string {
  return `${countOf(records, 'log record')} recovered in ${inTime(ms)}.`;
}
