import type { Transport } from '../../client/calls/transport.js';
import type { EngineEvent } from '../../service/engine-event.js';
import {
  type Answer,
  decodePacket,
  encodeReplies,
  type RequestCall,
  type RequestPacket,
} from '../../service/packet-codec.js';

/** Answers one call. If it throws, the call is answered with that error. */
export type Script = (call: RequestCall, packet: RequestPacket) => Uint8Array | Promise<Uint8Array>;

/** The engine's side for a client under test: records packets and answers each call as scripted. */
export class ScriptedEngine {
  readonly packets: RequestPacket[] = [];
  /** How often the transport was closed. */
  closed = 0;
  /** Whether the client listens to events. */
  listened = false;
  readonly transport: Transport;
  private readonly script: Script;
  private listener: (event: EngineEvent) => void = () => undefined;
  private tellLost: (reason: unknown) => void = () => undefined;
  private lost: { readonly reason: unknown } | null = null;
  private readonly rejects = new Set<(reason: unknown) => void>();
  private gate: Promise<void> = Promise.resolve();
  private openGate: () => void = () => undefined;

  constructor(script: Script) {
    this.script = script;
    this.transport = {
      call: (bytes) => this.call(bytes),
      onEvent: (listener) => {
        this.listener = listener;
        this.listened = true;
        return () => {
          this.listened = false;
        };
      },
      onEngine: () => undefined,
      onLost: (listener) => {
        this.tellLost = listener;
      },
      close: async () => {
        this.closed++;
      },
    };
  }

  /** All calls so far. */
  get calls(): readonly RequestCall[] {
    return this.packets.flatMap((packet) => packet.calls);
  }

  emit(event: EngineEvent): void {
    this.listener(event);
  }

  /** Reports that the engine is lost: pending and later calls reject. */
  lose(reason: unknown): void {
    this.lost = { reason };
    for (const reject of this.rejects) reject(reason);
    this.tellLost(reason);
  }

  /** Answers nothing until `release`. */
  hold(): void {
    this.gate = new Promise((resolve) => {
      this.openGate = resolve;
    });
  }

  release(): void {
    this.openGate();
  }

  private async call(bytes: Uint8Array): Promise<Uint8Array> {
    if (this.lost !== null) throw this.lost.reason;
    const packet = decodePacket(bytes);
    this.packets.push(packet);
    const { gate } = this;
    return new Promise((resolve, reject) => {
      this.rejects.add(reject);
      gate
        .then(() => Promise.all(packet.calls.map((call) => this.answer(call, packet))))
        .then((answers) => resolve(encodeReplies(answers)), reject)
        .finally(() => this.rejects.delete(reject));
    });
  }

  private async answer(call: RequestCall, packet: RequestPacket): Promise<Answer> {
    try {
      return { payload: await this.script(call, packet) };
    } catch (error) {
      return { error };
    }
  }
}
