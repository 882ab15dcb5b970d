import { describe, expect, it, vi } from 'vitest';
import { testSeeds } from '../testing/seed.js';
import { PLANTED_TRANSACTION_BUGS } from '../testing/tabs/planted-transaction-bugs.js';
import { simulateTransactions } from '../testing/tabs/simulate-transactions.js';

// Modules load in real time, not in simulated time.
vi.mock(import('../client/page/load-connection.js'), async () => {
  const code = await import('../client/page/connection-code.js');
  return { loadConnection: () => Promise.resolve(code) };
});

const RUNS = 12;
const TELL_EVERY = 100;

/** What the simulator reports for each bug. */
const FOUND: Readonly<Record<string, RegExp>> = {
  'reads are not validated': /it read/,
  'reads that found nothing are not validated': /it read .*(= , but|is not there, but)/,
  'rows after those that a range returned are not validated': /it read . \[.*\) = \w.*, but/,
  'only reads of rows that are written are validated': /it read/,
  'a read returns what the page has read before': /it read/,
  'a transaction that is refused leaves its writes': /was refused, but is applied/,
  'reads are validated with the state before the commit group': /it read/,
  'conditions are judged after the mutations': /was refused, but is applied/,
  'a commit that is sent again is applied again': /is applied twice/,
  'reads without writes are not validated': /read\d+.* has read what never was/,
};

describe('Transactions of several tabs', () => {
  it('are serializable, and each is applied at most once', { timeout: 3_600_000 }, async () => {
    const seeds = testSeeds(RUNS);
    let ranAgain = 0;
    for (const [at, seed] of seeds.entries()) {
      // A soak prints its progress.
      if (at > 0 && at % TELL_EVERY === 0) console.log(`${at} of ${seeds.length} runs, ${ranAgain} conflicts`);
      const { failures, trace, repeated } = await simulateTransactions(seed);
      ranAgain += repeated;
      if (failures.length > 0) {
        const last = trace.slice(-150).join('\n');
        const replay = `BIGTAB_SEED=${seed} BIGTAB_RUNS=1 npx vitest run lib/tabs/simulation-transactions`;
        expect.fail(`${failures.slice(0, 5).join('\n')}\n\n${last}\n\nReplay: ${replay}`);
      }
    }
    expect(ranAgain).toBeGreaterThan(0);
  });

  it('repeat the same run for the same seed', { timeout: 60_000 }, async () => {
    const [first, again] = [await simulateTransactions(1), await simulateTransactions(1)];
    expect(again.traceHash).toBe(first.traceHash);
  });
});

describe('The simulator', () => {
  it.for(Object.keys(PLANTED_TRANSACTION_BUGS))(
    'finds a planted bug of transactions: %s',
    { timeout: 300_000 },
    async (name) => {
      for (let seed = 1; seed <= RUNS; seed++) {
        const { failures } = await simulateTransactions(seed, PLANTED_TRANSACTION_BUGS[name]);
        if (failures.some((failure) => FOUND[name]?.test(failure))) return;
      }
      expect.fail('no seed finds it');
    },
  );
});
