import { afterEach, describe, expect, it } from 'vitest';
import { openMemory } from '../../memory.js';
import { FakePage } from '../../testing/fakes/fake-page.js';
import { MemoryDatabases } from '../../testing/fakes/memory-databases.js';
import { exported, streamOf, tokenOf, withoutToken } from '../../testing/samples/backups.js';
import type { Connection } from '../connection.js';
import { connectOn } from '../page/connect-on.js';
import { registry } from '../page/registry.js';
import { type RestoreDatabaseOptions, restoreDatabaseOn } from '../page/restore-database.js';
import type { Upgrade } from '../page/upgrade.js';
// Loaded in advance, because loading takes a different time in each run.
import '../page/connection-code.js';
import '../../backup/backup-code.js';

/* A database has the version of the app that wrote it, and so have its backups. */

const CREATE = { mode: 'create' } as const;
const MERGE = { mode: 'merge' } as const;

/** A database of this version, 0 = none, with the price of an article. */
async function shop(version: number, price = '500'): Promise<Connection> {
  const connection = await openMemory(version === 0 ? {} : { version });
  const table = await connection.ensureTable({ name: 'articles', families: ['f'] });
  await table.put({ row: 'chair', cells: { f: { price } } });
  return connection;
}

function headerOf(text: string): { readonly version?: number; readonly appVersion?: number } {
  return JSON.parse(text.slice(0, text.indexOf('\n')));
}

/** A backup of a database of this version. */
async function backupOf(version: number): Promise<string> {
  const connection = await shop(version);
  const text = await exported(connection);
  await connection.close();
  return text;
}

function site() {
  const page = new FakePage(new MemoryDatabases());
  return {
    connect: (version?: number, upgrade?: Upgrade) => connectOn(page.platform, 'shop', { version, upgrade }),
    restore: (text: string, options: RestoreDatabaseOptions = {}) =>
      restoreDatabaseOn(page.platform, streamOf(text), 'shop', options),
  };
}

/** Refused, with a message that names both versions. */
function refusal(backup: number, stored: number): object {
  return expect.objectContaining({
    code: 'INVALID_OPERATION',
    message: expect.stringMatching(new RegExp(`version ${backup} .*version ${stored}`)),
    details: expect.objectContaining({ version: backup, stored }),
  });
}

async function versionOf(connection: Connection): Promise<number> {
  return (await connection.status()).version;
}

afterEach(() => {
  registry().clear();
});

