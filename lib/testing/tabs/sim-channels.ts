import { isEnvelope } from '../../tabs/envelope.js';
import type { OpenChannel } from '../../tabs/tab-platform.js';
import type { Actor, Stream, World } from './world.js';

interface End {
  readonly id: number;
  readonly actor: Actor;
  readonly name: string;
  readonly hear: (message: unknown) => void;
  /** The order of the messages from each other end. */
  readonly from: Map<number, Stream>;
}

/** How unreliable channels are. Order is kept for each sender and receiver. */
export interface ChannelFaults {
  /** The probability that a message arrives twice. */
  readonly twice: number;
  /** The probability that a message that is sent again anyway is lost. */
  readonly lost: number;
  /** The probability that a message of a session is lost. It is lost only if a later one arrives. */
  readonly gap: number;
}

/** Messages that are asked for, or sent, again. */
const SENT_AGAIN: readonly string[] = ['who', 'opening', 'leader', 'hello', 'welcome'];
const MS = 0.3;

/** The broadcast channels of a simulated site. */
export class SimChannels {
  /** Changes a message before it is delivered; for planted bugs. */
  alter: (message: unknown) => unknown = (message) => message;
  private readonly world: World;
  private readonly faults: ChannelFaults;
  private readonly ends = new Set<End>();
  /** Messages that are lost if a later one follows them. */
  private readonly doubtful = new Map<Stream, () => void>();
  private ids = 0;

  constructor(world: World, faults: ChannelFaults) {
    this.world = world;
    this.faults = faults;
  }

  of(actor: Actor): OpenChannel {
    return (name, hear) => {
      const end: End = { id: this.ids++, actor, name, hear, from: new Map() };
      this.ends.add(end);
      return {
        post: (message) => {
          if (this.ends.has(end) && actor.state !== 'dead') this.post(end, structuredClone(message));
        },
        close: () => this.ends.delete(end),
      };
    };
  }

  end(actor: Actor): void {
    for (const end of this.ends) if (end.actor === actor) this.ends.delete(end);
  }

  private post(from: End, message: unknown): void {
    for (const to of this.ends) {
      if (to === from || to.name !== from.name) continue;
      let stream = to.from.get(from.id);
      if (stream === undefined) {
        stream = { last: 0 };
        to.from.set(from.id, stream);
      }
      this.send(stream, from, to, message);
    }
  }

  private send(stream: Stream, from: End, to: End, message: unknown): void {
    const { world, faults } = this;
    const { random } = world;
    const type = isEnvelope(message) ? message.type : '';
    const label = `${type} ${isEnvelope(message) ? `${message.sequence} ${message.client}` : ''} ${from.actor.name} > ${to.actor.name}`;
    if (SENT_AGAIN.includes(type) && random.chance(faults.lost)) {
      world.note(`lost ${label}`);
      return;
    }
    const deliver = () => {
      const times = random.chance(faults.twice) ? 2 : 1;
      for (let time = 0; time < times; time++)
        world.follow(stream, to.actor, world.delay(MS), label, () => {
          if (this.ends.has(to)) to.hear(this.alter(structuredClone(message)));
        });
    };
    if (this.doubtful.delete(stream)) world.note(`lost the message before ${label}`);
    if (SENT_AGAIN.includes(type) || !random.chance(faults.gap)) {
      deliver();
      return;
    }
    this.doubtful.set(stream, deliver);
    world.schedule(null, 20, `late ${label}`, () => {
      if (this.doubtful.get(stream) !== deliver) return;
      this.doubtful.delete(stream);
      deliver();
    });
  }
}
