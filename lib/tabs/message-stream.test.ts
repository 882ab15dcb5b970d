import { expect, it } from 'vitest';
import { equalBytes } from '../bytes/compare.js';
import type { Envelope } from './envelope.js';
import { MessageStream } from './message-stream.js';

type Posted = Pick<Envelope, 'type' | 'sequence' | 'bytes'>;

function bench() {
  const posted: Posted[] = [];
  const received: Uint8Array[] = [];
  const gaps: number[] = [];
  const sender = new MessageStream(
    (part) => posted.push(part),
    () => {},
    () => {},
  );
  const receiver = new MessageStream(
    () => {},
    (message) => received.push(message),
    () => gaps.push(received.length),
  );
  const deliver = (part: Posted | undefined) => receiver.hear(part as Envelope);
  return { posted, received, gaps, sender, deliver };
}

function bytes(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => index % 251);
}

it.each([0, 1, 256 * 1024 - 1, 256 * 1024, 256 * 1024 + 1, 512 * 1024, 700_000])(
  'A message of %i bytes arrives complete, in parts of at most 256 KiB with buffers of their own',
  (length) => {
    const { posted, received, sender, deliver } = bench();
    sender.send(bytes(length));
    expect(posted.length).toBe(Math.max(1, Math.ceil(length / (256 * 1024))));
    for (const part of posted) {
      expect(part.bytes?.buffer.byteLength).toBe(part.bytes?.length);
      deliver(part);
    }
    expect(received.length).toBe(1);
    expect(equalBytes(received[0] as Uint8Array, bytes(length))).toBe(true);
  },
);

it('A part that arrives twice is dropped the second time', () => {
  const { posted, received, gaps, sender, deliver } = bench();
  for (const length of [1, 2, 3]) sender.send(bytes(length));
  for (const part of [posted[0], posted[1], posted[0], posted[1], posted[2]]) deliver(part);
  expect(received.map(({ length }) => length)).toEqual([1, 2, 3]);
  expect(gaps).toEqual([]);
});

it('After a lost part nothing is delivered any more, and the gap is reported once', () => {
  const { posted, received, gaps, sender, deliver } = bench();
  for (const length of [1, 2, 3, 4]) sender.send(bytes(length));
  for (const part of [posted[0], posted[2], posted[1], posted[3]]) deliver(part);
  expect(received.map(({ length }) => length)).toEqual([1]);
  expect(gaps).toEqual([1]);
});
