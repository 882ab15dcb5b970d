import { appendFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { inRoot } from '../../../lib/build/package/places.js';
import { thousands } from '../../../lib/build/report/table.js';
import { SYSTEM_CLOCK } from '../driven/clock.js';
import { limited } from '../driven/limited.js';
import type { Session } from '../driven/session.js';
import { type ProbeRun, SIDES, type Side } from '../probes/probe-figures.js';
import { hasProbe, type ProbedName } from '../probes/probe-names.js';
import { LEAST_SHARE, probeLines, probeTable } from '../report/probe-table.js';
import { browserVersion } from './browser-version.js';
import { treeCommit } from './build-commit.js';
import { type Machine, machineFacts, machineText } from './machine.js';
import { withMeasuredBuild } from './measured-build.js';
import type { Options } from './options.js';
import { refuseToMeasure } from './refuse-to-measure.js';
import { messageOf } from './run-turn.js';
import { type SessionPlace, withSession } from './with-session.js';

interface Measured {
  readonly runs: readonly ProbeRun[];
  readonly failures: readonly string[];
  readonly machine: Machine;
}

/**
 * Measures the adapters against their probes and writes the table. Returns the exit code: 1 if an adapter failed or
 * reaches too little.
 */
export async function measureProbes(options: Options, out: string, signal: AbortSignal): Promise<number> {
  const commit = await treeCommit();
  if (options.publish) refuseToMeasure(options.rounds, commit);
  const { runs, failures, machine } = await withMeasuredBuild(commit, out, signal, (place) =>
    measure(options, place, out),
  );
  const lines = probeLines(runs);
  const table = probeTable(lines, [
    `Commit ${commit}.`,
    `${machine.browser} on ${machineText(machine)}.`,
    `${options.cells.map(thousands).join(', ')} cells, keys of 16 bytes, values of 100, relaxed durability.`,
  ]);
  await writeFile(`${out}/probes.md`, table);
  console.log(`\n${table}`);
  for (const failure of failures) console.error(failure);
  if (options.publish) {
    if (failures.length > 0) throw new Error('these results cannot be published: not every round succeeded');
    await writeFile(inRoot('e2e/bench/probes.md'), table);
  }
  const slow = lines.filter(({ shares }) => shares.median < LEAST_SHARE);
  for (const { store, figure, shares } of slow) {
    console.error(
      `SLOW: ${store} reaches ${shares.median.toFixed(2)} of its probe in ${figure}, less than ${LEAST_SHARE}`,
    );
  }
  return failures.length + slow.length > 0 ? 1 : 0;
}

/**
 * Every round measures every store once, on a new profile. Both sides of a store run on one page, each with a new
 * database.
 */
async function measure(options: Options, place: SessionPlace, out: string): Promise<Measured> {
  const [cells = 0] = options.cells;
  const [runs, failures]: [ProbeRun[], string[]] = [[], []];
  const file = `${out}/probes-${Date.now()}.jsonl`;
  const machine = machineFacts(await browserVersion(place));
  console.log(`raw runs: .out/bench/${basename(file)}`);
  for (let round = 1; round <= options.rounds; round++) {
    for (const store of options.stores.filter(hasProbe)) {
      try {
        await withSession(place, store, async (session) => {
          const sides = await limited(measureSides(session, firstSide(round), store, cells), SYSTEM_CLOCK);
          for (const { side, figures } of sides) {
            const run = { round, store, side, figures };
            runs.push(run);
            await appendFile(file, `${JSON.stringify({ ...run, cells })}\n`);
            console.log(lineOf(run));
          }
          await session.checkBackingStore();
        });
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

/** The side that runs first changes from round to round, so neither side has an advantage. */
function firstSide(round: number): Side {
  return SIDES[(round + 1) % SIDES.length] as Side;
}

async function measureSides(
  session: Session,
  first: Side,
  store: ProbedName,
  cells: number,
): ReturnType<typeof globalThis.bench.measureProbe> {
  const page = await session.page();
  return page.evaluate(([first, store, cells]) => globalThis.bench.measureProbe(first, store, cells), [
    first,
    store,
    cells,
  ] as const);
}

function lineOf({ round, store, side, figures }: ProbeRun): string {
  const found = Object.entries(figures).map(([figure, rate]) => `${figure} ${thousands(rate)}`);
  return `${round} ${store} ${side}: ${found.join(', ')}`;
}
