import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ManualClock } from '../../simulation/manual-clock.js';
import { type Connection, openDirectory } from './directory.js';

const TABLE = { name: 'notes', families: [{ name: 'f', timeToLive: 60 }] } as const;

let directory = '';

beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), 'bigtab-')), 'database');
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(join(directory, '..'), { recursive: true, force: true });
});

/** The files of the database that this process has open. Always empty where the system has no /proc. */
function openFiles(): readonly string[] {
  const descriptors = '/proc/self/fd';
  if (!existsSync(descriptors)) return [];
  const paths = readdirSync(descriptors).map((name) => {
    try {
      return readlinkSync(join(descriptors, name));
    } catch {
      // The descriptor of this list.
      return '';
    }
  });
  return paths.filter((path) => path.startsWith(directory));
}

describe('openDirectory', () => {
  it('stores a database in a directory, which the next connection finds', async () => {
    const connection = await openDirectory(directory, { name: 'app' });
    expect(await connection.status()).toMatchObject({ name: 'app', backend: 'node-fs', origin: 'created' });
    const table = await connection.ensureTable(TABLE);
    await table.put({ row: 'a', cells: { f: { q: 'v' } } });
    await connection.close();
    const again = await openDirectory(directory);
    expect((await again.getTable('notes').get('a')).getText('f', 'q')).toBe('v');
    await again.close();
    expect(readdirSync(directory)).not.toContain('lock');
  });

  it('refuses a second connection in this process', async () => {
    const connection = await openDirectory(directory);
    await expect(openDirectory(`${directory}/.`)).rejects.toMatchObject({
      code: 'DATABASE_BUSY',
      details: { pid: process.pid },
    });
    await connection.close();
    await (await openDirectory(directory)).close();
  });

  it('refuses a second connection after the clock of the process was changed', async () => {
    const connection = await openDirectory(directory);
    const table = await connection.ensureTable(TABLE);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    await expect(openDirectory(directory)).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
    vi.useRealTimers();
    await table.put({ row: 'a', cells: { f: { q: 'v' } } });
    await connection.close();
    const again = await openDirectory(directory);
    expect((await again.getTable('notes').get('a')).getText('f', 'q')).toBe('v');
    await again.close();
  });

  it('can be opened again if it could not be opened', async () => {
    await expect(openDirectory(directory, { upgrade: () => {}, version: -1 } as never)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    await expect(openDirectory(directory, { open: 'read-only' })).rejects.toMatchObject({ code: expect.anything() });
    await (await openDirectory(directory)).close();
  });

  it('can be opened again as soon as an upgrade has failed or the stored version is newer', async () => {
    const upgrade = async (connection: Connection) => {
      const table = await connection.ensureTable(TABLE);
      await table.put({ row: 'a', cells: { f: { q: 'v' } } });
      throw new Error('no upgrade');
    };
    await (await openDirectory(directory, { version: 2 })).close();
    await expect(openDirectory(directory, { version: 3, upgrade })).rejects.toMatchObject({ message: 'no upgrade' });
    expect(openFiles()).toEqual([]);
    expect(readdirSync(directory)).not.toContain('lock');
    const again = await openDirectory(directory);
    expect((await again.getTable('notes').get('a')).getText('f', 'q')).toBe('v');
    await again.close();
    await expect(openDirectory(directory, { version: 1 })).rejects.toMatchObject({ code: 'DATABASE_NEWER' });
    expect(openFiles()).toEqual([]);
    expect(readdirSync(directory)).not.toContain('lock');
    await (await openDirectory(directory)).close();
  });

  it('uses the clock of the options', async () => {
    const clock = new ManualClock(new Date('2030-01-01'));
    const connection = await openDirectory(directory, { clock });
    const table = await connection.ensureTable(TABLE);
    await table.put({ row: 'a', cells: { f: { q: 'v' } } });
    clock.advance(61_000);
    expect((await table.get('a')).isEmpty).toBe(true);
    await connection.close();
  });

  it.each([
    ['', {}, 'path must name a directory'],
    [undefined, {}, 'path must name a directory'],
    ['x', { clocks: 1 }, "did you mean 'clock'"],
  ])('refuses %j and %j', async (path, options, message) => {
    await expect(openDirectory(path as never, options as never)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining(message),
    });
    expect(existsSync('x')).toBe(false);
  });
});
