import type { Connection, StatusReport } from 'bigtab';
import { useState } from 'preact/hooks';
import { countOf, inBytes } from '../ui/amounts.js';
import { ConfirmButton } from '../ui/confirm-button.js';
import type { Notices } from '../ui/notices.js';
import { type CheckOutcome, check } from './check.js';
import { ProblemList } from './problem-list.js';
import { repair } from './repair.js';

const CHECK = 'Check what is stored';

interface Properties {
  readonly connection: Connection;
  readonly notices: Notices;
  readonly quarantined: StatusReport['storeFiles']['quarantined'];
  /** Reads the status again. */
  readonly onChanged: () => void;
}

type Work = (signal: AbortSignal, onProgress: (words: string) => void) => Promise<CheckOutcome>;

/** Checks everything that is stored, repairs what was found, and shows the problems and what is lost. */
export function CheckSection({ connection, notices, quarantined, onChanged }: Properties) {
  const [running, setRunning] = useState<AbortController | null>(null);
  const [words, setWords] = useState(CHECK);
  const [found, setFound] = useState<readonly string[]>([]);
  const [lost, setLost] = useState<readonly string[]>([]);
  const busy = running !== null;
  const run = async (work: Work, onEnd: (outcome: CheckOutcome) => void) => {
    if (busy) return;
    setLost([]);
    const abort = new AbortController();
    setRunning(abort);
    await notices.attempt(async () => {
      const outcome = await work(abort.signal, setWords);
      onEnd(outcome);
      notices.say(outcome.sentence);
    });
    setRunning(null);
    setWords(CHECK);
    onChanged();
  };
  const startCheck = () => {
    if (!busy) setFound([]);
    return run(
      (signal, onProgress) => check(connection, signal, onProgress),
      ({ problems }) => setFound(problems),
    );
  };
  const startRepair = (release: boolean) =>
    run(
      (signal, onProgress) => repair(connection, release, signal, onProgress),
      ({ problems }) => {
        setFound([]);
        setLost(problems);
      },
    );
  const aside = `${countOf(quarantined.count, 'file is', 'files are')} set aside, ${inBytes(quarantined.bytes)}.`;
  return (
    <section class="engine-check" aria-label="Check">
      <p>
        <button
          type="button"
          title="Read the catalog, the log and all store files, and check them"
          aria-disabled={busy}
          onClick={() => void startCheck()}
        >
          {words}
        </button>{' '}
        {found.length > 0 && (
          <button
            type="button"
            title="Replace what cannot be read by what is left of it. Nothing is removed."
            aria-disabled={busy}
            onClick={() => void startRepair(false)}
          >
            Repair
          </button>
        )}{' '}
        <button type="button" class={busy ? 'quiet' : 'quiet idle'} onClick={() => running?.abort()}>
          Cancel
        </button>
      </p>
      <ProblemList id="engine-check" title="Found by the check" problems={found} />
      <ProblemList id="engine-lost" title="Lost" problems={lost} />
      {quarantined.count > 0 && (
        <p>
          {aside} No table needs what is set aside.{' '}
          <ConfirmButton text="Release" question="Remove these files" onConfirm={() => void startRepair(true)} />
        </p>
      )}
    </section>
  );
}
