import { ServedPorts, seekPort } from '../../client/page/page-ports.js';
import type { EngineEvent } from '../../service/engine-event.js';
import { encodeCall } from '../../service/packet-codec.js';
import { encodeBye } from '../../service/packet-writer.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { Host } from '../../tabs/host.js';
import type { HostedEngine } from '../../tabs/host-session.js';
import { Member, type Place } from '../../tabs/member.js';
import { PortBroker } from '../../tabs/port-broker.js';
import { FakeChannels } from './fake-channels.js';
import { FakeLocks } from './fake-locks.js';
import { type FakePort, makeFakePorts } from './fake-ports.js';

const DATABASE = 'crawl';

export interface TabOptions {
  readonly visible?: boolean;
  readonly protocol?: number;
  /** False for a SharedWorker or service worker. */
  readonly mayLead?: boolean;
}

/** Tabs of one site, without engines: a leader answers each packet with its epoch and the packet's connection. */
export class FakeTabs {
  readonly clock: ManualClock = new ManualClock();
  readonly locks: FakeLocks = new FakeLocks();
  readonly channels: FakeChannels = new FakeChannels();
  epochs = 0;
  /** Whether the browser has shared workers. */
  hasBroker = false;
  /** The ports of sessions, the leader's end first. */
  readonly ports: { readonly port1: FakePort; readonly port2: FakePort }[] = [];
  private readonly broker = new PortBroker(() => {
    const pair = makeFakePorts();
    this.ports.push(pair);
    return pair;
  }, this.clock);
  private names = 0;

  uniqueName(): string {
    return `n${++this.names}`;
  }

  readonly startBroker = (): FakePort | null => {
    if (!this.hasBroker) return null;
    const { port1, port2 } = makeFakePorts();
    this.broker.add(port1);
    return port2;
  };

  tab(options: TabOptions = {}): FakeTab {
    return new FakeTab(this, options);
  }

  /** Advances the clock in small steps, and delivers what is posted. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 50) {
      await this.settle();
      this.clock.advance(Math.min(left, 50));
    }
    await this.settle();
  }

  async settle(): Promise<void> {
    for (let turn = 0; turn < 100; turn++) await null;
  }
}

/** A tab that leads or follows by itself, until it ends. */
export class FakeTab {
  readonly owner: symbol = Symbol('tab');
  readonly member: Member;
  /** How it reaches the engine; null while it seeks. */
  place: Place | null = null;
  /** Its worker, if it leads. */
  host: Host | null = null;
  /** Packets that its engine has received: their connections. */
  readonly packets: string[] = [];
  /** Connections whose pages have ended their sessions. */
  readonly away: string[] = [];
  /** Why other tabs asked it to close. */
  readonly changes: string[] = [];
  /** Whether it has no connection yet that could close. */
  connects = false;
  /** Connections that its engine was asked to forget. */
  readonly forgotten: string[] = [];
  /** Whether it watches its worker. */
  watches = false;
  /** Why it stopped seeking. */
  failure: unknown = null;
  emit: (event: EngineEvent) => void = () => {};
  visible: boolean;
  /** Whether its engine answers calls. */
  works = true;
  /** Whether its worker runs when it leads, and opens the database. */
  starts = true;
  opens = true;
  private readonly site: FakeTabs;
  private readonly protocol: number;
  private ended = false;

  constructor(site: FakeTabs, { visible = true, protocol = 4, mayLead = true }: TabOptions) {
    this.site = site;
    this.visible = visible;
    this.protocol = protocol;
    const { clock } = site;
    const ports = new ServedPorts(site, (client, port) => this.host?.takePort(client, port));
    this.member = new Member({
      database: DATABASE,
      protocol,
      clock,
      openChannel: site.channels.of(this.owner),
      locks: site.locks.of(this.owner),
      uniqueName: () => site.uniqueName(),
      mayLead,
      isVisible: () => this.visible,
      watchWorker: () => {
        this.watches = true;
        return () => {
          this.watches = false;
        };
      },
      onChange: (reason) => {
        this.changes.push(reason);
        return !this.connects;
      },
      seekPort: (client, use) => seekPort(site, client, use),
      onGuest: (client) => ports.expect(client),
    });
    void this.serve();
  }

  get role(): string {
    return this.place?.role ?? 'seeking';
  }

  show(visible: boolean): void {
    this.visible = visible;
    this.member.visibilityChanged();
  }

  /** Sends a packet as a follower. Resolves to `epoch connection`, or to the error's code. */
  async call(connection: string): Promise<string> {
    if (this.place?.role !== 'follower') throw new Error('not a follower');
    const packet = encodeCall(connection, { operation: 7, number: 0, payload: new Uint8Array(3) });
    try {
      return new TextDecoder().decode(await this.place.link.call(packet));
    } catch (error) {
      return `${(error as { code?: unknown }).code}`;
    }
  }

  /** Closes a connection of a follower. */
  async close(connection: string): Promise<void> {
    if (this.place?.role === 'follower') await this.place.link.call(encodeBye(connection));
  }

  /** The browser ends the tab, with its worker. */
  kill(): void {
    this.ended = true;
    this.site.channels.end(this.owner);
    this.site.locks.end(this.owner);
  }

  private async serve(): Promise<void> {
    while (!this.ended && this.failure === null) {
      try {
        this.place = await this.member.seek();
      } catch (error) {
        this.failure = error;
        return;
      }
      if (this.place.role === 'leader') return this.lead();
      await this.place.link.gone.catch(() => {});
      this.place = null;
    }
  }

  private lead(): void {
    if (!this.starts) return;
    const { site } = this;
    this.host = new Host({
      database: DATABASE,
      protocol: this.protocol,
      openChannel: site.channels.of(this.owner),
      locks: site.locks.of(this.owner),
      clock: site.clock,
      away: (connection) => this.away.push(connection),
      forget: (connection) => this.forgotten.push(connection),
    });
    if (this.opens) this.host.serve(this.engine(++site.epochs));
  }

  private engine(epoch: number): HostedEngine {
    return {
      epoch,
      call: async (packet) => {
        const { length } = packet;
        const connection = new TextDecoder().decode(packet.subarray(5, 5 + (packet[1] as number)));
        this.packets.push(connection);
        if (!this.works) await new Promise(() => {});
        return new TextEncoder().encode(`${epoch} ${connection} ${length}`);
      },
      control: async () => new Uint8Array(0),
      subscribe: (listener) => {
        this.emit = listener;
        return () => {
          this.emit = () => {};
        };
      },
    };
  }
}
