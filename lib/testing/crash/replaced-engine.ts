import type { EngineState, Transport } from '../../client/calls/transport.js';
import { Connection } from '../../client/connection.js';
import type { Database } from '../../engine/server/database.js';
import type { SimMachine } from '../../simulation/sim-machine.js';
import { openSmall } from './crash-run.js';

const yielder = (): Promise<void> => Promise.resolve();

/** An engine that dies and is replaced, as its clients see it: they keep their open calls, and send them again. */
export class ReplacedEngine {
  machine: SimMachine;
  database: Database | null = null;
  /** Changes each packet on its way. */
  change: (packet: Uint8Array) => Uint8Array = (packet) => packet;
  /** Resolves when an answer of the first engine did not arrive, because it was mute. */
  readonly whenMute: Promise<void>;
  private tellMute: () => void = () => {};
  /** After this number of operations on files and catalog, no answer of the engine arrives any more. */
  private muteAfter: number;
  private readonly listeners: ((state: EngineState) => void)[] = [];

  constructor(machine: SimMachine, muteAfter: number = Number.POSITIVE_INFINITY) {
    this.machine = machine;
    this.muteAfter = muteAfter;
    this.whenMute = new Promise((resolve) => {
      this.tellMute = resolve;
    });
  }

  /** Opens the database on its machine. Never resolves if the machine stops before that. */
  async open(): Promise<void> {
    const { machine } = this;
    const { database } = await openSmall(machine).catch((error) => {
      if (machine.counter.stopped) return new Promise<never>(() => {});
      throw error;
    });
    if (this.machine === machine) this.database = database;
  }

  /** The engine has died; `machine` is what it left. */
  die(machine: SimMachine): void {
    this.machine.counter.stop();
    this.machine = machine;
    this.database = null;
    this.muteAfter = Number.POSITIVE_INFINITY;
    for (const listener of this.listeners) listener('away');
  }

  /** The clients learn that the database is open again: they send what has no answer, one client after the other. */
  renew(): void {
    for (const listener of this.listeners) listener('renewed');
  }

  /** A client. Its connection belongs to the current engine. */
  connect(name: string): Connection {
    const transport: Transport = {
      call: (packet) => this.call(packet),
      onEvent: () => () => {},
      onEngine: (listener) => void this.listeners.push(listener),
      onLost: () => {},
      close: async () => {},
    };
    const id = `${this.database?.epoch}/${name}`;
    return new Connection({ name: 'test', id, transport, clock: this.machine.clock, yielder });
  }

  private call(packet: Uint8Array): Promise<Uint8Array> {
    const { machine, database } = this;
    return new Promise((resolve, reject) => {
      const arrives = (): boolean => {
        if (machine !== this.machine || machine.counter.stopped) return false;
        if (machine.counter.count < this.muteAfter) return true;
        this.tellMute();
        return false;
      };
      database?.service.call(this.change(packet.slice())).then(
        (reply) => arrives() && resolve(reply),
        (error) => arrives() && reject(error),
      );
    });
  }
}
