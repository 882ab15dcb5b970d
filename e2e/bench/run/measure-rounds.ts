import { appendFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { inRoot } from '../../../lib/build/package/places.js';
import { SYSTEM_CLOCK } from '../driven/clock.js';
import { limited } from '../driven/limited.js';
import type { Session } from '../driven/session.js';
import type { StoreName } from '../stores/store-names.js';
import { browserVersion } from './browser-version.js';
import { treeCommit } from './build-commit.js';
import { type Machine, machineFacts, machineText } from './machine.js';
import { withMeasuredBuild } from './measured-build.js';
import type { Options } from './options.js';
import { refuseToMeasure } from './refuse-to-measure.js';
import { messageOf } from './run-turn.js';
import { type SessionPlace, withSession } from './with-session.js';

/** What is measured once in each round and for each store, in a new browser on a new profile. */
export interface Rounds<Store extends StoreName, Run> {
  /** The name of the page and of the file of raw runs. */
  readonly name: string;
  /** The stores, in the order of the round. */
  storesIn(round: number): readonly Store[];
  measure(session: Session, store: Store, round: number): Promise<readonly Run[]>;
  /** A line for people. */
  lineOf(run: Run): string;
}

/** What the rounds found. */
export interface Measured<Run> {
  readonly runs: readonly Run[];
  readonly failures: readonly string[];
  /** The commit, the browser and the machine, for the page. */
  readonly facts: readonly string[];
}

/** Runs all rounds. A store that fails does not end them. Refuses to publish what cannot be published. */
export async function measureRounds<Store extends StoreName, Run extends object>(
  { rounds, publish }: Pick<Options, 'rounds' | 'publish'>,
  out: string,
  signal: AbortSignal,
  what: Rounds<Store, Run>,
): Promise<Measured<Run>> {
  const commit = await treeCommit();
  if (publish) refuseToMeasure(rounds, commit);
  const runs: Run[] = [];
  const failures: string[] = [];
  const machine = await withMeasuredBuild(commit, out, signal, async (place) => {
    const machine = machineFacts(await browserVersion(place));
    const file = `${out}/${what.name}-${Date.now()}.jsonl`;
    console.log(`raw runs: .out/bench/${basename(file)}`);
    for (let round = 1; round <= rounds; round++) {
      for (const store of what.storesIn(round)) {
        try {
          runs.push(...(await measureOnce(place, what, store, round, file, machine)));
        } catch (error) {
          place.signal.throwIfAborted();
          const failure = `FAILED: ${store} in round ${round}: ${messageOf(error)}`;
          console.error(failure);
          failures.push(failure);
        }
      }
    }
    return machine;
  });
  return { runs, failures, facts: [`Commit ${commit}.`, `${machine.browser} on ${machineText(machine)}.`] };
}

async function measureOnce<Store extends StoreName, Run extends object>(
  place: SessionPlace,
  { measure, lineOf }: Rounds<Store, Run>,
  store: Store,
  round: number,
  file: string,
  machine: Machine,
): Promise<readonly Run[]> {
  const found = await withSession(place, store, (session) => limited(measure(session, store, round), SYSTEM_CLOCK));
  for (const run of found) {
    await appendFile(file, `${JSON.stringify({ ...run, machine })}\n`);
    console.log(lineOf(run));
  }
  return found;
}

/** Writes and prints the page, and publishes it beside the benchmark's README. Throws if a failure forbids that. */
export async function writePage(
  name: string,
  page: string,
  failures: readonly string[],
  publish: boolean,
  out: string,
): Promise<void> {
  await writeFile(`${out}/${name}.md`, page);
  console.log(`\n${page}`);
  for (const failure of failures) console.error(failure);
  if (!publish) return;
  if (failures.length > 0) throw new Error('these results cannot be published: not every round succeeded');
  await writeFile(inRoot(`e2e/bench/${name}.md`), page);
}
