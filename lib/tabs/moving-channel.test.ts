import { describe, expect, it } from 'vitest';
import { makeFakePorts } from '../testing/fakes/fake-ports.js';
import { type Envelope, makeEnvelope } from './envelope.js';
import { MovingChannel } from './moving-channel.js';

const MOVED = makeEnvelope({ type: 'moved', protocol: 4, epoch: 1 });

/** Two ends. Broadcasts arrive when `deliver` is called. */
function twoEnds() {
  const broadcasts: (() => void)[] = [];
  const hearers: ((message: unknown) => void)[] = [];
  const closed: number[] = [];
  const heard: unknown[][] = [[], []];
  const [a, b] = [0, 1].map(
    (end) =>
      new MovingChannel(
        (hear) => {
          hearers[end] = hear;
          return {
            post: (message) => broadcasts.push(() => hearers[1 - end]?.(message)),
            close: () => closed.push(end),
          };
        },
        (message) => heard[end]?.push(message),
        MOVED,
      ),
  ) as [MovingChannel, MovingChannel];
  const deliver = async () => {
    for (const one of broadcasts.splice(0)) one();
    await settle();
  };
  return { a, b, heard, closed, deliver, broadcasts };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await null;
}

function move({ a, b }: ReturnType<typeof twoEnds>) {
  const { port1, port2 } = makeFakePorts();
  a.attach(port1);
  b.attach(port2);
  a.move();
  return { port1, port2 };
}

describe('A channel that moves to a port', () => {
  it('keeps the order of messages although broadcasts are slower', async () => {
    const ends = twoEnds();
    const { a, b, heard, deliver } = ends;
    a.post(1);
    b.post('one');
    const { port1 } = move(ends);
    a.post(2);
    a.post(3);
    b.post('two');
    await settle();
    expect(heard).toEqual([[], []]);
    await deliver();
    b.post('three');
    await deliver();
    expect(heard).toEqual([
      ['one', 'two', 'three'],
      [1, 2, 3],
    ]);
    expect(port1.sent).toBe(2);
  });

  it('sends by port only, once both ends have it', async () => {
    const ends = twoEnds();
    const { a, b, heard, deliver, broadcasts } = ends;
    move(ends);
    await deliver();
    await deliver();
    a.post(1);
    b.post(2);
    expect(broadcasts).toEqual([]);
    await settle();
    expect(heard).toEqual([[2], [1]]);
  });

  it('moves when a late port arrives after the other end has moved', async () => {
    const { a, b, heard, deliver } = twoEnds();
    const { port1, port2 } = makeFakePorts();
    a.attach(port1);
    a.move();
    a.post(1);
    await deliver();
    b.post('by broadcast');
    b.attach(port2);
    b.post('by port');
    await settle();
    expect(heard).toEqual([[], [1]]);
    await deliver();
    expect(heard[0]).toEqual(['by broadcast', 'by port']);
  });

  it('passes on nothing after it was closed, and closes a port that comes later', async () => {
    const ends = twoEnds();
    const { a, b, heard, deliver, closed } = ends;
    const { port1 } = move(ends);
    await deliver();
    await deliver();
    b.post('late');
    a.close();
    await settle();
    expect([heard[0], closed, port1.isClosed]).toEqual([[], [0], true]);
    const late = makeFakePorts().port1;
    a.attach(late);
    expect(late.isClosed).toBe(true);
  });

  it('keeps its port if it is given a second one', () => {
    const ends = twoEnds();
    const { port1 } = move(ends);
    const second = makeFakePorts().port1;
    ends.a.attach(second);
    expect([port1.isClosed, second.isClosed]).toEqual([false, true]);
  });
});

describe('The marker of a channel', () => {
  it('is not passed on', async () => {
    const ends = twoEnds();
    move(ends);
    await ends.deliver();
    await ends.deliver();
    expect(ends.heard.flat().filter((message) => (message as Envelope).type === 'moved')).toEqual([]);
  });
});
