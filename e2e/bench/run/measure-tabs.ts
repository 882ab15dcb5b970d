import { appendFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { inRoot } from '../../../lib/build/package/places.js';
import { thousands } from '../../../lib/build/report/table.js';
import { SYSTEM_CLOCK } from '../driven/clock.js';
import { limited } from '../driven/limited.js';
import type { Session } from '../driven/session.js';
import { tabCalls } from '../driven/tab-calls.js';
import { tabFailover } from '../driven/tab-failover.js';
import { tabMemory } from '../driven/tab-memory.js';
import { tabsPage } from '../report/tabs-table.js';
import {
  type CallsRun,
  ENDINGS,
  type Ending,
  type FailoverRun,
  type MemoryRun,
  TAB_CALL_NAMES,
  TAB_ROLES,
  type TabRole,
  type TabRuns,
  UNFLUSHED,
} from '../tabs/tab-figures.js';
import { browserVersion } from './browser-version.js';
import { treeCommit } from './build-commit.js';
import { type Machine, machineFacts, machineText } from './machine.js';
import { withMeasuredBuild } from './measured-build.js';
import type { Options } from './options.js';
import { refuseToMeasure } from './refuse-to-measure.js';
import { messageOf } from './run-turn.js';
import { type SessionPlace, withSession } from './with-session.js';

interface Measured extends TabRuns {
  readonly failures: readonly string[];
  readonly machine: Machine;
}

/** Measures several tabs of Bigtab and writes the page about them. Returns the exit code: 1 if something failed. */
export async function measureTabs(options: Options, out: string, signal: AbortSignal): Promise<number> {
  const commit = await treeCommit();
  if (options.publish) refuseToMeasure(options.rounds, commit);
  const { failures, machine, ...runs } = await withMeasuredBuild(commit, out, signal, (place) =>
    measure(options, place, out),
  );
  const page = tabsPage(runs, [
    `Commit ${commit}.`,
    `${machine.browser} on ${machineText(machine)}.`,
    `${options.cells.map(thousands).join(', ')} cells, keys of 16 bytes, values of 100, relaxed durability.`,
  ]);
  await writeFile(`${out}/tabs.md`, page);
  console.log(`\n${page}`);
  for (const failure of failures) console.error(failure);
  if (options.publish) {
    if (failures.length > 0) throw new Error('these results cannot be published: not every round succeeded');
    await writeFile(inRoot('e2e/bench/tabs.md'), page);
  }
  return failures.length > 0 ? 1 : 0;
}

/** A part of a round. It runs in a browser of its own, on a new profile. */
type Part = (session: Session, round: number) => Promise<void>;

/** Every round measures the calls, the ends of leaders, and the memory, once each. */
async function measure(options: Options, place: SessionPlace, out: string): Promise<Measured> {
  const [cells = 0] = options.cells;
  const [calls, failovers, memory]: [CallsRun[], FailoverRun[], MemoryRun[]] = [[], [], []];
  const failures: string[] = [];
  const file = `${out}/tabs-${Date.now()}.jsonl`;
  const machine = machineFacts(await browserVersion(place));
  console.log(`raw runs: .out/bench/${basename(file)}`);
  const record = async <T extends { readonly round: number }>(list: T[], run: T): Promise<void> => {
    list.push(run);
    await appendFile(file, `${JSON.stringify({ ...run, cells, machine })}\n`);
    console.log(lineOf(run));
  };
  const parts: Readonly<Record<string, Part>> = {
    calls: async (session, round) => {
      await provide(session, cells);
      for (const call of TAB_CALL_NAMES) {
        const found = await limited(tabCalls(session, call, firstRole(round), cells), SYSTEM_CLOCK);
        for (const role of TAB_ROLES) await record(calls, { round, call, role, ...found[role] });
      }
    },
    failover: async (session, round) => {
      for (const ending of Object.keys(ENDINGS) as Ending[]) {
        for (const megabytes of UNFLUSHED) {
          const ms = await limited(tabFailover(session, ending, megabytes), SYSTEM_CLOCK);
          await record(failovers, { round, ending, megabytes, ms });
        }
      }
    },
    memory: async (session, round) => {
      await provide(session, cells);
      const found = await limited(tabMemory(session, SYSTEM_CLOCK), SYSTEM_CLOCK);
      for (const run of found) await record(memory, { round, ...run });
    },
  };
  for (let round = 1; round <= options.rounds; round++) {
    for (const [name, part] of Object.entries(parts)) {
      try {
        await withSession(place, 'bigtab', (session) => part(session, round));
      } catch (error) {
        place.signal.throwIfAborted();
        const failure = `FAILED: ${name} in round ${round}: ${messageOf(error)}`;
        console.error(failure);
        failures.push(failure);
      }
    }
  }
  return { calls, failovers, memory, failures, machine };
}

async function provide(session: Session, cells: number): Promise<void> {
  const page = await session.page();
  await page.evaluate((cells) => globalThis.bench.provide('bigtab', cells), cells);
}

/** The tab that runs first changes from round to round, so neither has an advantage. */
function firstRole(round: number): TabRole {
  return TAB_ROLES[(round + 1) % TAB_ROLES.length] as TabRole;
}

function lineOf(run: object): string {
  const found = Object.entries(run).map(([name, value]) =>
    typeof value === 'number' ? `${name} ${thousands(value)}` : value,
  );
  return found.join(', ');
}
