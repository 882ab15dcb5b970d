import { describe, expect, it } from 'vitest';
import type { FailedMutation, MutateRequest } from '../model/mutate-request.js';
import { Put } from '../model/put.js';
import { encodeMutateReply } from '../service/mutate-codec.js';
import { ManualClock } from '../simulation/manual-clock.js';
import { connectTo } from '../testing/fakes/scripted-connection.js';
import { memoryMedium, openEngine } from '../testing/samples/engine.js';
import { settle } from '../testing/samples/log-records.js';

const put = (row: string, value = 'v') => new Put(row).addColumn('f', 'q', value);

/** A connection that only records the number of mutations of each request. */
function noting(fail: (request: MutateRequest) => readonly FailedMutation[] = () => []) {
  const clock = new ManualClock(1_000);
  const requests: number[] = [];
  const { connection, engine } = connectTo(
    {
      mutate: (request) => {
        requests.push(request.mutations);
        return encodeMutateReply(fail(request));
      },
    },
    { clock },
  );
  return { clock, requests, connection, engine };
}

describe('BufferedMutator', () => {
  it('sends the buffer after its timeout, counted from its first mutation (W-68)', async () => {
    const { clock, requests, connection } = noting();
    const mutator = connection.getBufferedMutator({ tableName: 't', writeBufferPeriodicFlushTimeoutMs: 100 });
    expect(mutator.getWriteBufferPeriodicFlushTimeoutMs()).toBe(100);
    await mutator.mutate(put('a'));
    clock.advance(60);
    await mutator.mutate(put('b'));
    await settle();
    expect(requests).toEqual([]);
    clock.advance(40);
    await settle();
    expect(requests).toEqual([2]);
    clock.advance(1_000);
    await settle();
    await mutator.mutate(put('c'));
    mutator.setWriteBufferPeriodicFlush(0);
    clock.advance(1_000);
    await settle();
    expect(requests).toEqual([2]);
    mutator.setWriteBufferPeriodicFlush(10);
    clock.advance(10);
    await settle();
    expect(requests).toEqual([2, 1]);
    await mutator.close();
    expect(requests).toEqual([2, 1]);
  });

  it('adds its argument before mutate returns', async () => {
    const { requests, connection } = noting();
    const mutator = connection.getBufferedMutator('t');
    const changing = put('a');
    const list = [put('b')];
    const calls = [mutator.mutate(changing), mutator.mutate(list), mutator.mutate(put('c'))];
    list.push(put('d'));
    changing.addColumn('f', 'r', 'v');
    await Promise.all(calls);
    await mutator.flush();
    expect(requests).toEqual([3]);
  });

  it('adds a long list turn by turn, and later mutations after it', async () => {
    const medium = memoryMedium();
    const { connection } = await openEngine(medium, { timestamps: 'wall' });
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    const mutator = connection.getBufferedMutator('t');
    const first = mutator.mutate(Array.from({ length: 20_000 }, () => put('r', 'first')));
    const second = mutator.mutate(put('r', 'second'));
    await Promise.all([first, second, mutator.flush()]);
    expect((await table.get('r')).getText('f', 'q')).toBe('second');
  });

  it('is closed with its connection, which reports failures and is closed nevertheless (W-68)', async () => {
    const { connection, engine } = noting(() => [{ index: 0, error: new Error('no') }]);
    await connection.getBufferedMutator('t').mutate(put('a'));
    await expect(connection.close()).rejects.toMatchObject({ code: 'BATCH_FAILED' });
    expect(engine.closed).toBe(1);
    expect(() => connection.getBufferedMutator('t')).toThrow('was closed');
  });

  it('rejects flush with WORKER_LOST when the engine is lost, and with the error that a listener throws', async () => {
    const { connection, engine } = noting(() => [{ index: 0, error: new Error('no') }]);
    const mutator = connection.getBufferedMutator({
      tableName: 't',
      listener: () => {
        throw new Error('the listener');
      },
    });
    await mutator.mutate(put('a'));
    await expect(mutator.flush()).rejects.toThrow('the listener');
    await mutator.flush();
    const other = connection.getBufferedMutator('t');
    await other.mutate(put('a'));
    engine.lose('died');
    await expect(other.flush()).rejects.toMatchObject({ code: 'WORKER_LOST' });
  });

  it('delays a caller that awaits mutate until the buffer before is answered', async () => {
    const { requests, connection } = noting();
    const mutator = connection.getBufferedMutator({ tableName: 't', maxMutations: 2 });
    for (const row of ['a', 'b', 'c', 'd', 'e']) await mutator.mutate(put(row));
    expect(requests.length).toBeGreaterThan(0);
    await mutator.flush();
    expect(requests).toEqual([2, 2, 1]);
  });
});
