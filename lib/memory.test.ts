import { describe, expect, it } from 'vitest';
import { openMemory } from './memory.js';
import { Put } from './model/put.js';

const TABLE = { name: 'webtable', families: ['anchor'] } as const;

describe('openMemory', () => {
  it('gives a connection over an engine in this thread', async () => {
    const connection = await openMemory();
    const table = await connection.ensureTable(TABLE);
    await table.put(new Put('com.cnn.www').addColumn('anchor', 'cnnsi.com', 'CNN'));
    expect((await table.get('com.cnn.www')).getText('anchor', 'cnnsi.com')).toBe('CNN');
    expect(await connection.status()).toMatchObject({
      name: 'memory',
      backend: 'memory',
      state: 'open',
      origin: 'created',
    });
    await connection.close();
    await expect(connection.status()).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  });

  it('takes the time from the given clock', async () => {
    const clock = { time: 1000, now: () => clock.time };
    const connection = await openMemory({ name: 'crawl', timestamps: 'wall', clock });
    const table = await connection.ensureTable(TABLE);
    await table.put(new Put('a').addColumn('anchor', 'q', 'v'));
    clock.time = 2000;
    await table.put(new Put('b').addColumn('anchor', 'q', 'v'));
    const times = await Promise.all(
      ['a', 'b'].map(async (row) => (await table.get(row)).getColumnLatestCell('anchor', 'q')?.timestamp),
    );
    expect(times).toEqual([1000, 2000]);
    await connection.close();
  });

  it('opens databases of one name apart from each other', async () => {
    const [first, second] = await Promise.all([openMemory({ name: 'a' }), openMemory({ name: 'a' })]);
    await first.ensureTable(TABLE);
    expect(await second.getAdmin().listTableNames()).toEqual([]);
    await Promise.all([first.close(), second.close()]);
  });

  it.each([
    [{ name: '-a' }, "a database's name"],
    [{ clock: Date }, null],
    [{ clock: { time: 0 } }, 'clock must be an object with now()'],
    [{ whenBusy: 'wait' }, "unknown property 'whenBusy'"],
    [{ memory: { log: 'much' } }, 'memory.log'],
    [{ timestamps: 'exact' }, 'timestamps must be one of'],
  ])('checks %j', async (options, message) => {
    const opened = openMemory(options as never);
    if (message === null) return (await opened).close();
    await expect(opened).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining(message),
    });
  });
});
