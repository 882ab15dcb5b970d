import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeText } from '../../bytes/text.js';
import { Gateway } from '../../hbase/gateway.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { Random } from '../../simulation/random.js';
import { createFakeGateway, type FakeGateway } from './fake-gateway.js';
import { failingCall, failingMethod, plansOf, randomPlan } from './fault-plans.js';
import { type Fault, type FaultPlan, FaultyNetwork } from './gateway-faults.js';
import { callOf, tableOf } from './send-call.js';

const b = encodeText;
const T = b('t');
const GET = { table: T, get: { row: b('r') } };
const PUT = {
  table: T,
  put: { row: b('r'), columnValues: [{ family: b('f'), qualifier: b('q'), value: b('v') }] },
};
const COUNT = {
  table: T,
  increment: { row: b('r'), columns: [{ family: b('f'), qualifier: b('c'), amount: 1 }] },
};

describe('FaultyNetwork', () => {
  let gateway: FakeGateway;
  let clock: ManualClock;
  beforeEach(async () => {
    clock = new ManualClock();
    gateway = await createFakeGateway();
    await callOf(gateway.fetch)('createTable', {
      descriptor: { tableName: tableOf('t'), columns: [{ name: b('f') }] },
    });
    gateway.calls.length = 0;
  });
  afterEach(() => gateway.close());

  const network = (plan: FaultPlan) => new FaultyNetwork(gateway, plan, clock);
  const clientOf = ({ fetch }: FaultyNetwork) =>
    new Gateway({ url: 'http://gateway.invalid/', headers: {}, fetch, timeoutMs: 1_000, clock });
  /** Lets pauses and late answers pass until the call has settled. */
  const settled = async (call: Promise<unknown>) => {
    let done = false;
    const outcome = call.then(
      () => 'answered',
      (error: { readonly code?: string; readonly message: string }) => error.code ?? error.message,
    );
    outcome.then(() => {
      done = true;
    });
    while (!done) {
      await new Promise(setImmediate);
      clock.advance(100);
    }
    return outcome;
  };
  const ran = () => gateway.calls.filter(({ method }) => method !== 'exists').length;

  it.each<[fault: Fault, write: string, runs: number]>([
    [{ kind: 'not reached' }, 'answered', 1],
    [{ kind: 'request lost' }, 'OUTCOME_UNKNOWN', 0],
    [{ kind: 'answer lost' }, 'OUTCOME_UNKNOWN', 1],
    [{ kind: 'answer broken off' }, 'OUTCOME_UNKNOWN', 1],
    [{ kind: 'answer cut', length: 12 }, 'OUTCOME_UNKNOWN', 1],
    [{ kind: 'answer late', ms: 900 }, 'answered', 1],
    [{ kind: 'answer late', ms: 5_000 }, 'OUTCOME_UNKNOWN', 1],
    [{ kind: 'status', status: 500, ran: true }, 'OUTCOME_UNKNOWN', 1],
    [{ kind: 'status', status: 503, ran: false }, 'OUTCOME_UNKNOWN', 0],
    [{ kind: 'doubled' }, 'answered', 2],
  ])('lets one increment meet %o', async (fault, outcome, runs) => {
    const faulty = network(failingCall('increment', 0, fault));
    expect(await settled(clientOf(faulty).once('increment', COUNT))).toBe(outcome);
    expect(ran()).toBe(runs);
    expect(faulty.happened).toEqual([{ method: 'increment', index: 0, fault }]);
  });

  it.each<[fault: Fault]>([
    [{ kind: 'request lost' }],
    [{ kind: 'answer lost' }],
    [{ kind: 'answer cut', length: 0 }],
    [{ kind: 'answer late', ms: 5_000 }],
  ])('lets a read that is sent again succeed after %o', async (fault) => {
    const faulty = network(failingCall('get', 0, fault));
    expect(await settled(clientOf(faulty).repeatable('get', GET))).toBe('answered');
    expect(faulty.happened).toHaveLength(1);
  });

  it('runs a call after its sender has given up', async () => {
    const faulty = network(failingCall('put', 0, { kind: 'request late', ms: 500 }));
    await expect(callOf(faulty.fetch)('put', PUT)).rejects.toThrow('fetch failed');
    const exists = async () => callOf(gateway.fetch)('exists', GET);
    expect(await exists()).toEqual({ result: false });
    clock.advance(500);
    expect(await exists()).toEqual({ result: true });
  });

  it('changes an answer', async () => {
    await callOf(gateway.fetch)('put', PUT);
    const change = (answer: Uint8Array) => answer.map((byte) => (byte === 0x76 ? 0x77 : byte));
    const faulty = network(failingMethod('get', { kind: 'answer changed', change }));
    expect(await callOf(faulty.fetch)('get', GET)).toMatchObject({ result: { columnValues: [{ value: b('w') }] } });
  });

  it('restarts the gateway between two calls of a scanner, whose id another client then has', async () => {
    await callOf(gateway.fetch)('put', PUT);
    await callOf(gateway.fetch)('createTable', {
      descriptor: { tableName: tableOf('other'), columns: [{ name: b('f') }] },
    });
    await callOf(gateway.fetch)('put', { table: b('other'), put: { ...PUT.put, row: b('foreign') } });
    const call = callOf(network(failingCall('getScannerRows', 0, { kind: 'restart', table: 'other' })).fetch);
    expect(await call('openScanner', { table: T, scan: {} })).toEqual({ result: 0 });
    expect(await call('getScannerRows', { scanner: 0, rows: 1 })).toMatchObject({ result: [{ row: b('foreign') }] });
  });

  it('asks each of several plans about every call', async () => {
    const plan = plansOf(
      failingCall('exists', 1, { kind: 'request lost' }),
      failingCall('exists', 2, { kind: 'status', status: 500, ran: false }),
    );
    const call = callOf(network(plan).fetch);
    const outcomes = [];
    for (let at = 0; at < 4; at++)
      outcomes.push(
        await call('exists', GET).then(
          () => 'answered',
          ({ message }: Error) => message,
        ),
      );
    expect(outcomes).toEqual(['answered', 'fetch failed', 'status 500', 'answered']);
  });

  it('has the same faults for the same seed, and only those that were asked for', () => {
    const faults = (seed: number, ...only: Parameters<typeof randomPlan>[2][]) => {
      const plan = randomPlan(new Random(seed), 0.3, ...only);
      return Array.from({ length: 200 }, (_, index) => plan('get', index));
    };
    expect(faults(7)).toEqual(faults(7));
    expect(faults(7)).not.toEqual(faults(8));
    const kinds = (of: readonly (Fault | null)[]) => new Set(of.map((fault) => fault?.kind));
    expect(kinds(faults(7)).size).toBe(10);
    expect(kinds(faults(7, ['answer lost', 'restart']))).toEqual(new Set([undefined, 'answer lost', 'restart']));
  });
});
