import { describe, expect, it } from 'vitest';
import { gate, OPEN_GATE } from './gate.js';
import { testClock } from './test-clock.js';
import { type WeighedStore, weigh } from './weigh.js';

/** A store that records the calls it receives; each reading of the disk is one larger than the last. */
function fakeStore(events: string[], options: { readonly compacts?: boolean; readonly memory?: number | null } = {}) {
  let disk = 100;
  let loaded = false;
  const step = (name: string) => async () => {
    if (events.at(-1) !== name) events.push(name);
  };
  return {
    async memory() {
      await step('memory')();
      if (options.memory === null) return null;
      return loaded ? 260 : 200;
    },
    async disk() {
      await step('disk')();
      return disk++;
    },
    async load() {
      await step('load')();
      loaded = true;
    },
    close: step('close'),
    restart: step('restart'),
    compact: options.compacts === false ? null : step('compact'),
  } satisfies WeighedStore;
}

const together = () => ({ clock: testClock(), busy: OPEN_GATE, reading: OPEN_GATE });

describe('weigh', () => {
  it("reads at each stage of a database's life, in order", async () => {
    const events: string[] = [];
    const figures = await weigh(fakeStore(events), together());
    expect(events.join(' ')).toBe('disk memory load disk memory disk close disk restart disk compact disk');
    expect(figures).toEqual({
      'memory-loaded': 60,
      'disk-loaded': 1,
      'disk-later': 2,
      'disk-closed': 3,
      'disk-restarted': 4,
      'disk-compacted': 5,
    });
  });

  it('reads the disk two minutes after the end of the load, however long other steps took', async () => {
    const clock = testClock();
    const times: number[] = [];
    const store = fakeStore([]);
    const figures = weigh({ ...store, disk: async () => times.push(clock.now()) }, { ...together(), clock });
    await figures;
    expect((times[2] as number) - (times[1] as number)).toBe(120_000);
  });

  it('has no figure for a command that the store lacks, or for memory that cannot be read', async () => {
    const figures = await weigh(fakeStore([], { compacts: false, memory: null }), together());
    expect(Object.keys(figures)).toEqual(['disk-loaded', 'disk-later', 'disk-closed', 'disk-restarted']);
  });

  it('repeats a reading of memory that does not settle within twenty seconds', async () => {
    const clock = testClock();
    let loaded = false;
    const store = {
      ...fakeStore([]),
      memory: async () => (clock.now() < 20_000 ? 100 + clock.now() / 1_000 : loaded ? 260 : 200),
      load: async () => {
        loaded = true;
      },
    };
    expect(await weigh(store, { ...together(), clock })).toMatchObject({ 'memory-loaded': 60 });
  });

  it('waits for two stores at the same time, but loads them one after the other', async () => {
    let loading = 0;
    let most = 0;
    const asleep: (() => void)[] = [];
    const clock = {
      now: () => 0,
      sleep: (ms: number) => (ms < 60_000 ? Promise.resolve() : new Promise<void>((resolve) => asleep.push(resolve))),
    };
    const plan = { clock, busy: gate(1), reading: gate(2) };
    const one = () => ({
      ...fakeStore([], { memory: null }),
      async load() {
        most = Math.max(most, ++loading);
        await Promise.resolve();
        loading--;
      },
    });
    const both = Promise.all([weigh(one(), plan), weigh(one(), plan)]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(asleep).toHaveLength(2);
    for (const wake of asleep) wake();
    await both;
    expect(most).toBe(1);
  });
});
