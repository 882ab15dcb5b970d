import { describe, expect, it, vi } from 'vitest';
import { PLANTED_WATCH_BUGS } from '../testing/oracle/planted-watch-bugs.js';
import { testSeeds } from '../testing/seed.js';
import { PLANTED_BUGS } from '../testing/tabs/planted-bugs.js';
import { simulate } from '../testing/tabs/simulate.js';

// Modules load in real time, not in simulated time.
vi.mock(import('../client/page/load-connection.js'), async () => {
  const code = await import('../client/page/connection-code.js');
  return { loadConnection: () => Promise.resolve(code) };
});

const RUNS = 60;
const TWICE_EVERY = 50;
const TELL_EVERY = 100;
/** A planted bug is found within this many seeds. */
const SEEDS = 200;
/** A planted bug of live reads is found within this many. */
const WATCH_SEEDS = 30;
/** The seeds that found rare ones. They are tried first; if they no longer find them, others may. */
const FOUND_BY: Readonly<Record<string, number>> = {
  'a new engine does not know the answers of the one before': 14,
  'packets are sent again in reverse order': 60,
  'new packets overtake those that are sent again': 41,
  'a page is not told that another page leads': 41,
};

/** Bugs of live reads, and what the simulator says of them. */
const WATCH_BUGS: Readonly<Record<string, RegExp>> = {
  'a delete touches no row': /the watch of .* shows/,
  'rows that enter a full window are missed': /the watch of .*"limit":3.* shows/,
  'an old difference is applied after a newer one': /the watch of .* goes back/,
  'a reply comes without the differences of its writes': /the watch of .* was acknowledged/,
  'watches are not opened again for another engine': /the watch of .* shows/,
  'watches do not get the commits': /the watch of .* shows/,
};

describe('Several tabs of a simulated site', () => {
  it('apply every call at most once, and every acknowledged one exactly once', { timeout: 3_600_000 }, async () => {
    const seeds = testSeeds(RUNS);
    let handedOver = 0;
    let moved = 0;
    for (const [at, seed] of seeds.entries()) {
      // A soak prints its progress.
      if (at > 0 && at % TELL_EVERY === 0) console.log(`${at} of ${seeds.length} runs, ${handedOver} handovers`);
      const { failures, trace, traceHash, handovers, ports } = await simulate({ seed });
      handedOver += handovers;
      moved += ports;
      if (failures.length > 0) {
        const last = trace.slice(-150).join('\n');
        const replay = `BIGTAB_SEED=${seed} BIGTAB_RUNS=1 npx vitest run lib/tabs/simulation.test`;
        expect.fail(`${failures.slice(0, 5).join('\n')}\n\n${last}\n\nReplay: ${replay}`);
      }
      if (seed % TWICE_EVERY === 0) expect((await simulate({ seed })).traceHash).toBe(traceHash);
    }
    // A repeated run may have none.
    if (seeds.length >= RUNS) expect(Math.min(handedOver, moved)).toBeGreaterThan(0);
  });
});

describe('The simulator', () => {
  it.for(Object.keys(PLANTED_BUGS))('finds a planted bug: %s', { timeout: 300_000 }, async (name) => {
    const plant = PLANTED_BUGS[name];
    for (let at = 0; at < SEEDS; at++) {
      const seed = (FOUND_BY[name] ?? 1) + at;
      const { failures } = await simulate({ seed, liveReads: false, ...(plant && { plant }) });
      if (failures.length > 0) return;
    }
    expect.fail('no seed finds it');
  });

  it.for(Object.keys(WATCH_BUGS))('finds a planted bug of live reads: %s', { timeout: 300_000 }, async (name) => {
    const plant = PLANTED_WATCH_BUGS[name];
    for (let seed = 1; seed <= WATCH_SEEDS; seed++) {
      const { failures } = await simulate({ seed, ...(plant && { plant }) });
      if (failures.some((failure) => (WATCH_BUGS[name] as RegExp).test(failure))) return;
    }
    expect.fail('no seed finds it');
  });
});
