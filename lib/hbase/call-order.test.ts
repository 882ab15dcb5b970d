import { describe, expect, it } from 'vitest';
import { encodeText } from '../bytes/text.js';
import { type Access, CallOrder, rowsOf } from './call-order.js';

const bytes = encodeText;

function rows(write: boolean, ...names: readonly string[]): Access {
  return { table: 't', write, rows: rowsOf(names.map((name) => bytes(name))) };
}

function range(first: string, last: string, write = false): Access {
  return { table: 't', write, rows: { first: bytes(first), last: bytes(last), names: null } };
}

/** Starts calls, and returns the ones that run while none of them has ended. */
async function startedTogether(...accesses: readonly Access[]): Promise<readonly number[]> {
  const order = new CallOrder();
  const started: number[] = [];
  for (const [index, access] of accesses.entries()) {
    void order.run(access, () => {
      started.push(index);
      return new Promise(() => {});
    });
  }
  for (let turn = 0; turn < 10; turn++) await null;
  return started;
}

describe('CallOrder', () => {
  it('runs reads of the same row at the same time', async () => {
    expect(await startedTogether(rows(false, 'a'), rows(false, 'a'))).toEqual([0, 1]);
  });

  it('runs calls about other rows, and about other tables, at the same time', async () => {
    const other = { ...rows(true, 'a'), table: 'u' };
    expect(await startedTogether(rows(true, 'a', 'c'), rows(true, 'b', 'd'), other)).toEqual([0, 1, 2]);
  });

  it('lets a read wait for an earlier write of its row', async () => {
    expect(await startedTogether(rows(true, 'a', 'b'), rows(false, 'b'))).toEqual([0]);
  });

  it('lets a write wait for an earlier read of its row', async () => {
    expect(await startedTogether(rows(false, 'a'), rows(true, 'a'))).toEqual([0]);
  });

  it('lets a scan wait for an earlier write in its range, and for no other', async () => {
    expect(await startedTogether(rows(true, 'b'), range('a', 'c'), range('c', 'd'))).toEqual([0, 2]);
  });

  it('treats an empty end as the end of the table', async () => {
    expect(await startedTogether(rows(true, 'z'), range('a', ''))).toEqual([0]);
  });

  it('lets everything wait for a change of everything, and that change for everything before it', async () => {
    const change = { table: null, write: true, rows: null };
    expect(await startedTogether(rows(false, 'a'), change, rows(false, 'z'))).toEqual([0]);
  });

  it('runs a call after the calls that it waited for, also if they failed', async () => {
    const order = new CallOrder();
    const seen: string[] = [];
    const failing = order.run(rows(true, 'a'), async () => {
      await null;
      seen.push('first');
      throw new Error('failed');
    });
    const second = order.run(rows(true, 'a'), async () => {
      seen.push('second');
    });
    await expect(failing).rejects.toThrow('failed');
    await second;
    expect(seen).toEqual(['first', 'second']);
  });

  it('does not let later calls wait for one that holds nothing up', async () => {
    const order = new CallOrder();
    void order.run({ table: null, write: true, rows: null }, () => new Promise(() => {}), false);
    expect(await order.run(rows(true, 'a'), async () => 'ran')).toBe('ran');
  });
});