describe('The version of the app', () => {
  it('is in the first line of an export of a database, of tables and of an increment', async () => {
    const connection = await shop(3);
    const whole = await exported(connection);
    for (const text of [whole, await exported(connection, { tables: ['articles'] })]) {
      expect(headerOf(text)).toMatchObject({ version: 1, appVersion: 3 });
    }
    const increment = await exported(connection, { since: tokenOf(whole) });
    expect(headerOf(increment)).toMatchObject({ version: 1, appVersion: 3 });
    await connection.close();
    expect(headerOf(await backupOf(0))).not.toHaveProperty('appVersion');
  });

  it('in an export of a snapshot is that of the time of the snapshot', async () => {
    const { connect } = site();
    const old = await connect(1);
    await old.ensureTable({ name: 't', families: ['f'] });
    await old.getAdmin().snapshot('first', 't');
    await old.close();
    const connection = await connect(2, async (upgrading) => {
      await upgrading.getAdmin().snapshot('before', 't');
    });
    await connection.getAdmin().snapshot('after', 't');
    const versions: unknown[] = [];
    for (const snapshot of ['first', 'before', 'after'])
      versions.push(headerOf(await exported(connection, { snapshot })).appVersion);
    expect(versions).toEqual([1, 1, 2]);
    await connection.close();
  });

  it('is in the status', async () => {
    for (const version of [0, 3]) {
      const connection = await shop(version);
      expect(await versionOf(connection)).toBe(version);
      await connection.close();
    }
  });

  it('of a restored database is that of the backup, so the next connect upgrades from it', async () => {
    const text = await backupOf(2);
    const { connect, restore } = site();
    const restored = await restore(text);
    expect(await versionOf(restored)).toBe(2);
    await restored.close();
    const upgraded: number[] = [];
    const upgrade: Upgrade = (_, from) => void upgraded.push(from);
    await (await connect(2, upgrade)).close();
    expect(upgraded).toEqual([]);
    await expect(connect(1, upgrade)).rejects.toMatchObject({
      code: 'DATABASE_NEWER',
      details: { stored: 2, version: 1 },
    });
    await (await connect(3, upgrade)).close();
    expect(upgraded).toEqual([2]);
  });

  it('of an older backup is stated by restoreDatabase', async () => {
    const text = await backupOf(0);
    const { restore } = site();
    const restored = await restore(text, { version: 2 });
    expect(await versionOf(restored)).toBe(2);
    expect(headerOf(await exported(restored)).appVersion).toBe(2);
    await restored.close();
    const other = site();
    await expect(other.restore(await backupOf(2), { version: 3 })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringMatching(/version 2 .*version is 3/),
    });
    for (const version of [0, 1.5, '2', null])
      await expect(other.restore(text, { version: version as number })).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: expect.stringContaining('version'),
      });
    await (await other.restore(await backupOf(2), { version: 2 })).close();
  });

  it.each([CREATE, MERGE])('is kept by an import of mode $mode if only one side has one', async (options) => {
    const text = await backupOf(2);
    const without = await openMemory();
    await without.importStream(streamOf(text), options);
    expect(await versionOf(without)).toBe(2);
    expect(withoutToken(await exported(without))).toBe(withoutToken(text));
    const having = await openMemory({ version: 3 });
    await having.importStream(streamOf(await backupOf(0)), options);
    expect(await versionOf(having)).toBe(3);
    await Promise.all([without.close(), having.close()]);
  });

  it.each([CREATE, MERGE])('of another database is refused by mode $mode, and nothing is imported', async (options) => {
    for (const [backup, stored] of [
      [2, 3],
      [3, 2],
    ] as const) {
      const connection = await openMemory({ version: stored });
      const text = (await backupOf(backup)).replace('"namespaces":[]', '"namespaces":[{"name":"made"}]');
      await expect(connection.importStream(streamOf(text), options)).rejects.toEqual(refusal(backup, stored));
      expect(await connection.getAdmin().listTableNames()).toEqual([]);
      expect(await connection.getAdmin().listNamespaceDescriptors()).toHaveLength(2);
      await connection.close();
    }
  });

  it('without tables is kept too', async () => {
    const connection = await openMemory({ version: 2 });
    const text = await exported(connection);
    const copy = await openMemory();
    await copy.importStream(streamOf(text), CREATE);
    expect(await versionOf(copy)).toBe(2);
    await Promise.all([connection.close(), copy.close()]);
  });

  it.each([CREATE, MERGE])(
    'that an upgrade gives meanwhile is compared when an import of mode $mode ends',
    async (options) => {
      const text = await backupOf(1);
      const { connect } = site();
      const importing = await connect();
      let upgraded = false;
      const lines = new TextEncoder().encode(text);
      const stream = new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            controller.enqueue(lines.slice(0, -1));
            await (
              await connect(2, () => {
                upgraded = true;
              })
            ).close();
            controller.enqueue(lines.slice(-1));
            controller.close();
          },
        },
        { highWaterMark: 0 },
      );
      await expect(importing.importStream(stream, options)).rejects.toEqual(refusal(1, 2));
      expect([upgraded, await versionOf(importing)]).toEqual([true, 2]);
      expect(await importing.getAdmin().listTableNames()).toEqual(options === CREATE ? [] : ['articles']);
      await importing.close();
    },
  );

  it('is the one from which an upgrade begins, whenever that is', async () => {
    const text = await backupOf(1);
    const seen = new Set<string>();
    for (let turns = 0; turns < 40; turns++) {
      const { connect } = site();
      const importing = await connect();
      const imported = importing.importStream(streamOf(text), CREATE).then(
        () => 'imported',
        () => 'refused',
      );
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
      let began = -1;
      const upgraded = await connect(2, (_, from) => {
        began = from;
      });
      seen.add(`${await imported}, from ${began}`);
      await Promise.all([importing.close(), upgraded.close()]);
      registry().clear();
    }
    expect([...seen].sort()).toEqual(['imported, from 1', 'refused, from 0']);
  });

  it('is given by the upgrade in which a backup is imported, and only when it has ended', async () => {
    const { connect } = site();
    const seen: number[] = [];
    const seed = (text: string) => async (upgrading: Connection) => {
      await upgrading.importStream(streamOf(text), MERGE);
      seen.push(await versionOf(upgrading));
    };
    await expect(connect(2, seed(await backupOf(3)))).rejects.toEqual(refusal(3, 2));
    const failed = connect(2, async (upgrading) => {
      await seed(await backupOf(2))(upgrading);
      throw new Error('failed');
    });
    await expect(failed).rejects.toThrow('failed');
    const connection = await connect(2, seed(await backupOf(1)));
    expect([seen, await versionOf(connection)]).toEqual([[0, 0], 2]);
    await connection.close();
  });

  it('of a backup must be a whole number of at least 1', async () => {
    const text = await backupOf(2);
    for (const given of ['0', '-1', '1.5', '"2"', 'null', '1e300', '{}']) {
      const connection = await openMemory();
      const changed = text.replace('"appVersion":2', `"appVersion":${given}`);
      await expect(connection.importStream(streamOf(changed), CREATE)).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        details: { line: 1 },
      });
      expect(await versionOf(connection)).toBe(0);
      await connection.close();
    }
  });
});
