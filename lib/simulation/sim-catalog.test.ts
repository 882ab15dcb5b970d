import { describe, expect, it } from 'vitest';
import type { CatalogEdit } from '../storage/catalog/catalog.js';
import { catalogSuite } from '../testing/conformance/catalog-suite.js';
import { sampleDatabase, sampleImage } from '../testing/samples/sample-images.js';
import { ManualClock } from './manual-clock.js';
import { OperationCounter, StopSignal } from './operation-counter.js';
import { SimCatalog } from './sim-catalog.js';
import { SimMachine } from './sim-machine.js';

function edit(generation: number): CatalogEdit {
  return { database: sampleDatabase(1, generation) };
}

const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);

function generations(catalog: SimCatalog, left: 'all' | 'nothing' | 'one-behind' = 'all'): (number | undefined)[] {
  const seen = SEEDS.map((seed) => catalog.image({ seed, left }).current?.database.generation);
  return [...new Set(seen)].sort();
}

describe('SimCatalog', () => {
  catalogSuite({ test: (name, body) => it(name, body) }, async () => {
    const catalog = new SimCatalog({ seed: 1 });
    return { catalog, another: async () => catalog, dispose: async () => {} };
  });

  it('counts replace and commit with the same counter as files', async () => {
    const machine = new SimMachine({ seed: 1, clock: new ManualClock() });
    await machine.catalog.replace(sampleImage(1, 1));
    (await machine.files.create('a')).close();
    await machine.catalog.open();
    await machine.catalog.commit(edit(2));
    expect(machine.counter.log).toEqual(['catalog replace', 'create a', 'catalog commit']);
  });

  it('contains the state before or after the commit in which the process ended, depending on the seed of the image', async () => {
    const catalog = new SimCatalog({ seed: 1, counter: new OperationCounter(2), image: sampleImage(1, 1) });
    await catalog.commit(edit(2));
    await expect(catalog.commit(edit(3))).rejects.toThrow(StopSignal);
    await expect(catalog.open()).rejects.toThrow(StopSignal);
    expect(generations(catalog)).toEqual([2, 3]);
    for (const seed of SEEDS) {
      expect(catalog.image({ seed }).current).toEqual(catalog.image({ seed }).current);
    }
  });

  it('is never changed by a refused commit during which the process ended', async () => {
    const catalog = new SimCatalog({ seed: 1, counter: new OperationCounter(1), image: sampleImage(1, 1) });
    await expect(catalog.commit(edit(9))).rejects.toThrow(StopSignal);
    expect(generations(catalog)).toEqual([1]);
  });

  it('may or may not contain a commit that was in progress when another operation ended the process', async () => {
    const counter = new OperationCounter();
    let carryOut = (): void => {};
    const catalog = new SimCatalog({
      seed: 1,
      counter,
      image: sampleImage(1, 1),
      make: async (image) => ({
        onEnded: () => {},
        open: async () => image,
        replace: async () => {},
        commit: () => new Promise((resolve) => (carryOut = resolve)),
        reset: async () => {},
        close: async () => {},
      }),
    });
    const commit = catalog.commit(edit(2));
    while (counter.count === 0) await null;
    for (let turn = 0; turn < 10; turn++) await null;
    counter.stop();
    carryOut();
    await expect(commit).rejects.toThrow(StopSignal);
    expect(generations(catalog)).toEqual([1, 2]);
  });

  it('can be lost or one change behind in an image', async () => {
    const catalog = new SimCatalog({ seed: 1, image: sampleImage(1, 1) });
    await catalog.commit(edit(2));
    expect(generations(catalog, 'nothing')).toEqual([undefined]);
    expect(generations(catalog, 'one-behind')).toEqual([1]);
  });

  it('rejects on request, whether the change was applied or not', async () => {
    for (const carriedOut of [false, true]) {
      const catalog = new SimCatalog({ seed: 1, image: sampleImage(1, 1) });
      catalog.fail({ operation: 'commit', at: 2, carriedOut });
      await catalog.commit(edit(2));
      await expect(catalog.commit(edit(3))).rejects.toMatchObject({ name: 'UnknownError' });
      expect((await catalog.open())?.database.generation).toBe(carriedOut ? 3 : 2);
    }
  });
});

