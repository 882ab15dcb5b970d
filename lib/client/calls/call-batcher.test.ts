import { describe, expect, it } from 'vitest';
import { encodeText } from '../../bytes/text.js';
import { type Clock, systemClock } from '../../clock.js';
import { BigtabError } from '../../errors.js';
import { Operation, PROTOCOL_VERSION } from '../../service/client-service.js';
import { decodePacket, encodeReplies, NO_OPTIONS, type RequestPacket } from '../../service/packet-codec.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { ScriptedEngine } from '../../testing/fakes/scripted-engine.js';
import { CallBatcher, type CallKind } from './call-batcher.js';

const SENDER = { connection: 'c', ...NO_OPTIONS };
const NOTHING = new Uint8Array();

function start(
  tellLost: (error: BigtabError) => void = () => undefined,
  clock: Clock = systemClock,
): {
  readonly engine: ScriptedEngine;
  readonly batcher: CallBatcher;
} {
  const engine = new ScriptedEngine((call) => {
    const payload = call.payload.raw(call.payload.end - call.payload.offset);
    if (payload.length === 1) throw new BigtabError('TABLE_NOT_FOUND', 'none');
    return payload;
  });
  return { engine, batcher: new CallBatcher(engine.transport, clock, SENDER, tellLost) };
}

/** Operation and number of the calls of each packet. */
function print(engine: ScriptedEngine): string[] {
  return engine.packets.map(({ calls }) => calls.map(({ operation, number }) => `${operation}#${number}`).join(' '));
}

