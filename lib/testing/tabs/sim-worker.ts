import { Gateway } from '../../../worker/gateway.js';
import { fail, serve, type WorkerScope } from '../../../worker/serve.js';
import type { WorkerEventLike, WorkerLike } from '../../client/page/platform.js';
import { readControl } from '../../service/control-codec.js';
import { decodePacket } from '../../service/packet-codec.js';
import type { BrowserParts } from './browser-parts.js';
import { SimPort } from './sim-ports.js';
import { Actor, type Stream } from './world.js';

type Listener = (event: WorkerEventLike & { readonly ports?: readonly SimPort[] }) => void;

const START_MS = 20;
const MS = 0.05;

/** A dedicated worker of a simulated page, with the real gateway and engine. */
export class SimWorker implements WorkerLike {
  readonly actor: Actor;
  private readonly site: BrowserParts;
  private readonly page: Actor;
  private readonly inside = new Set<Listener>();
  private readonly messages = new Set<Listener>();
  private readonly errors = new Set<Listener>();
  private readonly down: Stream = { last: 0 };
  private readonly up: Stream = { last: 0 };
  /** Whether its page knows that it has started. */
  ready = false;
  private terminated = false;

  constructor(site: BrowserParts, page: Actor, name: string) {
    this.site = site;
    this.page = page;
    this.actor = new Actor(name);
    const { world } = site;
    world.follow(this.down, this.actor, world.delay(START_MS), `start ${name}`, () => this.script());
  }

  postMessage(message: unknown, transfer: unknown[] = []): void {
    if (this.terminated) return;
    const ports = transfer.filter((one) => one instanceof SimPort);
    const data = structuredClone(message, { transfer: transfer.filter((one) => !(one instanceof SimPort)) as never });
    const { world } = this.site;
    world.follow(this.down, this.actor, world.delay(MS), `message to ${this.actor.name}`, () => {
      for (const port of ports) port.belongTo(this.actor);
      for (const listener of [...this.inside]) listener({ data, ports });
    });
  }

  addEventListener(type: string, listener: Listener): void {
    if (type === 'message') this.messages.add(listener);
    else if (type === 'error') this.errors.add(listener);
  }

  removeEventListener(type: string, listener: Listener): void {
    if (type === 'message') this.messages.delete(listener);
    else if (type === 'error') this.errors.delete(listener);
  }

  /** The page hears nothing any more. The worker may still run for a moment. */
  terminate(): void {
    if (this.terminated) return;
    this.terminated = true;
    const { world } = this.site;
    world.schedule(null, world.delay(MS), `terminate ${this.actor.name}`, () => this.die());
  }

  /** It ends without an event. */
  die(): void {
    const { actor, site } = this;
    if (actor.state === 'dead') return;
    site.world.end(actor);
    site.channels.end(actor);
    site.locks.end(actor);
    site.storage.release(actor);
  }

  private script(): void {
    const { site, actor } = this;
    const { world } = site;
    const scope = {
      navigator: { locks: site.locks.of(actor) },
      postMessage: (message: unknown, transfer: readonly unknown[] = []) => this.say(message, transfer),
      addEventListener: (type: string, listener: Listener) => {
        if (type === 'message') this.inside.add(listener);
      },
      removeEventListener: (_type: string, listener: Listener) => this.inside.delete(listener),
      reportError: (error: unknown) => this.report(error),
    } as unknown as WorkerScope;
    const gateway = new Gateway({
      locks: scope.navigator.locks,
      clock: world.clockOf(actor),
      openChannel: site.channels.of(actor),
      openStorage: async () => ({
        open: (options, host = {}) => site.storage.open(actor, options, host, () => this.die()),
        remove: async () => {},
        list: async () => site.storage.names,
      }),
      onLost: (error) => fail(scope, error),
      onProgress: () => this.say({ bigtab: 'closing' }, []),
      onTrying: (packet) => this.say({ bigtab: 'trying', packet }, []),
    });
    this.countHandovers(gateway);
    serve(scope, gateway, `liveness of ${actor.name}`);
  }

  private countHandovers(gateway: Gateway): void {
    const { storage, world } = this.site;
    const control = gateway.control.bind(gateway);
    gateway.control = async (packet) => {
      const reply = await control(packet);
      const asked = decodePacket(packet).calls.some(({ payload }) => readControl(payload).method === 'handOver');
      if (asked && !storage.isOpenIn(this.actor)) {
        world.note(`${this.actor.name} has handed over`);
        storage.handovers++;
      }
      return reply;
    };
  }

  private say(message: unknown, transfer: readonly unknown[]): void {
    const { world } = this.site;
    if (this.actor.state === 'dead') return;
    const data = structuredClone(message, { transfer: transfer as never });
    world.follow(this.up, this.page, world.delay(MS), `message of ${this.actor.name}`, () => {
      this.ready = true;
      if (!this.terminated) for (const listener of [...this.messages]) listener({ data });
    });
  }

  private report(error: unknown): void {
    const { world } = this.site;
    if (this.actor.state === 'dead') return;
    world.fail(`${this.actor.name} fails: ${error instanceof Error ? error.stack : error}`);
  }
}