describe('A catalog that fails', () => {
  it('refuses every call after it broke down, in later processes too', async () => {
    const catalog = new SimCatalog({ seed: 1, image: sampleImage(1, 1) });
    catalog.breakDown();
    const later = catalog.image({ seed: 1 });
    for (const broken of [catalog, later]) {
      const message = { message: expect.stringContaining('Internal error opening backing store') };
      await expect(broken.open()).rejects.toMatchObject(message);
      await expect(broken.commit(edit(2))).rejects.toMatchObject(message);
      await expect(broken.replace(sampleImage(2, 1))).rejects.toMatchObject(message);
    }
    later.heal();
    expect((await later.open())?.database.generation).toBe(1);
  });

  it('rejects with the name of a browser error', async () => {
    const catalog = new SimCatalog({ seed: 1, image: sampleImage(1, 1) });
    for (const [error, name] of [
      ['ABORT', 'AbortError'],
      ['DATA', 'DataError'],
      ['QUOTA', 'QuotaExceededError'],
    ] as const) {
      catalog.fail({ operation: 'commit', error });
      await expect(catalog.commit(edit(2))).rejects.toMatchObject({ name });
    }
    expect(catalog.current?.database.generation).toBe(1);
  });

  it('may lose any number of its last commits', async () => {
    const catalog = new SimCatalog({ seed: 1, image: sampleImage(1, 1) });
    await catalog.commit(edit(2));
    await catalog.commit(edit(3));
    const left = SEEDS.map((seed) => catalog.image({ seed, left: 'relaxed' }).current?.database.generation);
    expect([...new Set(left)].sort()).toEqual([1, 2, 3]);
  });

  it('never answers a call that hangs, whether it was applied or is applied late', async () => {
    for (const carriedOut of [true, false]) {
      const catalog = new SimCatalog({ seed: 1, image: sampleImage(1, 1) });
      catalog.fail({ operation: 'commit', error: 'HANG', carriedOut });
      let answered = false;
      const commit = catalog.commit(edit(2)).then(() => {
        answered = true;
      });
      for (let turn = 0; turn < 50; turn++) await null;
      expect([answered, catalog.current?.database.generation]).toEqual([false, carriedOut ? 2 : 1]);
      expect(catalog.answerHanging()).toBe(1);
      await commit;
      expect(catalog.current?.database.generation).toBe(2);
    }
  });

  it('reports the end of its connection, after which its content may be gone', async () => {
    const catalog = new SimCatalog({ seed: 1, image: sampleImage(1, 1) });
    let ended = 0;
    catalog.onEnded = () => ended++;
    catalog.end();
    expect((await catalog.open())?.database.generation).toBe(1);
    catalog.clear();
    expect([await catalog.open(), ended]).toEqual([null, 2]);
    await expect(catalog.commit(edit(2))).rejects.toMatchObject({ code: 'FENCED' });
  });
});

describe('SimMachine', () => {
  it('stops files and catalog together, and passes both to the next process', async () => {
    const machine = new SimMachine({ seed: 1, clock: new ManualClock(), stopAt: 3, image: sampleImage(1, 1) });
    (await machine.files.create('a')).close();
    await machine.catalog.commit(edit(2));
    await expect(machine.files.create('b')).rejects.toThrow(StopSignal);
    await expect(machine.catalog.commit(edit(3))).rejects.toThrow(StopSignal);
    const next = machine.image({ kind: 'process-death', seed: 1, stopAt: 2 });
    expect(next.files.paths()).toContain('a');
    expect((await next.catalog.open())?.database.generation).toBe(2);
    await next.catalog.commit(edit(3));
    await expect(next.files.create('c')).rejects.toThrow(StopSignal);
    expect(next.image({ kind: 'power-cut', seed: 1, catalog: 'one-behind' }).catalog.current?.database.generation).toBe(
      2,
    );
  });
});
