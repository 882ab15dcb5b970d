import { expect, it } from 'vitest';
import type { EngineEvent, EventKind } from '../service/engine-event.js';
import { decodeEvents } from '../service/event-codec.js';
import { encodeBye } from '../service/packet-writer.js';
import { encodePacket } from '../testing/samples/packets.js';
import {
  decodeMessage,
  encodeMessage,
  LISTEN_ALL,
  LISTEN_NONE,
  LISTEN_WAKES,
  makeEnvelope,
  ToHost,
  ToPage,
} from './envelope.js';
import { HostSession } from './host-session.js';

it('A session passes on the wakes of its own connections, and wants no other events for a page that only watches', () => {
  const wanted: (EventKind | null)[] = [];
  const seen: EngineEvent[] = [];
  let emit: (event: EngineEvent) => void = () => {};
  const session = new HostSession({
    engine: {
      epoch: 1,
      call: () => new Promise(() => {}),
      control: () => new Promise(() => {}),
      subscribe: (listener, wants) => {
        wanted.push(wants);
        emit = listener;
        return () => wanted.push(null);
      },
    },
    post: ({ bytes }) => {
      const { kind, content } = decodeMessage(bytes as Uint8Array);
      if (kind === ToPage.Events) seen.push(...decodeEvents(content));
    },
    onBye: () => {},
  });
  let sequence = 0;
  const send = (kind: number, number: number, content?: Uint8Array) => {
    const bytes = encodeMessage(kind, number, content);
    session.hear(makeEnvelope({ type: 'last', protocol: 0, epoch: 1, sequence: ++sequence, bytes }));
  };
  send(ToHost.Packet, 1, encodePacket('own', 0, []));
  send(ToHost.Listen, LISTEN_WAKES);
  for (const connection of ['own', 'foreign', 'own']) emit({ type: 'watch', connection });
  expect(seen).toEqual([
    { type: 'watch', connection: 'own' },
    { type: 'watch', connection: 'own' },
  ]);
  send(ToHost.Packet, 2, encodeBye('own'));
  emit({ type: 'watch', connection: 'own' });
  expect(seen.length).toBe(2);
  send(ToHost.Listen, LISTEN_ALL);
  send(ToHost.Listen, LISTEN_NONE);
  expect(wanted).toEqual(['wakes', null, 'all', null]);
});
