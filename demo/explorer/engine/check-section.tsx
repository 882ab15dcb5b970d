import type { Connection } from 'bigtab';
import { useState } from 'preact/hooks';
import type { Notices } from '../ui/notices.js';
import { type CheckOutcome, check } from './check.js';
import { ProblemList } from './problem-list.js';

const CHECK = 'Check what is stored';

interface Properties {
  readonly connection: Connection;
  readonly notices: Notices;
}

/** Checks everything that is stored, and shows the problems that were found. */
export function CheckSection({ connection, notices }: Properties) {
  const [running, setRunning] = useState<AbortController | null>(null);
  const [words, setWords] = useState(CHECK);
  const [outcome, setOutcome] = useState<CheckOutcome | null>(null);
  const run = async () => {
    const abort = new AbortController();
    setRunning(abort);
    setOutcome(null);
    await notices.attempt(async () => {
      const found = await check(connection, abort.signal, setWords);
      setOutcome(found);
      notices.say(found.sentence);
    });
    setRunning(null);
    setWords(CHECK);
  };
  const busy = running !== null;
  return (
    <section class="engine-check" aria-label="Check">
      <p>
        <button
          type="button"
          title="Read the catalog, the log and all store files, and check them"
          aria-disabled={busy}
          onClick={() => !busy && void run()}
        >
          {words}
        </button>{' '}
        <button type="button" class={busy ? 'quiet' : 'quiet idle'} onClick={() => running?.abort()}>
          Cancel
        </button>
      </p>
      <ProblemList id="engine-check" title="Found by the check" problems={outcome?.problems ?? []} />
    </section>
  );
}
