import type { Connection, StatusReport } from 'bigtab';
import type { Notices } from '../ui/notices.js';
import { CheckSection } from './check-section.js';
import { FactItem } from './fact-item.js';
import { ProblemList } from './problem-list.js';
import { safetyFacts } from './safety-facts.js';

interface Properties {
  readonly connection: Connection;
  readonly notices: Notices;
  readonly status: StatusReport;
  /** Reads the status again. */
  readonly onAsked: () => void;
}

/** How safe the data is: the state of the database, its origin, its storage, and what the last open reported. */
export function SafetySection({ connection, notices, status, onAsked }: Properties) {
  const { state, lastRecovery, storage } = status;
  const isKept = storage.persisted === true;
  const ask = async () => {
    const kept = await notices.attempt(() => connection.requestPersistence());
    if (kept === undefined) return;
    notices.say(
      kept
        ? 'The browser keeps this data.'
        : 'The browser has not promised to keep this data. It may agree later, for example after you have bookmarked this page.',
    );
    onAsked();
  };
  return (
    <section class={`engine-safety ${state}`} aria-labelledby="engine-safety">
      <header>
        <h2 id="engine-safety">Your data</h2>
        <button type="button" aria-disabled={isKept} onClick={() => !isKept && void ask()}>
          Ask the browser to keep this data
        </button>
      </header>
      <dl class="engine-facts">
        {safetyFacts(status).map((fact) => (
          <FactItem key={fact.name} fact={fact} />
        ))}
      </dl>
      <CheckSection
        connection={connection}
        notices={notices}
        quarantined={status.storeFiles.quarantined}
        onChanged={onAsked}
      />
      <ProblemList id="engine-problems" title="Found when the database was opened" problems={lastRecovery.problems} />
    </section>
  );
}
