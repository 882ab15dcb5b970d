import { beforeEach, describe, expect, it } from 'vitest';
import { decodeText, encodeText } from '../../bytes/text.js';
import { BigtabError } from '../../errors.js';
import { Operation } from '../../service/client-service.js';
import { NO_OPTIONS } from '../../service/packet-codec.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { ManualTransport, type SentPacket } from '../../testing/fakes/manual-transport.js';
import { settle } from '../../testing/samples/log-records.js';
import { CallBatcher, type CallKind } from './call-batcher.js';

const SENDER = { connection: 'c', ...NO_OPTIONS };
const MIB = 1024 * 1024;

let transport: ManualTransport;
let batcher: CallBatcher;

beforeEach(() => {
  transport = new ManualTransport();
  batcher = new CallBatcher(transport, new ManualClock(), SENDER, () => undefined);
  transport.onEngine((state) => batcher.hear(state));
  transport.onLost((reason) => batcher.lose(reason));
});

const OPERATION = { read: Operation.Get, write: Operation.Mutate, alone: Operation.Control, change: Operation.Control };

/** Makes a call; resolves to the text of its answer. */
async function call(kind: CallKind, payload = ''): Promise<string> {
  const answer = await batcher.call(OPERATION[kind], encodeText(payload), kind);
  return decodeText(answer.raw(answer.end - answer.offset));
}

/** Makes calls that are sent together, as far as their kinds allow. */
async function send(...kinds: readonly CallKind[]): Promise<Promise<string>[]> {
  const calls = kinds.map((kind, index) => call(kind, `${kind} ${index}`));
  for (const one of calls) one.catch(() => undefined);
  await settle();
  return calls;
}

/** The payload of each call of a packet, with `!` if it is marked as sent before. */
const print = ({ calls }: SentPacket): string =>
  calls
    .map(
      ({ payload: { bytes, offset, end }, repeated }) =>
        decodeText(bytes.subarray(offset, end)) + (repeated ? '!' : ''),
    )
    .join();
const printed = () => transport.sent.map(print);
const at = (index: number): SentPacket => transport.sent.at(index) as SentPacket;

