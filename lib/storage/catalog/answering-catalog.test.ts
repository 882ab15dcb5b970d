import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../simulation/manual-clock.js';
import { catalogSuite } from '../../testing/conformance/catalog-suite.js';
import { passSeconds } from '../../testing/fakes/pass-seconds.js';
import { sampleDatabase, sampleImage } from '../../testing/samples/sample-images.js';
import { AnsweringCatalog } from './answering-catalog.js';
import type { Catalog } from './catalog.js';
import { MemoryCatalog } from './memory-catalog.js';

describe('AnsweringCatalog', () => {
  catalogSuite({ test: (name, body) => it(name, body) }, async () => {
    const clock = new ManualClock();
    const catalog = new AnsweringCatalog(new MemoryCatalog(), clock);
    return {
      catalog,
      another: async () => catalog,
      dispose: async () => expect(clock.waiting).toBe(0),
    };
  });

  it('rejects with STORAGE_UNAVAILABLE after 30 s if its medium does not answer', async () => {
    const never = () => new Promise<never>(() => {});
    const silent: Catalog = {
      onEnded: () => {},
      open: never,
      replace: never,
      commit: never,
      reset: never,
      close: never,
    };
    const clock = new ManualClock();
    const catalog = new AnsweringCatalog(silent, clock);
    const calls = [
      catalog.open(),
      catalog.replace(sampleImage(1, 1)),
      catalog.commit({ database: sampleDatabase(1, 2) }),
      catalog.reset(),
      catalog.close(),
    ];
    const settled = Promise.allSettled(calls);
    await passSeconds(clock, 29);
    expect(clock.waiting).toBe(calls.length);
    await passSeconds(clock, 1);
    const error = { code: 'STORAGE_UNAVAILABLE', details: { reason: 'no-answer', outcome: 'unknown' } };
    for (const outcome of await settled) expect(outcome).toMatchObject({ status: 'rejected', reason: error });
  });

  it('tells its user when the medium ends the connection', () => {
    const inner = new MemoryCatalog();
    const catalog = new AnsweringCatalog(inner, new ManualClock());
    let ended = 0;
    catalog.onEnded = () => ended++;
    inner.onEnded();
    expect(ended).toBe(1);
  });
});