describe('CallBatcher', () => {
  it('sends the calls of one turn in one packet and answers each', async () => {
    const { engine, batcher } = start();
    const answers = ['one', 'two', 'three'].map((text) => batcher.call(Operation.Get, encodeText(text), 'read'));
    const texts = (await Promise.all(answers)).map((reader) => reader.raw(reader.end - reader.offset));
    expect(texts).toEqual(['one', 'two', 'three'].map((text) => encodeText(text)));
    expect(print(engine)).toEqual(['2#0 2#0 2#0']);
    await batcher.call(Operation.Get, NOTHING, 'read');
    expect(engine.packets).toHaveLength(2);
  });

  it('sends calls that follow the answers of one packet together, although some callers take more steps', async () => {
    const { engine, batcher } = start();
    const caller = async (steps: number) => {
      for (let count = 0; count < 3; count++) {
        await batcher.call(Operation.Get, NOTHING, 'read');
        for (let step = 0; step < steps; step++) await undefined;
      }
    };
    await Promise.all([0, 1, 3, 6].map(caller));
    expect(engine.packets.map(({ calls }) => calls.length)).toEqual([4, 4, 4]);
  });

  describe('with two packets in progress', () => {
    const get = (batcher: CallBatcher, count: number, kind: CallKind = 'read') =>
      Array.from({ length: count }, () => batcher.call(Operation.Get, NOTHING, kind));
    const turn = () => new Promise((resolve) => setTimeout(resolve));
    const sizes = ({ packets }: ScriptedEngine) => packets.map(({ calls }) => calls.length);

    it('delays collected calls until an answer arrives, and the calls that follow it', async () => {
      const { engine, batcher } = start(undefined, new ManualClock());
      // Four callers each turn, so that the first packets are small.
      const caller = async () => {
        for (let count = 0; count < 6; count++) await batcher.call(Operation.Get, NOTHING);
      };
      engine.hold();
      const callers: Promise<void>[] = [];
      for (let group = 0; group < 4; group++) {
        for (let lane = 0; lane < 4; lane++) callers.push(caller());
        await turn();
      }
      expect(sizes(engine)).toEqual([4, 4]);
      engine.release();
      await Promise.all(callers);
      // There would be 24 packets of four if each were sent at once.
      expect(engine.packets.length).toBeLessThan(18);
    });

    it('delays them by at most 4 ms', async () => {
      const clock = new ManualClock();
      const { engine, batcher } = start(undefined, clock);
      engine.hold();
      const calls: Promise<unknown>[] = [];
      for (const count of [4, 4, 3]) {
        calls.push(...get(batcher, count));
        await turn();
      }
      clock.advance(3);
      expect(sizes(engine)).toEqual([4, 4]);
      clock.advance(1);
      expect(sizes(engine)).toEqual([4, 4, 3]);
      expect(clock.waiting).toBe(0);
      engine.release();
      await Promise.all(calls);
    });

    it('does not count packets of a single call, whose answers may take long', async () => {
      const { engine, batcher } = start(undefined, new ManualClock());
      engine.hold();
      const calls = [...get(batcher, 8, 'alone'), ...get(batcher, 3)];
      await turn();
      calls.push(...get(batcher, 3));
      await turn();
      expect(sizes(engine)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 3, 3]);
      engine.release();
      await Promise.all(calls);
    });
  });

  it('rejects only the call that failed', async () => {
    const { batcher } = start();
    const calls = [encodeText('fine'), Uint8Array.of(1)].map((payload) => batcher.call(Operation.Get, payload, 'read'));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(outcomes[1]).toMatchObject({ reason: { code: 'TABLE_NOT_FOUND', message: 'none' } });
  });

  it('numbers the writes of the connection and nothing else', async () => {
    const { engine, batcher } = start();
    const kinds = ['write', 'read', 'write', 'alone', 'change', 'write'] as const;
    await Promise.all(kinds.map((kind) => batcher.call(Operation.Control, NOTHING, kind)));
    expect(print(engine)).toEqual(['7#1 7#0 7#2', '7#0', '7#3', '7#4']);
  });

  it('reports which answers have arrived', async () => {
    const { engine, batcher } = start();
    await Promise.all([
      batcher.call(Operation.Mutate, NOTHING, 'write'),
      batcher.call(Operation.Mutate, NOTHING, 'write'),
    ]);
    engine.hold();
    const third = batcher.call(Operation.Mutate, NOTHING, 'write');
    await new Promise((resolve) => setImmediate(resolve));
    const fourth = batcher.call(Operation.Mutate, NOTHING, 'write');
    await new Promise((resolve) => setImmediate(resolve));
    engine.release();
    await Promise.all([third, fourth]);
    await batcher.call(Operation.Get, NOTHING, 'read');
    expect(engine.packets.map(({ acknowledged }) => acknowledged)).toEqual([0, 2, 2, 4]);
  });

  it('starts another packet when one has reached its limit', async () => {
    const { engine, batcher } = start();
    const big = new Uint8Array(600_000);
    await Promise.all([1, 2, 3].map(() => batcher.call(Operation.Mutate, big, 'write')));
    expect(print(engine)).toEqual(['1#1 1#2', '1#3']);
  });

  it('has at most 4096 numbered calls in progress', async () => {
    const { engine, batcher } = start();
    engine.hold();
    const calls = Array.from({ length: 10_000 }, () => batcher.call(Operation.Mutate, NOTHING, 'write'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(engine.calls.length).toBe(4096);
    engine.release();
    await Promise.all(calls);
    expect(engine.calls.map(({ number }) => number)).toEqual(calls.map((_, index) => index + 1));
    for (const { acknowledged, calls: sent } of engine.packets) {
      expect((sent.at(-1)?.number as number) - acknowledged).toBeLessThanOrEqual(4096);
    }
  });

  it('rejects calls in progress and all later calls when the engine is lost', async () => {
    const { engine, batcher } = start();
    engine.hold();
    const calls = [
      batcher.call(Operation.Mutate, NOTHING, 'write'),
      batcher.call(Operation.Get, NOTHING, 'read'),
      batcher.call(Operation.Control, NOTHING, 'change'),
    ];
    await Promise.resolve();
    engine.lose(new Error('terminated'));
    const outcomes = await Promise.allSettled(calls);
    const reasons = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : null));
    expect(reasons.map(({ code }) => code)).toEqual(Array(3).fill('WORKER_LOST'));
    expect(reasons.map(({ details }) => details.outcome)).toEqual(['unknown', 'none', 'unknown']);
    await expect(batcher.call(Operation.Mutate, NOTHING, 'write')).rejects.toMatchObject({
      code: 'WORKER_LOST',
      details: { outcome: 'none' },
      cause: { message: 'terminated' },
    });
  });

  it('rejects writes that were never sent with the outcome none', async () => {
    const { engine, batcher } = start();
    engine.hold();
    const calls = Array.from({ length: 5000 }, () => batcher.call(Operation.Mutate, NOTHING, 'write'));
    await new Promise((resolve) => setImmediate(resolve));
    batcher.lose('gone');
    const outcomes = await Promise.allSettled(calls);
    const unknown = outcomes.filter(
      (outcome) => outcome.status === 'rejected' && outcome.reason.details.outcome === 'unknown',
    );
    expect(unknown).toHaveLength(4096);
  });

  it('treats an answer that it cannot read as the loss of the engine', async () => {
    const transport = { ...start().engine.transport, call: async () => Uint8Array.of(PROTOCOL_VERSION, 0) };
    const batcher = new CallBatcher(transport, systemClock, SENDER, () => undefined);
    await expect(batcher.call(Operation.Get, NOTHING, 'read')).rejects.toMatchObject({ code: 'WORKER_LOST' });
  });

  it('ends an engine whose answer it cannot read, so that it releases its lock', async () => {
    const ended: unknown[] = [];
    const transport = {
      ...start().engine.transport,
      call: async () => Uint8Array.of(PROTOCOL_VERSION, 0),
      end: (reason: unknown) => void ended.push(reason),
    };
    const batcher = new CallBatcher(transport, systemClock, SENDER, () => undefined);
    await expect(batcher.call(Operation.Get, NOTHING, 'read')).rejects.toMatchObject({ code: 'WORKER_LOST' });
    expect(ended).toHaveLength(1);
  });

  it('rejects only the calls of a packet that was not answered while the engine runs', async () => {
    const { engine } = start();
    let refused = 1;
    const call = async (packet: Uint8Array) => {
      if (refused-- > 0) throw new BigtabError('INVALID_OPERATION', 'no memory', { details: { internal: true } });
      return engine.transport.call(packet);
    };
    const batcher = new CallBatcher({ ...engine.transport, call }, systemClock, SENDER, () => expect.fail('it lives'));
    const calls = [batcher.call(Operation.Get, NOTHING), batcher.call(Operation.Mutate, NOTHING, 'write')];
    expect(await Promise.allSettled(calls)).toMatchObject([
      { reason: { code: 'INVALID_OPERATION', details: { internal: true, outcome: 'none' } } },
      { reason: { code: 'INVALID_OPERATION', details: { internal: true, outcome: 'unknown' } } },
    ]);
    await batcher.idle();
    await batcher.call(Operation.Mutate, NOTHING, 'write');
    expect(print(engine)).toEqual(['1#2']);
  });

  it('asks for its answers if a reply has none, because the engine waits for an acknowledgement', async () => {
    const { engine } = start();
    const sent: RequestPacket[] = [];
    let kept: Uint8Array | null = null;
    const call = async (packet: Uint8Array) => {
      sent.push(decodePacket(packet.slice()));
      if (sent.length !== 2) return engine.transport.call(kept ?? packet);
      kept = packet;
      return encodeReplies([]);
    };
    const batcher = new CallBatcher({ ...engine.transport, call }, systemClock, SENDER, () => expect.fail('it lives'));
    await batcher.call(Operation.Mutate, NOTHING, 'write');
    await batcher.call(Operation.Mutate, NOTHING, 'write');
    expect(sent.map(({ acknowledged, calls }) => [acknowledged, calls.length])).toEqual([
      [0, 1],
      [1, 1],
      [1, 0],
    ]);
  });

  it('says bye with everything acknowledged, unless the engine is lost', async () => {
    const { engine, batcher } = start();
    await batcher.call(Operation.Mutate, NOTHING, 'write');
    batcher.bye();
    expect(engine.packets.at(-1)).toMatchObject({ connection: 'c', bye: true, acknowledged: 1, calls: [] });
    batcher.lose('gone');
    batcher.bye();
    expect(engine.packets).toHaveLength(2);
  });

  it('reports once that the engine is lost', () => {
    const told: unknown[] = [];
    const { batcher } = start((error) => told.push(error.code));
    batcher.lose('gone');
    batcher.lose('gone again');
    expect(told).toEqual(['WORKER_LOST']);
  });

  it('is idle when every call has its answer', async () => {
    const { engine, batcher } = start();
    await batcher.idle();
    engine.hold();
    const call = batcher.call(Operation.Get, NOTHING, 'read');
    let idle = false;
    const waiting = batcher.idle().then(() => {
      idle = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(idle).toBe(false);
    engine.release();
    await Promise.all([call, waiting]);
    expect(idle).toBe(true);
  });
});
