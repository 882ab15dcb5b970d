import { expect, it } from 'vitest';
import { type Deferred, deferred } from '../lib/client/calls/deferred.js';
import { Operation } from '../lib/service/client-service.js';
import { encodeBye } from '../lib/service/packet-writer.js';
import { ManualClock } from '../lib/simulation/manual-clock.js';
import { settle } from '../lib/testing/samples/log-records.js';
import { encodePacket } from '../lib/testing/samples/packets.js';
import { CarefulCalls } from './careful-calls.js';

function bench(deaf: readonly string[] = []) {
  const clock = new ManualClock();
  const open: Deferred<Uint8Array>[] = [];
  const tried: (string | null)[] = [];
  const call = () => {
    const answer = deferred<Uint8Array>();
    open.push(answer);
    return answer.promise;
  };
  const calls = new CarefulCalls({ call, clock, deaf, onTrying: (name) => tried.push(name) });
  return { clock, open, tried, calls };
}

function packet(text: string, connection = 'c', repeated = false): Uint8Array {
  const payload = new TextEncoder().encode(text);
  return encodePacket(connection, 0, [{ operation: Operation.Mutate, number: 1, repeated, payload }], repeated);
}

it('Packets run one at a time, and each is reported before it runs', async () => {
  const { calls, open, tried } = bench();
  const replies = [calls.call(packet('a')), calls.call(packet('b', 'd')), calls.call(encodeBye('c'))];
  await settle();
  expect([open.length, tried.length]).toEqual([1, 1]);
  open[0]?.resolve(Uint8Array.of(1));
  await settle();
  expect([open.length, tried.length, tried[1]]).toEqual([2, 3, null]);
  open[1]?.reject(new Error('failed'));
  await settle();
  open[2]?.resolve(Uint8Array.of(3));
  expect(await replies[0]).toEqual(Uint8Array.of(1));
  await expect(replies[1]).rejects.toThrow('failed');
  expect(await replies[2]).toEqual(Uint8Array.of(3));
  await settle();
  expect(tried).toHaveLength(6);
  expect(new Set(tried).size).toBe(4);
});

it('A packet that waits gives way after a second', async () => {
  const { calls, clock, open, tried } = bench();
  const first = calls.call(packet('a'));
  const second = calls.call(packet('b'));
  await settle();
  clock.advance(999);
  await settle();
  expect(open).toHaveLength(1);
  clock.advance(1);
  await settle();
  expect(open).toHaveLength(2);
  open[0]?.resolve(Uint8Array.of(1));
  await first;
  // Its answer does not mean that the other one has ended.
  expect(tried.at(-1)).not.toBeNull();
  open[1]?.resolve(Uint8Array.of(2));
  await second;
  await settle();
  expect(tried.at(-1)).toBeNull();
});

it('A packet over which a worker fell silent is refused, also when it is sent again, and no other one', async () => {
  const first = bench();
  void first.calls.call(packet('a'));
  await settle();
  const { calls, open } = bench([first.tried[0] as string]);
  for (const again of [packet('a'), packet('a', 'c', true)]) {
    await expect(calls.call(again)).rejects.toMatchObject({ code: 'WORKER_LOST', details: { reason: 'deaf' } });
  }
  void calls.call(packet('b'));
  await settle();
  open[0]?.resolve(Uint8Array.of(1));
  await settle();
  void calls.call(packet('a', 'other'));
  await settle();
  expect(open).toHaveLength(2);
});

it('After a minute packets no longer wait for each other, except for those that still do', async () => {
  const { calls, clock, open, tried } = bench();
  void calls.call(packet('a'));
  await settle();
  clock.advance(59_000);
  await settle();
  void calls.call(packet('b'));
  await settle();
  clock.advance(1_000);
  void calls.call(packet('c'));
  await settle();
  expect(open).toHaveLength(3);
  for (const one of open) one.resolve(Uint8Array.of(1));
  await settle();
  const before = tried.length;
  void calls.call(packet('d'));
  void calls.call(packet('e'));
  expect([open.length, tried.length]).toEqual([5, before]);
});
