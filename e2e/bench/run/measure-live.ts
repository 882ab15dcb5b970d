import { appendFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { inRoot } from '../../../lib/build/package/places.js';
import { SYSTEM_CLOCK } from '../driven/clock.js';
import { limited } from '../driven/limited.js';
import { liveLists } from '../driven/live-lists.js';
import { LIVE_STORE_NAMES, type LiveFigure, type LiveRun } from '../live/live-figures.js';
import { livePage } from '../report/live-table.js';
import { browserVersion } from './browser-version.js';
import { treeCommit } from './build-commit.js';
import { type Machine, machineFacts, machineText } from './machine.js';
import { withMeasuredBuild } from './measured-build.js';
import type { Options } from './options.js';
import { refuseToMeasure } from './refuse-to-measure.js';
import { messageOf } from './run-turn.js';
import { storeVersion } from './store-version.js';
import { type SessionPlace, withSession } from './with-session.js';

interface Measured {
  readonly runs: readonly LiveRun[];
  readonly failures: readonly string[];
  readonly machine: Machine;
}

/** Measures lists that stay up to date, and writes the page about them. Returns the exit code: 1 if something failed. */
export async function measureLive(options: Options, out: string, signal: AbortSignal): Promise<number> {
  const commit = await treeCommit();
  if (options.publish) refuseToMeasure(options.rounds, commit);
  const { runs, failures, machine } = await withMeasuredBuild(commit, out, signal, (place) =>
    measure(options.rounds, place, out),
  );
  const versions = await Promise.all(
    LIVE_STORE_NAMES.map(async (store) => [store, await storeVersion(store)] as const),
  );
  const page = livePage(runs, Object.fromEntries(versions), [
    `Commit ${commit}.`,
    `${machine.browser} on ${machineText(machine)}.`,
  ]);
  await writeFile(`${out}/live.md`, page);
  console.log(`\n${page}`);
  for (const failure of failures) console.error(failure);
  if (options.publish) {
    if (failures.length > 0) throw new Error('these results cannot be published: not every round succeeded');
    await writeFile(inRoot('e2e/bench/live.md'), page);
  }
  return failures.length > 0 ? 1 : 0;
}

/** Every round measures every store once, starting with another one each time. */
async function measure(rounds: number, place: SessionPlace, out: string): Promise<Measured> {
  const runs: LiveRun[] = [];
  const failures: string[] = [];
  const file = `${out}/live-${Date.now()}.jsonl`;
  const machine = machineFacts(await browserVersion(place));
  console.log(`raw runs: .out/bench/${basename(file)}`);
  for (let round = 1; round <= rounds; round++) {
    const first = round % LIVE_STORE_NAMES.length;
    for (const store of [...LIVE_STORE_NAMES.slice(first), ...LIVE_STORE_NAMES.slice(0, first)]) {
      try {
        const found = await withSession(place, store, (session) => limited(liveLists(session, store), SYSTEM_CLOCK));
        for (const [figure, value] of Object.entries(found)) {
          const run: LiveRun = { round, store, figure: figure as LiveFigure, value };
          runs.push(run);
          await appendFile(file, `${JSON.stringify({ ...run, machine })}\n`);
        }
        const texts = Object.entries(found).map(([figure, value]) => `${figure} ${value.toPrecision(3)}`);
        console.log(`[${round} of ${rounds}] ${store}: ${texts.join(', ')}`);
      } catch (error) {
        place.signal.throwIfAborted();
        const failure = `FAILED: ${store} in round ${round}: ${messageOf(error)}`;
        console.error(failure);
        failures.push(failure);
      }
    }
  }
  return { runs, failures, machine };
}