describe('When the engine is renewed', () => {
  it('every packet without an answer is sent again, in order, marked as repeated', async () => {
    const calls = [...(await send('write', 'read')), ...(await send('alone')), ...(await send('change'))];
    transport.report('away');
    transport.report('renewed');
    expect(printed().slice(3)).toEqual(['write 0!,read 1!', 'alone 0!', 'change 0!']);
    at(3).answer('a', 'b');
    at(4).answer('c');
    at(5).answer('d');
    expect(await Promise.all(calls)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('operation, number and payload of a call are those of its first packet', async () => {
    await send('write', 'write');
    transport.report('renewed');
    const content = ({ calls }: SentPacket) => calls.map(({ repeated: _, payload, ...rest }) => rest);
    expect(content(at(1))).toEqual(content(at(0)));
    expect(at(1).connection).toBe('c');
  });

  it('the first packet is marked as resumed, and no other', async () => {
    const resumed = () => transport.sent.map(({ resumed }) => resumed);
    await send('write', 'alone', 'write');
    expect(resumed()).toEqual([false, false, false]);
    for (let time = 0; time < 2; time++) transport.report('renewed');
    expect(resumed().slice(3)).toEqual([true, false, false, true, false, false]);
  });

  it('a packet is sent again as it was, although its calls were large and are long encoded', async () => {
    const large = call('write', 'x'.repeat(100_000));
    await settle();
    transport.report('renewed');
    expect(print(at(1))).toBe(`${'x'.repeat(100_000)}!`);
    at(1).answer('done');
    expect(await large).toBe('done');
  });

  it('nothing is sent while it is away', async () => {
    transport.report('away');
    await send('write', 'alone', 'change');
    batcher.send();
    expect(printed()).toEqual([]);
    transport.report('renewed');
    expect(printed()).toEqual(['write 0', 'alone 1', 'change 2']);
  });

  it('calls that were made while it was away are sent together', async () => {
    transport.report('away');
    for (let turn = 0; turn < 3; turn++) await send('write', 'read');
    transport.report('renewed');
    expect(printed()).toEqual(['write 0,read 1,write 0,read 1,write 0,read 1']);
  });

  it('new calls do not overtake those that are sent again, and are not marked', async () => {
    await send('write');
    transport.report('away');
    await send('change', 'write');
    transport.report('renewed');
    await send('read');
    expect(printed()).toEqual(['write 0', 'write 0!', 'change 0', 'write 1', 'read 0']);
  });

  it('a packet that is sent again acknowledges the answers that have arrived since it was first sent', async () => {
    await send('write');
    await send('write');
    at(0).answer('first');
    await settle();
    transport.report('renewed');
    expect(transport.sent.map(({ acknowledged }) => acknowledged)).toEqual([0, 0, 1]);
    at(2).answer('second');
    await settle();
    await send('write');
    expect(at(-1).acknowledged).toBe(2);
  });

  it('only the calls without an answer are sent again', async () => {
    const calls = await send('write', 'read', 'write');
    at(0).answer('a');
    await settle();
    // The request for the other answers.
    expect(printed()).toEqual(['write 0,read 1,write 2', '']);
    transport.report('away');
    transport.report('renewed');
    expect(printed().slice(2)).toEqual(['read 1!,write 2!']);
    expect(at(2).acknowledged).toBe(1);
    at(2).answer('b');
    await settle();
    at(3).answer('c');
    expect(await Promise.all(calls)).toEqual(['a', 'b', 'c']);
  });

  it('the other answers of a packet are not requested from an engine that is away', async () => {
    const calls = await send('read', 'read');
    transport.report('away');
    at(0).answer('a');
    await settle();
    expect(printed()).toHaveLength(1);
    transport.report('renewed');
    expect(printed().slice(1)).toEqual(['read 1!']);
    at(1).answer('b');
    expect(await Promise.all(calls)).toEqual(['a', 'b']);
  });

  it('an answer that still arrives while it is away counts', async () => {
    const [write] = await send('write');
    transport.report('away');
    at(0).answer('in time');
    expect(await write).toBe('in time');
    transport.report('renewed');
    await settle();
    expect(printed()).toEqual(['write 0']);
  });

  it('answers and failures of packets that were sent before are ignored', async () => {
    const calls = [...(await send('write')), ...(await send('write'))];
    transport.report('renewed');
    at(0).answer('late');
    at(1).fail(new BigtabError('WORKER_LOST', 'late'));
    await settle();
    at(2).answer('a');
    at(3).answer('b');
    expect(await Promise.all(calls)).toEqual(['a', 'b']);
    await batcher.idle();
  });

  it('several times in a row, everything is sent again each time', async () => {
    const calls = [...(await send('write')), ...(await send('read', 'write'))];
    transport.report('renewed');
    at(2).answer('a');
    at(3).answer('b');
    await settle();
    transport.report('away');
    transport.report('renewed');
    transport.report('renewed');
    expect(printed().slice(-2)).toEqual(['write 1!', 'write 1!']);
    at(-1).answer('c');
    expect(await Promise.all(calls)).toEqual(['a', 'b', 'c']);
  });

  it('without open calls nothing is sent', async () => {
    const [write] = await send('write');
    at(0).answer('done');
    await write;
    transport.report('away');
    transport.report('renewed');
    await settle();
    expect(printed()).toHaveLength(1);
  });

  it('and lost later, the outcome of every write that was sent is unknown', async () => {
    const sent = await send('write', 'read');
    transport.report('away');
    const waiting = await send('write');
    transport.lose('gone');
    const outcomes = await Promise.allSettled([...sent, ...waiting]);
    expect(outcomes).toMatchObject(
      ['unknown', 'none', 'none'].map((outcome) => ({ reason: { code: 'WORKER_LOST', details: { outcome } } })),
    );
    transport.report('renewed');
    expect(printed()).toHaveLength(1);
  });
});

describe('Packets that are kept until they are answered', () => {
  const write = (bytes: number) => batcher.call(Operation.Mutate, new Uint8Array(bytes), 'write');

  it('have at most 16 MiB together; further packets wait', async () => {
    const calls = Array.from({ length: 10 }, () => write(2 * MIB));
    await settle();
    expect(transport.sent).toHaveLength(7);
    at(0).answer('');
    await settle();
    expect(transport.sent).toHaveLength(8);
    transport.report('renewed');
    expect(transport.sent.slice(8).map(({ calls: [first] }) => first?.number)).toEqual([2, 3, 4, 5, 6, 7, 8]);
    for (let next = 8; next < transport.sent.length; next++) {
      at(next).answer('');
      await settle();
    }
    await Promise.all(calls);
  });

  it('may have more if there is only one', async () => {
    const calls = [write(20 * MIB), write(1)];
    await settle();
    expect(transport.sent).toHaveLength(1);
    transport.report('renewed');
    expect(transport.sent).toHaveLength(2);
    at(1).answer('');
    await settle();
    at(2).answer('');
    await Promise.all(calls);
  });

  it('do not include those of control calls, whose answers may take long', async () => {
    await send('alone');
    void write(20 * MIB).catch(() => undefined);
    await send('alone');
    expect(transport.sent.map(({ calls }) => calls[0]?.operation)).toEqual([7, 1, 7]);
  });
});
