/*
 * Mistakes that the simulator must find. Each is made around the product's code, in what it sends, receives or is
 * granted. A function plants it in one site and returns the function that removes it.
 */
import { ByteWriter } from '../../bytes/byte-writer.js';
import { EventListeners } from '../../client/event-listeners.js';
import { WorkerTransport } from '../../client/page/worker-transport.js';
import type { Engine } from '../../service/client-service.js';
import {
  BYE,
  beginPacket,
  decodePacket,
  finishPacket,
  RESUMED,
  type RequestPacket,
  setHead,
  writeCall,
} from '../../service/packet-codec.js';
import type { Envelope } from '../../tabs/envelope.js';
import { EventQueue } from '../../tabs/event-queue.js';
import { HostLink } from '../../tabs/host-link.js';
import { MessageStream } from '../../tabs/message-stream.js';
import { leaderLock } from '../../tabs/tab-platform.js';
import { replaceMethod } from '../fakes/replace-method.js';
import type { Plant } from './faults.js';
import { DATABASE } from './sim-storage.js';

/** How long a packet that arrives twice takes more, on average. */
const AGAIN_MS = 200;

type Send = (packet: Uint8Array) => Promise<Uint8Array>;

export const PLANTED_BUGS: Readonly<Record<string, Plant>> = {
  'a new engine does not know the answers of the one before': (site) => {
    site.storage.wrap = (engine) =>
      changed(engine, (packet) => ({
        ...packet,
        connection: `${packet.connection} ${engine.epoch}`,
        calls: packet.calls.map((call) => ({ ...call, repeated: false })),
      }));
    return () => {};
  },
  'packets are sent again in reverse order': () =>
    sending((send) => {
      let again: (() => void)[] = [];
      return (packet) => {
        if (!isRepeated(packet)) return send(packet);
        return new Promise((resolve, reject) => {
          again.unshift(() => send(packet).then(resolve, reject));
          queueMicrotask(() => {
            for (const one of again) one();
            again = [];
          });
        });
      };
    }),
  'new packets overtake those that are sent again': (site) =>
    sending((send) => {
      const { current } = site.world;
      const clock = current && site.world.clockOf(current);
      return (packet) => {
        if (!isRepeated(packet) || clock === null) return send(packet);
        return new Promise((resolve, reject) => {
          clock.after(10, () => void send(packet).then(resolve, reject));
        });
      };
    }),
  'calls that are sent again are not marked': () =>
    sending((send) => (packet) => {
      const { calls, ...rest } = decodePacket(packet);
      return send(encode({ ...rest, calls: calls.map((call) => ({ ...call, repeated: false })) }));
    }),
  'packets that are sent again have an old acknowledgement': () =>
    sending(
      (send) => (packet) => send(isRepeated(packet) ? encode({ ...decodePacket(packet), acknowledged: 0 }) : packet),
    ),
  'a packet that arrives twice runs twice': ({ storage, world }) => {
    storage.wrap = (engine) => {
      const { service } = engine;
      const { call } = service;
      const worker = world.current;
      service.call = (packet) => {
        const again = packet.slice();
        world.schedule(
          worker,
          world.delay(AGAIN_MS),
          'a packet again',
          () => void call.call(service, again).catch(() => {}),
        );
        return call.call(service, packet);
      };
      return engine;
    };
    return () => {};
  },
  'packets are not sent again': () =>
    sending((send) => (packet) => (isRepeated(packet) ? new Promise(() => {}) : send(packet))),
  'a missing message is not noticed': () => renumbered(),
  'two pages lead': (site) => {
    site.locks.isShared = (name) => name === leaderLock(DATABASE) || name === `bigtab:${DATABASE}`;
    return () => {};
  },
  'a follower does not ask for events': () => replaceMethod(HostLink.prototype, 'listen', () => () => {}),
  'a page is not told that another page leads': () =>
    replaceMethod(
      EventListeners.prototype,
      'dispatch',
      (dispatch) =>
        function (this: EventListeners, type, event) {
          if (type !== 'role') dispatch.call(this, type, event);
        },
    ),
  'later events wait for ever': () => replaceMethod(EventQueue.prototype, 'seen', () => () => {}),
};

/** The engine receives changed packets. */
function changed(engine: Engine, change: (packet: RequestPacket) => RequestPacket): Engine {
  const { service } = engine;
  const { call } = service;
  service.call = (packet) => call.call(service, encode(change(decodePacket(packet))));
  return engine;
}

function encode({ acknowledged, resumed, bye, calls, ...sender }: RequestPacket): Uint8Array {
  const out = new ByteWriter();
  const at = beginPacket(out, sender);
  for (const { payload, ...call } of calls)
    writeCall(out, { ...call, payload: payload.bytes.subarray(payload.offset, payload.end) });
  const packet = finishPacket(out, at, calls.length);
  setHead(packet, at, acknowledged, (resumed ? RESUMED : 0) | (bye ? BYE : 0));
  return packet;
}

function isRepeated(packet: Uint8Array): boolean {
  return decodePacket(packet).calls.some(({ repeated }) => repeated);
}

/** Every link sends through a function of its own. */
function sending(make: (send: Send) => Send): () => void {
  const sends = new WeakMap<object, Send>();
  const through = (call: Send) =>
    function (this: object, packet: Uint8Array) {
      let send = sends.get(this);
      if (send === undefined) {
        send = make((one) => call.call(this, one));
        sends.set(this, send);
      }
      return send(packet);
    };
  const undo = [
    replaceMethod(HostLink.prototype, 'call', through),
    replaceMethod(WorkerTransport.prototype, 'call', through),
  ];
  return () => {
    for (const one of undo) one();
  };
}

/** Gives the part after a missing one the number of the missing one. */
function renumbered(): () => void {
  const next = new WeakMap<MessageStream, { seen: number; given: number }>();
  return replaceMethod(
    MessageStream.prototype,
    'hear',
    (hear) =>
      function (this: MessageStream, part: Envelope) {
        const count = next.get(this) ?? { seen: 0, given: 0 };
        next.set(this, count);
        if (part.sequence <= count.seen) return;
        count.seen = part.sequence;
        hear.call(this, { ...part, sequence: ++count.given });
      },
  );
}
