import { PortBroker } from '../../tabs/port-broker.js';
import type { PortLike } from '../../tabs/tab-platform.js';
import { Actor, type Stream, type World } from './world.js';

type Hear = NonNullable<PortLike['onmessage']>;

const MS = 0.05;
const START_MS = 30;

/** One end of a pair of ports. It keeps messages until it has reached its page or worker and was started there. */
export class SimPort implements PortLike {
  other: SimPort | null = null;
  /** How many more messages arrive at this end. */
  left: number = Number.POSITIVE_INFINITY;
  private actor: Actor | null = null;
  private hear: Hear | null = null;
  private early: Parameters<Hear>[0][] = [];
  private closed = false;
  private readonly stream: Stream = { last: 0 };
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  get onmessage(): Hear | null {
    return this.hear;
  }

  set onmessage(hear: Hear | null) {
    this.hear = hear;
    this.start();
  }

  /** The end arrives at its page or worker. */
  belongTo(actor: Actor): void {
    this.actor = actor;
    this.start();
  }

  postMessage(message: unknown, ports: readonly PortLike[] = []): void {
    if (this.closed || this.actor?.state === 'dead') return;
    this.other?.receive({ data: structuredClone(message), ports });
  }

  close(): void {
    this.closed = true;
  }

  private start(): void {
    if (this.hear !== null && this.actor !== null) for (const event of this.early.splice(0)) this.deliver(event);
  }

  private receive(event: Parameters<Hear>[0]): void {
    if (--this.left < 0) return;
    if (this.hear === null || this.actor === null) this.early.push(event);
    else this.deliver(event);
  }

  private deliver(event: Parameters<Hear>[0]): void {
    const { world, actor } = this;
    if (actor === null) return;
    world.follow(this.stream, actor, world.delay(MS), `port to ${actor.name}`, () => {
      for (const port of event.ports ?? []) (port as SimPort).belongTo(actor);
      if (!this.closed) this.hear?.(event);
    });
  }
}

/** The shared worker of a simulated site. */
export class SimBroker {
  /** The probability that an end of a session's port stops to receive. */
  broken = 0;
  /** The ports that sessions have received. */
  made = 0;
  private readonly world: World;
  private readonly actor: Actor = new Actor('broker');
  private readonly broker: PortBroker;

  constructor(world: World) {
    this.world = world;
    const clock = {
      after: (ms: number, task: () => void) => world.schedule(this.actor, ms, 'timer of the broker', task),
    };
    this.broker = new PortBroker(() => this.makePorts(), clock);
  }

  /** Connects a page with the broker. */
  start(page: Actor): PortLike {
    const { port1, port2 } = this.pair();
    port2.belongTo(page);
    this.world.schedule(this.actor, this.world.delay(START_MS), `connect ${page.name} to the broker`, () => {
      port1.belongTo(this.actor);
      this.broker.add(port1);
    });
    return port2;
  }

  private makePorts(): { readonly port1: SimPort; readonly port2: SimPort } {
    const pair = this.pair();
    const { random } = this.world;
    this.made++;
    for (const port of [pair.port1, pair.port2]) if (random.chance(this.broken)) port.left = random.below(20);
    return pair;
  }

  private pair(): { readonly port1: SimPort; readonly port2: SimPort } {
    const port1 = new SimPort(this.world);
    const port2 = new SimPort(this.world);
    port1.other = port2;
    port2.other = port1;
    return { port1, port2 };
  }
}
