import type { RequestPacket } from '../../service/packet-codec.js';

/** The calls of a packet that did not fit into the reply. */
interface Rest<P> {
  /** The packet with the calls that have not run yet. */
  readonly packet: P;
  /** Resolves when all calls have run, or will never run. */
  readonly ended: Promise<void>;
  readonly end: () => void;
}

/** A packet of calls. */
export interface OpenPacket extends RequestPacket {
  /** Whether it has the calls that are left of another one. */
  readonly isRest: boolean;
}

/** The packets that wait, run, or have calls left for a further reply. */
export class OpenPackets<P extends OpenPacket> {
  /** Those that wait or run. */
  readonly #open = new Set<P>();
  /** At most one for each connection, since no later packet starts before it has ended. */
  readonly #rests = new Map<string, Rest<P>>();

  add(packet: P): void {
    this.#open.add(packet);
  }

  /** Whether the client still waits for its answers. */
  has(packet: P): boolean {
    return this.#open.has(packet);
  }

  /** The packet has run, up to `answered` calls. The others are kept until the client requests them. */
  ran(packet: P, answered: number): void {
    if (!this.#open.delete(packet) || answered === packet.calls.length) return;
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const calls = packet.calls.slice(answered);
    this.#rests.set(packet.connection, { packet: { ...packet, calls, isRest: true }, ended, end });
  }

  /** Resolves when no calls of the connection are left; null if there are none now. */
  left(connection: string): Promise<void> | null {
    return this.#rests.get(connection)?.ended ?? null;
  }

  /** Takes the calls that are left. They are open from now on. */
  take(connection: string): Rest<P> | null {
    const rest = this.#rests.get(connection);
    if (rest === undefined) return null;
    this.#rests.delete(connection);
    this.#open.add(rest.packet);
    return rest;
  }

  /** The connections that have calls left. */
  get connections(): readonly string[] {
    return [...this.#rests.keys()];
  }

  /** The client waits for nothing that it has sent so far: packets that have not started are dropped. */
  drop(connection: string): void {
    this.take(connection)?.end();
    for (const packet of this.#open) if (packet.connection === connection) this.#open.delete(packet);
  }
}
