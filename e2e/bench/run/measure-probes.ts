import { thousands } from '../../../lib/build/report/table.js';
import type { Session } from '../driven/session.js';
import { type ProbeRun, SIDES, type Side } from '../probes/probe-figures.js';
import { hasProbe, type ProbedName } from '../probes/probe-names.js';
import { LEAST_SHARE, probeLines, probeTable } from '../report/probe-table.js';
import { measureRounds, writePage } from './measure-rounds.js';
import type { Options } from './options.js';

/**
 * Measures the adapters against their probes and writes the table. Both sides of a store run on one page, each with a
 * new database. Returns the exit code: 1 if an adapter failed or reaches too little.
 */
export async function measureProbes(options: Options, out: string, signal: AbortSignal): Promise<number> {
  const [cells = 0] = options.cells;
  const { runs, failures, facts } = await measureRounds(options, out, signal, {
    name: 'probes',
    storesIn: () => options.stores.filter(hasProbe),
    measure: async (session, store: ProbedName, round): Promise<readonly (ProbeRun & { readonly cells: number })[]> => {
      const sides = await measureSides(session, firstSide(round), store, cells);
      await session.checkBackingStore();
      return sides.map(({ side, figures }) => ({ round, store, side, figures, cells }));
    },
    lineOf,
  });
  const lines = probeLines(runs);
  const table = probeTable(lines, [
    ...facts,
    `${options.cells.map(thousands).join(', ')} cells, keys of 16 bytes, values of 100, relaxed durability.`,
  ]);
  await writePage('probes', table, failures, options.publish, out);
  const slow = lines.filter(({ shares }) => shares.median < LEAST_SHARE);
  for (const { store, figure, shares } of slow) {
    console.error(
      `SLOW: ${store} reaches ${shares.median.toFixed(2)} of its probe in ${figure}, less than ${LEAST_SHARE}`,
    );
  }
  return failures.length + slow.length > 0 ? 1 : 0;
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
