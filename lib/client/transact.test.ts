import { describe, expect, it } from 'vitest';
import { systemClock } from '../clock.js';
import { BigtabError } from '../errors.js';
import type { AtomicRequest } from '../service/atomic-batch-codec.js';
import { type ConnectionScript, connectTo } from '../testing/fakes/scripted-connection.js';
import { encodeScanReply } from '../testing/samples/replies.js';
import { resultBlock } from '../testing/samples/result-blocks.js';
import { Connection } from './connection.js';
import type { TransactOptions } from './transact.js';
import type { Transaction, TransactionTable } from './transaction.js';

const UNKNOWN = new BigtabError('OUTCOME_UNKNOWN', 'it may have run');

/** Commits: the numbers of reads and of mutations. The first `errors` of them fail. */
function open(errors: readonly BigtabError[] = [], script: ConnectionScript = {}) {
  return openWithEngine(errors, script).transact;
}

function openWithEngine(errors: readonly BigtabError[] = [], script: ConnectionScript = {}) {
  const commits: [reads: number, mutations: number][] = [];
  const atomicBatch = ({ reads, mutations }: AtomicRequest) => {
    commits.push([reads.length, mutations.length]);
    const error = errors[commits.length - 1];
    if (error !== undefined) throw error;
  };
  const { connection, engine } = connectTo({ ...script, atomicBatch });
  let runs = 0;
  const transact = async (
    work: (own: TransactionTable, run: number) => Promise<unknown>,
    options: TransactOptions = {},
  ) => {
    const counted = (transaction: Transaction) => work(transaction.table('t'), ++runs);
    const result = await connection.transact(counted, options).catch((error) => error);
    return { result, runs, commits };
  };
  return { transact, engine, connection };
}

describe('transact', () => {
  it('sends no check for one read, for none, and for a function that fails without any', async () => {
    expect(await open()((own) => own.exists('a'))).toEqual({ result: false, runs: 1, commits: [] });
    expect(await open()(async () => 1)).toEqual({ result: 1, runs: 1, commits: [] });
    const error = new Error('no');
    const fail = () => Promise.reject(error);
    expect(await open()(fail)).toEqual({ result: error, runs: 1, commits: [] });
  });

  it('sends all reads for several of them, before the error of the function, and with the writes', async () => {
    expect(await open()((own) => own.exists(['a', 'b']))).toMatchObject({ runs: 1, commits: [[2, 0]] });
    const error = new Error('no');
    const fail = (own: TransactionTable) => own.exists('a').then(() => Promise.reject(error));
    expect(await open()(fail)).toEqual({ result: error, runs: 1, commits: [[1, 0]] });
    const write = async (own: TransactionTable) => {
      await own.exists('a');
      own.delete([{ row: 'a' }, { row: 'b' }]);
    };
    expect(await open()(write)).toMatchObject({ runs: 1, commits: [[1, 1]] });
  });

  it('runs again if the outcome of a check without writes is unknown, because nothing was to be written', async () => {
    expect(await open([UNKNOWN])((own) => own.exists(['a', 'b']))).toEqual({
      result: [false, false],
      runs: 2,
      commits: [
        [2, 0],
        [2, 0],
      ],
    });
  });

  it('does not run again if the outcome of its writes is unknown', async () => {
    const write = async (own: TransactionTable) => own.delete({ row: 'a' });
    expect(await open([UNKNOWN])(write)).toMatchObject({ result: { code: 'OUTCOME_UNKNOWN' }, runs: 1 });
  });

  it('writes nothing if its signal aborts while a call that its function has not awaited settles', async () => {
    const controller = new AbortController();
    const reason = new Error('stopped');
    const { transact, engine, connection } = openWithEngine();
    engine.hold();
    const write = async (own: TransactionTable) => {
      void own.exists('a').catch(() => undefined);
      own.delete({ row: 'b' });
    };
    const ended = transact(write, { signal: controller.signal });
    while (engine.packets.length === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort(reason);
    engine.release();
    const outcome = await ended;
    await connection.close();
    expect(outcome).toEqual({ result: reason, runs: 1, commits: [] });
  });

  it('watches the engine after an abort only while it works on a call, even if the function never ends', async () => {
    const { engine } = connectTo({});
    let watching = 0;
    const watch = () => {
      watching++;
      return () => void watching--;
    };
    const transport = { ...engine.transport, watch };
    const connection = new Connection({
      name: 't',
      id: 'page-1',
      transport,
      clock: systemClock,
      yielder: async () => {},
    });
    const controller = new AbortController();
    engine.hold();
    const never = new Promise<never>(() => {});
    const endless = (transaction: Transaction) =>
      transaction
        .table('t')
        .exists('a')
        .then(() => never);
    const ended = connection.transact(endless, { signal: controller.signal });
    while (engine.packets.length === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort('stopped');
    await expect(ended).rejects.toBe('stopped');
    expect(watching).toBe(1);
    engine.release();
    await connection.close();
    expect(watching).toBe(0);
  });

  it('runs again if a scan loses its scanner before its last row, whatever the function does with the error', async () => {
    let opened = 0;
    const block = resultBlock([], []);
    const transact = open([], {
      openScanner: () => encodeScanReply(++opened === 1 ? 7 : 0, block),
      nextBatch: () => {
        throw new BigtabError('SCANNER_CLOSED', 'another engine');
      },
    });
    const read = (own: TransactionTable, run: number) =>
      own.scan().then(
        () => `run ${run}`,
        () => 'no scan',
      );
    expect(await transact(read)).toEqual({ result: 'run 2', runs: 2, commits: [] });
  });
});
