import { describe, expect, it } from 'vitest';
import { decodeText } from '../../bytes/text.js';
import { readUserFunctions } from '../../client/page/user-functions.js';
import type { Connection } from '../../index.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { settled } from '../fakes/stepped-engine.js';
import { openEngine } from '../samples/engine.js';
import { expectIndexed } from '../samples/indexed-notes.js';
import type { Block, Script } from '../scripts/script-parser.js';
import { answersOf, compactAll, readBack, writeAgain } from './answer-player.js';
import { type StoredDatabase, storedDatabases } from './stored-database.js';

/*
 * The current version opens databases that any version of the code stored, answers from them, and continues to write to
 * them.
 */

const MINUTE_MS = 60_000;

/** The machine, as the process that stored the database left it. */
function machineOf({ storedAt, catalog, files }: StoredDatabase, left: Left = 'all'): SimMachine {
  const machine = new SimMachine({
    seed: 1,
    clock: new ManualClock(storedAt),
    image: left === 'no catalog' ? null : catalog,
  });
  for (const [path, bytes] of files)
    if (left !== 'no manifest' || !path.startsWith('manifest-')) machine.files.setBytes(path, bytes);
  return machine;
}

type Left = 'all' | 'no catalog' | 'no manifest';

async function expectAnswers(connection: Connection, script: Script): Promise<void> {
  const printed = await answersOf(connection, script);
  for (const block of script.sections.flatMap(({ blocks }) => blocks))
    expect(printed.get(block), whereOf(script, block)).toEqual(block.expected);
}

function whereOf({ path }: Script, { line, commands }: Block): string {
  return `${path}:${line}: ${commands.at(-1)?.text}`;
}

it('there is a stored database in the first format', () => {
  expect(storedDatabases().map(({ name }) => name)).toContain('format-1');
});

it('there is a stored database with families that keep every cell', () => {
  const tables = storedDatabases().flatMap(({ catalog }) => catalog.tables);
  expect(tables.filter(({ keptHistory }) => keptHistory !== undefined)).not.toEqual([]);
});

it('there is a stored database with snapshots, a clone and a restored table', () => {
  const stored = storedDatabases().filter(({ catalog }) => catalog.snapshots !== undefined);
  expect(stored.flatMap(({ catalog }) => catalog.database.features)).toContain('snapshots');
});

it('there is a stored database with indexes', () => {
  expect(storedDatabases().flatMap(({ catalog }) => catalog.database.features)).toContain('indexes');
});

describe.each(storedDatabases().map((stored) => [stored.name, stored] as const))(
  'the stored database %s',
  (_, stored) => {
    it('opens without a problem and answers every read', async () => {
      const { connection } = await openEngine(machineOf(stored));
      expect((await connection.status()).lastRecovery.problems).toEqual([]);
      expect((await connection.status()).lastRecovery.records).toBeGreaterThan(0);
      await expectAnswers(connection, stored.opened);
      await connection.close();
    });

    it.each(['no catalog', 'no manifest'] as const)(
      'answers every read when there is %s, and reports it',
      async (left) => {
        const { connection } = await openEngine(machineOf(stored, left));
        expect((await connection.status()).lastRecovery.problems).toHaveLength(1);
        await expectAnswers(connection, stored.opened);
        await connection.close();
      },
    );

    it('returns the expected answers after a major compaction, before and after it is opened again', async () => {
      const machine = machineOf(stored);
      const first = await openEngine(machine);
      await compactAll(first.connection);
      await expectAnswers(first.connection, stored.compacted);
      await first.connection.close();
      const second = await openEngine(machine);
      await expectAnswers(second.connection, stored.compacted);
      await second.connection.close();
    });

    it('can be written, flushed, compacted, closed and opened again', async () => {
      const machine = machineOf(stored);
      const first = await openEngine(machine);
      const written = await writeAgain(first.connection, 'before');
      await compactAll(first.connection);
      expect(await readBack(first.connection, 'before')).toEqual(written);
      const unflushed = await writeAgain(first.connection, 'after');
      // The process ends here, so the log is needed again.
      const second = await openEngine(machine.image({ kind: 'process-death', seed: 2 }));
      expect((await second.connection.status()).lastRecovery.problems).toEqual([]);
      expect(await readBack(second.connection, 'before')).toEqual(written);
      expect(await readBack(second.connection, 'after')).toEqual(unflushed);
      await second.connection.close();
    });

    it('keeps the files that it lists as obsolete for a minute, then removes them', async () => {
      const machine = machineOf(stored);
      const young = stored.catalog.database.obsolete.filter(({ since }) => stored.storedAt - since < MINUTE_MS);
      const waiting = young.map(({ path }) => path);
      expect(waiting.some((path) => path.startsWith('data/'))).toBe(true);
      const { connection } = await openEngine(machine);
      await settled();
      expect(machine.files.paths()).toEqual(expect.arrayContaining(waiting));
      machine.clock.advance(2 * MINUTE_MS);
      await settled();
      expect(machine.files.paths().filter((path) => waiting.includes(path))).toEqual([]);
      await expectAnswers(connection, stored.opened);
      await connection.close();
    });

    it('restores rows of families that keep every cell, as far back as its catalog says', async () => {
      const { connection } = await openEngine(machineOf(stored));
      for (const { name, keptHistory } of stored.catalog.tables) {
        for (const { since } of keptHistory?.families ?? []) {
          const table = connection.getTable(name);
          const entries = await table.history('letter', 'text:body');
          const written = name === 'drafts' ? ['second', 'first', null, 'first'] : ['of the copy', 'first'];
          expect(entries.map(({ value }) => value && decodeText(value))).toEqual(written);
          await expect(table.restore('letter', since - 1)).rejects.toMatchObject({ code: 'INVALID_OPERATION' });
          await table.restore('letter', entries[1]?.timestamp as number);
          expect((await table.get('letter')).getText('text', 'body')).toBe('first');
          await table.restore('letter', since);
          expect((await table.get('letter')).isEmpty).toBe(true);
        }
      }
      await connection.close();
    });

    it('returns by its indexes the rows that a scan returns, before and after a major compaction', async () => {
      const { connection } = await openEngine(machineOf(stored));
      if (stored.catalog.tables.some(({ name }) => name === 'cards')) {
        await expectIndexed(connection, 'cards', ['open', 'done', 'tag-1']);
        await connection.getAdmin().majorCompact('cards');
        await expectIndexed(connection, 'cards', ['open', 'done', 'tag-1']);
      }
      await connection.close();
    });

    it("keeps the user's version", async () => {
      const { connection } = await openEngine(machineOf(stored));
      const version = stored.catalog.database.version as number;
      const upgrade = readUserFunctions({ version, upgrade: () => Promise.reject(new Error('it has this version')) });
      expect(await upgrade?.(connection)).toBeNull();
      await connection.close();
    });

    it('contains every kind of cell, marker and block that its format has', () => {
      const printed = stored.opened.lines.join('\n');
      for (const type of ['Delete', 'DeleteFamilyVersion', 'DeleteColumn', 'DeleteFamily'])
        expect(printed).toMatch(new RegExp(`type=${type}$`, 'm'));
      expect(stored.catalog.tables.some(({ state }) => state === 'DISABLED')).toBe(true);
      expect(
        stored.catalog.tables.flatMap(({ rollbackPoints }) => rollbackPoints).some(({ replaced }) => replaced),
      ).toBe(true);
      expect(stored.catalog.database.operations.flatMap(({ answers }) => answers)).not.toEqual([]);
    });
  },
);
