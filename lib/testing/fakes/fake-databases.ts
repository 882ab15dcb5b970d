import type { DatabaseHost, Databases } from '../../../worker/gateway.js';
import type { DatabaseOptions } from '../../engine/server/database.js';
import type { BigtabError } from '../../errors.js';
import type { Engine } from '../../service/client-service.js';
import { encodeControlReply, readControl } from '../../service/control-codec.js';
import type { EngineEvent } from '../../service/engine-event.js';
import { decodePacket, encodeReplies } from '../../service/packet-codec.js';

/** An engine without data: it answers every control call with the call's name. */
export class FakeEngine implements Engine {
  readonly epoch: number = 1;
  readonly options: DatabaseOptions;
  /** Methods that were called, in order. */
  readonly calls: string[] = [];
  closed = false;
  /** Answers wait for this. */
  gate: Promise<unknown> = Promise.resolve();
  /** The error with which `close` fails. */
  closeError: unknown = null;
  readonly service: Engine['service'] = { call: (packet) => this.call(packet) };
  private readonly listeners = new Set<(event: EngineEvent) => void>();

  /** Reports that the database can no longer serve. */
  readonly lose: (error: BigtabError) => void;

  /** Runs a step of background work. */
  readonly step: () => void;

  constructor(
    options: DatabaseOptions,
    lose: (error: BigtabError) => void = () => undefined,
    step: () => void = () => undefined,
  ) {
    this.options = options;
    this.lose = lose;
    this.step = step;
  }

  subscribe(listener: (event: EngineEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** The number of listeners to its events. */
  get listening(): number {
    return this.listeners.size;
  }

  emit(event: EngineEvent): void {
    for (const listener of this.listeners) listener(event);
  }

  async close(): Promise<void> {
    await this.gate;
    this.closed = true;
    if (this.closeError !== null) throw this.closeError;
  }

  private async call(packet: Uint8Array): Promise<Uint8Array> {
    const answers = decodePacket(packet).calls.map(({ payload }) => {
      const { method } = readControl(payload);
      this.calls.push(method);
      return { payload: encodeControlReply(method) };
    });
    await this.gate;
    return encodeReplies(answers);
  }
}

/** A site's databases, of which only the names are kept. */
export class FakeDatabases implements Databases {
  readonly names: Set<string> = new Set();
  /** Every engine that was opened, the oldest first. */
  readonly engines: FakeEngine[] = [];
  /** Opening and removing wait for this. */
  gate: Promise<unknown> = Promise.resolve();

  async open(options: DatabaseOptions, { onLost, onStep }: DatabaseHost = {}): Promise<Engine> {
    await this.gate;
    this.names.add(options.name);
    const engine = new FakeEngine(options, onLost, onStep);
    this.engines.push(engine);
    return engine;
  }

  async remove(name: string): Promise<void> {
    await this.gate;
    this.names.delete(name);
  }

  async list(): Promise<readonly string[]> {
    return [...this.names];
  }
}
