import { describe, expect, it } from 'vitest';
import { BigtabError } from '../../errors.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import type { CatalogImage, TableRecord } from '../../storage/catalog/catalog.js';
import { Manifest } from '../../storage/manifest/manifest.js';
import { readManifests } from '../../storage/manifest/read-manifests.js';
import { OperationLog } from '../../storage/wal/operation-log.js';
import { DatabaseState } from './database-state.js';
import { RegionCommit } from './region-commit.js';

const EPOCH = 3;

const START: CatalogImage = {
  database: {
    format: 1,
    epoch: EPOCH,
    generation: 10,
    nextTableId: 5,
    nextFileNumber: 7,
    logStart: 0,
    operations: [],
    largestTimeSeen: 0,
    obsolete: [{ path: 'wal/2-1', since: 1 }],
  },
  tables: [],
};

function table(id: number): TableRecord {
  return {
    id,
    name: `t${id}`,
    state: 'ENABLED',
    schemaGeneration: 1,
    descriptor: {},
    nextFamilyId: 2,
    families: [],
    flushedSequenceId: 0,
    rollbackPoints: [],
  };
}

async function bench() {
  const clock = new ManualClock(1_000);
  const machine = new SimMachine({ seed: 1, clock, image: START });
  const manifest = await Manifest.create(machine.files, EPOCH);
  const errors: unknown[] = [];
  const guard = { inDoubt: false, check: async () => undefined };
  const state = new DatabaseState();
  const operations = new OperationLog();
  const commit = new RegionCommit(START, {
    guard,
    state,
    catalog: machine.catalog,
    manifest,
    clock,
    spareFiles: { list: [] },
    facts: () => ({ largestTimeSeen: 77 }),
    operations,
    log: {
      active: { path: 'wal/3-1', old: false },
      committed: () => {},
      spares: [],
      segments: [],
      positionAfter: (sequenceId) => ({ path: 'wal/3-1', offset: 100 + sequenceId, sequenceId, connections: [] }),
    },
    onError: (error) => errors.push(error),
    onFenced: () => errors.push('fenced'),
  });
  return { clock, machine, commit, errors, manifest, operations, state };
}

