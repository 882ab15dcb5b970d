import { describe, expect, it } from 'vitest';
import { SlowPageClock } from '../../testing/fakes/slow-page-clock.js';
import { memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { Connection } from '../connection.js';

const ROWS = Array.from({ length: 20 }, (_, index) => `r${index}`);

async function openSlowPage(getAnswer: number) {
  const { database, connection: direct } = await openEngine(memoryMedium(), { memory: { getAnswer } });
  const table = await direct.ensureTable({ name: 't', families: ['f'] });
  await table.put(ROWS.map((row) => ({ row, cells: { f: { q: 'old' } } })));
  const connection = new Connection({
    name: 'test',
    id: 'slow page',
    transport: {
      call: (packet) => database.service.call(packet),
      onEvent: (listener) => database.subscribe(listener),
      onEngine: () => undefined,
      onLost: () => undefined,
      close: async () => undefined,
    },
    clock: new SlowPageClock(1_000_000),
    yielder: () => new Promise((resolve) => setImmediate(resolve)),
  });
  return connection.getTable('t');
}

const changed = ROWS.map((row) => ({ row, cells: { f: { q: 'new' } } }));

describe('A list of gets', () => {
  it('starts before later calls, although checking it takes several turns of the page', async () => {
    const table = await openSlowPage(1024 * 1024);
    const listed = table.get(ROWS);
    const written = table.put({ row: 'r0', cells: { f: { q: 'new' } } });
    expect((await listed)[0]?.getText('f', 'q')).toBe('old');
    await written;
    expect((await table.get('r0')).getText('f', 'q')).toBe('new');
  });

  it('with a long answer is read in parts, and its later gets may see later writes', async () => {
    const table = await openSlowPage(1);
    const listed = table.get(ROWS);
    const written = table.put(changed);
    const values = (await listed).map((result) => result.getText('f', 'q'));
    await written;
    expect([values[0], values.at(-1)]).toEqual(['old', 'new']);
  });
});
