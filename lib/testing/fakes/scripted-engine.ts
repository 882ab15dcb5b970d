import type { EngineState, Transport } from '../../client/calls/transport.js';
import type { BigtabError } from '../../errors.js';
import type { EngineEvent, EventKind } from '../../service/engine-event.js';
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
  /** The events that the client wants; null if none. */
  wants: EventKind | null = null;
  /** The differences of watches that the next reply ends with; null if there are none. */
  takeDifferences: () => Uint8Array | null = () => null;
  readonly transport: Transport;
  private readonly script: Script;
  private listener: (event: EngineEvent) => void = () => undefined;
  private tellEngine: (state: EngineState) => void = () => undefined;
  private tellSilent: (reason: BigtabError) => void = () => undefined;
  private tellLost: (reason: unknown) => void = () => undefined;
  private replyError: BigtabError | null = null;
  private lostReplies = 0;
  private lost: { readonly reason: unknown } | null = null;
  private readonly rejects = new Set<(reason: unknown) => void>();
  private gate: Promise<void> = Promise.resolve();
  private openGate: () => void = () => undefined;

  constructor(script: Script) {
    this.script = script;
    this.transport = {
      call: (bytes) => this.call(bytes),
      onEvent: (listener, wants = 'all') => {
        this.listener = listener;
        this.wants = wants;
        return () => {
          if (this.listener === listener) this.wants = null;
        };
      },
      onEngine: (listener) => {
        this.tellEngine = listener;
      },
      onSilent: (listener) => {
        this.tellSilent = listener;
      },
      onLost: (listener) => {
        this.tellLost = listener;
      },
      close: async () => {
        this.closed++;
      },
    };
  }

  /** Whether the client listens to events. */
  get listened(): boolean {
    return this.wants !== null;
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

  /** Reports that the engine is away, or that there is one again. */
  report(state: EngineState): void {
    this.tellEngine(state);
  }

  /** Reports that no engine answers: pending calls reject. REQUIRES that the engine is away. */
  silence(reason: BigtabError): void {
    this.tellSilent(reason);
  }

  /** The next replies are lost, and their packets reject with this error. */
  loseReplies(error: BigtabError, count: number = Number.POSITIVE_INFINITY): void {
    this.replyError = error;
    this.lostReplies = count;
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
        .then((answers) => resolve(this.reply(answers)))
        .catch(reject)
        .finally(() => this.rejects.delete(reject));
    });
  }

  private reply(answers: readonly Answer[]): Uint8Array {
    const differences = this.takeDifferences() ?? undefined;
    if (this.lostReplies-- > 0) throw this.replyError;
    return encodeReplies(answers, differences);
  }

  private async answer(call: RequestCall, packet: RequestPacket): Promise<Answer> {
    try {
      return { payload: await this.script(call, packet) };
    } catch (error) {
      return { error };
    }
  }
}
