import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../bytes/byte-writer.js';
import { ManualClock } from '../simulation/manual-clock.js';
import { type FetchLike, Gateway, type ResponseLike } from './gateway.js';
import { BOOL, I32, struct, TEXT } from './thrift/types.js';

const TABLE = { tableName: { qualifier: new TextEncoder().encode('t') } };
const PUT = {
  table: new TextEncoder().encode('t'),
  put: { row: Uint8Array.of(1), columnValues: [] },
};

/** A reply to `name` with this struct. */
function reply(name: string, write: (out: ByteWriter) => void, kind = 2): ResponseLike {
  const out = new ByteWriter();
  I32.write(out, (0x8001_0000 + kind) | 0);
  TEXT.write(out, name);
  I32.write(out, 0);
  write(out);
  const body = out.finish();
  return { ok: true, status: 200, arrayBuffer: async () => body.buffer as ArrayBuffer };
}

const YES = () =>
  reply('tableExists', (out) => struct<{ success: boolean }>({ success: [0, BOOL] }).write(out, { success: true }));
const DONE = () => reply('put', (out) => out.u8(0));
const refused = (status: number): ResponseLike => ({ ok: false, status, arrayBuffer: async () => new ArrayBuffer(0) });

function broken(code?: string): never {
  throw Object.assign(new TypeError('fetch failed'), code === undefined ? {} : { cause: { code } });
}

type Answer = (init: Parameters<FetchLike>[1]) => ResponseLike | Promise<ResponseLike>;

/** A gateway whose answers are `answers`, one after the other; counts the requests. */
function gatewayOf(...answers: readonly Answer[]) {
  const clock = new ManualClock();
  const requests: Parameters<FetchLike>[] = [];
  const fetch: FetchLike = async (...request) => {
    requests.push(request);
    const answer = answers[requests.length - 1];
    if (answer === undefined) throw new Error('there are more requests than answers');
    return answer(request[1]);
  };
  const gateway = new Gateway({
    url: 'http://gateway/',
    headers: { Authorization: 'secret' },
    fetch,
    timeoutMs: 1000,
    clock,
  });
  return { gateway, requests, clock };
}

/** Settles `work`, and moves the clock as long as it waits. */
async function settled<T>(clock: ManualClock, work: Promise<T>): Promise<T> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  over.catch(() => {});
  while (!isOver) {
    for (let turn = 0; turn < 20; turn++) await null;
    clock.advance(100);
  }
  return over;
}

describe('Gateway', () => {
  it('sends a call as the body of a POST with the headers', async () => {
    const { gateway, requests } = gatewayOf(YES);
    expect(await gateway.repeatable('tableExists', TABLE)).toBe(true);
    const [url, { method, headers, body }] = requests[0] as Parameters<FetchLike>;
    expect([url, method]).toEqual(['http://gateway/', 'POST']);
    expect(headers).toMatchObject({ Authorization: 'secret', 'Content-Type': 'application/x-thrift' });
    expect([...body.subarray(0, 8)]).toEqual([0x80, 1, 0, 1, 0, 0, 0, 11]);
  });

  it('repeats a read whose answer is lost, cut off or an HTTP 500', async () => {
    const cut = (): ResponseLike => ({ ...YES(), arrayBuffer: async () => new ArrayBuffer(5) });
    const { gateway, requests, clock } = gatewayOf(
      () => broken(),
      cut,
      () => refused(500),
      YES,
    );
    expect(await settled(clock, gateway.repeatable('tableExists', TABLE))).toBe(true);
    expect(requests).toHaveLength(4);
  });

  it('gives a read up after four requests', async () => {
    const lost = () => broken('ECONNRESET');
    const { gateway, requests, clock } = gatewayOf(lost, lost, lost, lost);
    const call = settled(clock, gateway.repeatable('tableExists', TABLE));
    await expect(call).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE', details: { outcome: 'none' } });
    expect(requests).toHaveLength(4);
  });

  it('does not know the outcome of a repeated write if any of its requests may have been received', async () => {
    const lost = () => broken('ECONNRESET');
    const down = () => broken('ECONNREFUSED');
    const { gateway, clock } = gatewayOf(lost, down, down, down);
    const call = settled(clock, gateway.repeatable('put', PUT));
    await expect(call).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', details: { outcome: 'unknown' } });
    const { gateway: other, clock: time } = gatewayOf(down, down, down, down);
    const unsent = settled(time, other.repeatable('put', PUT));
    await expect(unsent).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE', details: { outcome: 'none' } });
  });

  it('does not repeat a write that the gateway may have received', async () => {
    const { gateway, requests, clock } = gatewayOf(() => broken('ECONNRESET'));
    const call = settled(clock, gateway.once('put', PUT));
    await expect(call).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      details: { outcome: 'unknown', method: 'put' },
    });
    expect(requests).toHaveLength(1);
  });

  it('repeats a write that did not reach the gateway', async () => {
    const { gateway, requests, clock } = gatewayOf(() => broken('ECONNREFUSED'), DONE);
    await settled(clock, gateway.once('put', PUT));
    expect(requests).toHaveLength(2);
  });

  it('aborts a request that takes longer than the timeout', async () => {
    const never: Answer = ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    const { gateway, clock } = gatewayOf(never);
    const call = settled(clock, gateway.once('put', PUT));
    await expect(call).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', message: expect.stringContaining('1000 ms') });
    expect(clock.monotonic()).toBeLessThan(1500);
  });

  it('sends a limited number of requests at the same time', async () => {
    const waiting: (() => void)[] = [];
    const answer: Answer = () => new Promise((resolve) => waiting.push(() => resolve(YES())));
    const { gateway, requests } = gatewayOf(...Array<Answer>(30).fill(answer));
    const calls = Promise.all(Array.from({ length: 30 }, () => gateway.repeatable('tableExists', TABLE)));
    while (requests.length < 24) await null;
    for (let turn = 0; turn < 50; turn++) await null;
    expect(requests).toHaveLength(24);
    while (requests.length < 30 || waiting.length > 0) {
      waiting.shift()?.();
      await null;
    }
    expect(await calls).toHaveLength(30);
  });

  it('reports an HTTP status below 500 at once, because the request was refused', async () => {
    const { gateway, requests } = gatewayOf(() => refused(403));
    const call = gateway.once('put', PUT);
    await expect(call).rejects.toMatchObject({ code: 'INVALID_OPERATION', details: { status: 403 } });
    expect(requests).toHaveLength(1);
  });
});