describe('RegionCommit', () => {
  it('reports to its host that another writer has taken over the catalog', async () => {
    const { machine, commit, errors } = await bench();
    await machine.catalog.replace({ ...START, database: { ...START.database, epoch: EPOCH + 1 } });
    await expect(commit.commit(() => ({}))).rejects.toMatchObject({ code: 'FENCED' });
    expect(errors).toEqual(['fenced']);
  });

  it('applies a change to the catalog, then to the mirror, then to the engine', async () => {
    const { machine, commit, manifest } = await bench();
    const seen: unknown[] = [];
    await commit.commit(
      ({ database }) => ({ put: [table(database.nextTableId)], nextTableId: database.nextTableId + 1, logStart: 4 }),
      () => seen.push(commit.tableNamed('t5')?.id, machine.catalog.current?.database.generation),
    );
    expect(seen).toEqual([5, 11]);
    expect(commit.image.database).toMatchObject({ generation: 11, nextTableId: 6, logStart: 4, largestTimeSeen: 77 });
    manifest.close();
    expect((await readManifests(machine.files)).image).toEqual(machine.catalog.current);
  });

  it('applies changes one after the other, each to the image that the previous one left', async () => {
    const { commit } = await bench();
    const add = () =>
      commit.commit(({ database }) => ({ put: [table(database.nextTableId)], nextTableId: database.nextTableId + 1 }));
    await Promise.all([add(), add(), add()]);
    expect(commit.image.tables.map(({ id }) => id)).toEqual([5, 6, 7]);
  });

  it('stores an operation together with the change that it made, and with no other', async () => {
    const { commit, machine, operations } = await bench();
    const ran = { connection: 'page', number: 3, answer: Uint8Array.of(7) };
    const stored = () => machine.catalog.current?.database.operations;
    machine.catalog.fail({ operation: 'commit', error: 'ABORT' });
    await expect(commit.commit(() => ({ ran }))).rejects.toMatchObject({ message: expect.stringContaining('commit') });
    machine.catalog.heal();
    await commit.commit(() => ({ put: [table(5)] }));
    expect([stored(), operations.answerOf('page', 3)]).toEqual([[], null]);
    const refused = commit.commit(() => {
      throw new Error('refused');
    });
    await Promise.all([commit.commit(() => ({ ran })), commit.commit(() => ({})), refused.catch(() => {})]);
    expect(stored()).toMatchObject([{ connection: 'page', highest: 3, answers: [{ number: 3, answer: 'Bw==' }] }]);
    expect(operations.answerOf('page', 3)).toEqual(ran.answer);
  });

  it('writes the changes that are requested while a commit runs as one commit', async () => {
    const { machine, commit, manifest } = await bench();
    const applied: number[] = [];
    const seen: number[] = [];
    const add = (id: number) =>
      commit.commit(
        ({ tables }) => {
          seen.push(tables.length + (commit.table(id - 1) === undefined ? 0 : 100));
          return { put: [table(id)], obsolete: [`data/${id}/3-1`] };
        },
        () => applied.push(id),
      );
    const first = add(5);
    await Promise.resolve();
    const others = [6, 7, 8, 9].map(add);
    await Promise.all([first, ...others]);
    expect(machine.counter.log.filter((operation) => operation.startsWith('catalog'))).toHaveLength(2);
    expect(machine.counter.log.filter((operation) => operation.startsWith('flush manifest'))).toHaveLength(2);
    expect([applied, seen]).toEqual([
      [5, 6, 7, 8, 9],
      [0, 101, 102, 103, 104],
    ]);
    expect(commit.image.database.generation).toBe(12);
    expect(commit.obsolete.map(({ path }) => path)).toEqual([
      'wal/2-1',
      ...[5, 6, 7, 8, 9].map((id) => `data/${id}/3-1`),
    ]);
    manifest.close();
    expect((await readManifests(machine.files)).image).toEqual(machine.catalog.current);
  });

  it('writes the last state of a table that a commit changes twice, and none of one that it drops', async () => {
    const { machine, commit } = await bench();
    await Promise.all([
      commit.commit(() => ({ put: [table(5), table(6)] })),
      commit.commit(() => ({ put: [{ ...table(5), flushedSequenceId: 3 }] })),
      commit.commit(() => ({ remove: [6] })),
    ]);
    expect(commit.image.tables).toEqual([{ ...table(5), flushedSequenceId: 3 }]);
    expect(machine.catalog.current).toEqual(commit.image);
  });

  it('writes each change alone if there is no room for all of them', async () => {
    const { machine, commit } = await bench();
    const { catalog } = machine;
    const write = catalog.commit.bind(catalog);
    catalog.commit = async (edit) => {
      if ((edit.put ?? []).length > 1) throw new BigtabError('QUOTA_EXCEEDED', 'no room');
      await write(edit);
    };
    const runs = [
      commit.commit(() => ({ put: [table(5), table(6)] })),
      commit.commit(() => ({ put: [table(7)] })),
      commit.commit(() => ({ remove: [9] })),
    ];
    expect((await Promise.allSettled(runs)).map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(commit.image.tables).toEqual([table(7)]);
    expect(catalog.current).toEqual(commit.image);
  });

  it('continues after a change that throws', async () => {
    const { commit } = await bench();
    const refused = commit.commit(() => {
      throw new Error('no');
    });
    const other = commit.commit(() => ({ put: [table(9)] }));
    await expect(refused).rejects.toThrow('no');
    await other;
    expect(commit.image.database.generation).toBe(11);
  });

  it('is refused once a writer of a later epoch exists, and then changes nothing', async () => {
    const { machine, commit } = await bench();
    await machine.catalog.replace({ ...START, database: { ...START.database, epoch: EPOCH + 1 } });
    let applied = false;
    const fenced = commit.commit(
      () => ({ put: [table(5)] }),
      () => {
        applied = true;
      },
    );
    await expect(fenced).rejects.toMatchObject({ code: 'FENCED' });
    expect([applied, commit.unsure, commit.image]).toEqual([false, false, START]);
    expect(machine.catalog.current?.tables).toEqual([]);
  });

  for (const carriedOut of [true, false]) {
    it(`reads which image is stored if the catalog fails a commit that was ${carriedOut ? '' : 'not '}carried out`, async () => {
      const { machine, commit } = await bench();
      machine.catalog.fail({ operation: 'commit', carriedOut });
      const run = commit.commit(() => ({ put: [table(5)] }));
      if (carriedOut) await run;
      else await expect(run).rejects.toThrow('commit');
      expect([commit.unsure, commit.image.tables.length]).toEqual([false, carriedOut ? 1 : 0]);
      await commit.commit(() => ({ put: [table(6)] }));
      expect(machine.catalog.current).toEqual(commit.image);
    });

    it(`is stored in the mirror if it could not read whether it was ${carriedOut ? '' : 'not '}carried out, then in both`, async () => {
      const { machine, commit, manifest, state } = await bench();
      machine.catalog.fail({ operation: 'commit', carriedOut });
      machine.catalog.fail({ operation: 'open', carriedOut: false });
      await commit.commit(() => ({ put: [table(5)] }));
      expect([commit.unsure, state.name]).toEqual([false, 'degraded']);
      expect(machine.catalog.current?.tables.length).toBe(carriedOut ? 1 : 0);
      await commit.commit(() => ({ put: [table(6)] }));
      expect([commit.unsure, state.name]).toEqual([false, 'open']);
      expect(commit.image.tables.map(({ id }) => id)).toEqual([5, 6]);
      expect(machine.catalog.current).toEqual(commit.image);
      manifest.close();
      expect((await readManifests(machine.files)).image).toEqual(commit.image);
    });

    it(`replaces the stored image after a commit without an answer that was ${carriedOut ? '' : 'not '}carried out`, async () => {
      const { machine, commit } = await bench();
      const late = new BigtabError('STORAGE_UNAVAILABLE', 'late', { details: { reason: 'no-answer' } });
      const { commit: store } = machine.catalog;
      machine.catalog.commit = async (edit) => {
        machine.catalog.commit = store;
        if (carriedOut) await machine.catalog.commit(edit);
        throw late;
      };
      await expect(commit.commit(() => ({ put: [table(5)] }))).rejects.toBe(late);
      expect(commit.unsure).toBe(true);
      await commit.commit(() => ({ put: [table(6)] }));
      expect(commit.unsure).toBe(false);
      expect(commit.image.tables.map(({ id }) => id)).toEqual([6]);
      expect(machine.catalog.current).toEqual(commit.image);
    });
  }

  it('is valid even if the mirror cannot be written, which is reported', async () => {
    const { machine, commit, errors } = await bench();
    machine.files.fail({ operation: 'write', path: /manifest/, error: 'QUOTA' });
    await commit.commit(() => ({ logStart: 7 }));
    expect(errors).toMatchObject([{ code: 'QUOTA_EXCEEDED' }]);
    expect(machine.catalog.current?.database.logStart).toBe(7);
  });

  it('records when files became obsolete, and forgets those that were removed a minute ago', async () => {
    const { clock, commit } = await bench();
    await commit.commit(() => ({ obsolete: ['data/1/3-1'] }));
    expect(commit.obsolete).toEqual([
      { path: 'wal/2-1', since: 1 },
      { path: 'data/1/3-1', since: 1_000 },
    ]);
    commit.removedFile('wal/2-1');
    expect(commit.obsolete.map(({ path }) => path)).toEqual(['data/1/3-1']);
    expect(commit.image.database.obsolete.length).toBe(2);
    clock.set(5_000);
    await commit.commit(() => ({ renewObsolete: true }));
    expect(commit.image.database.obsolete).toEqual([
      { path: 'wal/2-1', since: 5_000, removed: 1_000 },
      { path: 'data/1/3-1', since: 5_000 },
    ]);
    clock.set(61_000);
    await commit.commit(() => ({}));
    expect(commit.image.database.obsolete).toEqual([{ path: 'data/1/3-1', since: 5_000 }]);
  });

  it('makes a file obsolete that was given up and still exists', async () => {
    const { commit } = await bench();
    commit.leftFile('data/1/3-2');
    await commit.commit(() => ({}));
    await commit.commit(() => ({}));
    expect(commit.obsolete.map(({ path }) => path)).toEqual(['wal/2-1', 'data/1/3-2']);
  });

  it('assigns every file number once, also across a commit', async () => {
    const { commit } = await bench();
    const numbers = [commit.takeFileNumber(), commit.takeFileNumber()];
    await commit.commit(() => ({}));
    expect([...numbers, commit.takeFileNumber(), commit.image.database.nextFileNumber]).toEqual([7, 8, 9, 9]);
  });
});
