import { describe, expect, it } from 'vitest';
import type { ConnectOptions } from '../client/page/connect-options.js';
import { systemClock } from '../clock.js';
import { MemoryCatalog } from '../storage/catalog/memory-catalog.js';
import { VisibleFiles } from '../testing/fakes/visible-files.js';
import { openInProcess, type StoredOptions } from './open-in-process.js';
import { processYielder } from './process-yielder.js';

/** Opens a database whose connections record when the engine has closed. */
function openerOf(log: string[]): (options: StoredOptions) => ReturnType<typeof openInProcess> {
  const files = new VisibleFiles();
  const catalog = new MemoryCatalog();
  return (options) =>
    openInProcess(options, {
      name: 'test',
      files,
      catalog,
      clock: systemClock,
      yielder: processYielder().yield,
      random: Math.random,
      backend: 'memory',
      wrap: (transport) => ({ ...transport, close: () => transport.close().finally(() => log.push('closed')) }),
    });
}

const TABLE = { name: 'notes', families: ['f'] } as const;

describe('openInProcess', () => {
  it.each<[what: string, options: Pick<ConnectOptions, 'version' | 'upgrade' | 'existed'>, error: object]>([
    [
      'the upgrade fails',
      {
        version: 3,
        upgrade: async (connection) => {
          const table = await connection.ensureTable(TABLE);
          await table.put({ row: 'b', cells: { f: { q: 'v' } } });
          throw new Error('no upgrade');
        },
      },
      { message: 'no upgrade' },
    ],
    ['the database has a newer version', { version: 1 }, { code: 'DATABASE_NEWER' }],
  ])('closes the engine before it rejects if %s', async (_, options, error) => {
    const log: string[] = [];
    const open = openerOf(log);
    const first = await open({ version: 2 });
    const table = await first.ensureTable(TABLE);
    await table.put({ row: 'a', cells: { f: { q: 'v' } } });
    await first.close();
    log.length = 0;
    await expect(open(options)).rejects.toMatchObject(error);
    log.push('rejected');
    expect(log).toEqual(['closed', 'rejected']);
    const again = await open({ version: 2 });
    expect(await again.getTable('notes').exists('a')).toBe(true);
    await again.close();
  });

  it('closes the engine before it rejects if the function that knows whether the database existed fails', async () => {
    const log: string[] = [];
    const existed = () => Promise.reject(new Error('no answer'));
    await expect(openerOf(log)({ existed })).rejects.toMatchObject({ message: 'no answer' });
    expect(log).toEqual(['closed']);
  });
});
