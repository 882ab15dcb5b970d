import { describe, expect, it } from 'vitest';
import { connectTo } from '../../testing/fakes/scripted-connection.js';
import { SlowPageClock } from '../../testing/fakes/slow-page-clock.js';

const ROWS = Array.from({ length: 40 }, (_, index) => ({ table: 't', row: `r${index}`, exists: true }));

describe('The conditions of an atomicBatch', () => {
  it('count to its bytes', async () => {
    let sent = 0;
    const { connection } = connectTo({ atomicBatch: () => void sent++ });
    const value = new Uint8Array(6 * 1024 * 1024);
    const mutation = { row: 'a', cells: { f: { q: value } } };
    const condition = { table: 't', row: 'a', column: 'f:q', value } as const;
    const batch = (conditions: readonly (typeof condition)[]) =>
      connection.atomicBatch([{ table: 't', mutation }], { conditions });
    await batch([condition]);
    await expect(batch([condition, condition])).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('with this condition it has'),
      details: { condition: 1 },
    });
    expect(sent).toBe(1);
  });

  it('let the page work while many of them are read, and are sent in list order', async () => {
    let turns = 0;
    const yielder = async () => void turns++;
    const rows: string[] = [];
    const { connection } = connectTo(
      {
        atomicBatch: ({ checks }) => {
          for (const part of checks) for (const { row } of part.checks) rows.push(new TextDecoder().decode(row));
        },
      },
      { clock: new SlowPageClock(1_000_000), yielder },
    );
    await connection.atomicBatch([], { conditions: ROWS });
    expect(turns).toBeGreaterThan(1);
    expect(rows).toEqual(ROWS.map(({ row }) => row));
  });

  it('are reported by their index if they are not allowed', async () => {
    const { connection } = connectTo({});
    const conditions = [...ROWS, { table: 't', row: 'x' }] as never;
    await expect(connection.atomicBatch([], { conditions })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: { condition: ROWS.length },
    });
  });
});
