import { crc32c } from '../lib/bytes/crc32c.js';
import type { Clock } from '../lib/clock.js';
import { BigtabError } from '../lib/errors.js';
import { decodePacket } from '../lib/service/packet-codec.js';

/** A worker is careful for this long after it has opened the database. */
const CAREFUL_MS = 60_000;
/** A packet that has no answer after this time waits for something, perhaps for another packet. */
const WAITING_MS = 1_000;

export interface CarefulCallsParts {
  /** Passes a packet to the engine. */
  readonly call: (packet: Uint8Array) => Promise<Uint8Array>;
  readonly clock: Clock;
  /** The names of packets over which earlier workers fell silent. */
  readonly deaf: readonly string[];
  /** Reports the name of the packet that runs from now on; null: none. */
  readonly onTrying: (packet: string | null) => void;
}

/** A packet that runs. */
interface Started {
  readonly name: string;
  readonly reply: Promise<Uint8Array>;
}

/**
 * The packets of all pages in a worker whose predecessor fell silent, because it computed without end. One of the
 * packets that are sent again may have been the reason. So they run one at a time, and the page hears which one, before
 * it runs: if this worker falls silent too, the page knows the packet, and the next worker refuses it.
 *
 * A packet gives way to the next one when it is answered, or after a second: then this worker is not silent, but waits.
 */
export class CarefulCalls {
  readonly #parts: CarefulCallsParts;
  readonly #until: number;
  /** Settles when the last packet gives way. */
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;
  #trying: string | null = null;

  constructor(parts: CarefulCallsParts) {
    this.#parts = parts;
    this.#until = parts.clock.monotonic() + CAREFUL_MS;
  }

  /** Passes a packet to the engine. Rejects with WORKER_LOST (`deaf`) if an earlier worker fell silent over it. */
  call(packet: Uint8Array): Promise<Uint8Array> {
    const { call, clock } = this.#parts;
    if (this.#waiting === 0 && clock.monotonic() >= this.#until) return call(packet);
    this.#waiting++;
    const answer = this.#last.then(() => this.#run(packet));
    this.#last = this.#givesWay(answer);
    return answer.then(({ reply }) => reply);
  }

  async #run(packet: Uint8Array): Promise<Started> {
    const name = packetName(packet);
    if (this.#parts.deaf.includes(name)) throw deaf();
    this.#tell(name);
    return { name, reply: this.#parts.call(packet) };
  }

  /** Never rejects: only the caller of the packet hears of its failure. */
  async #givesWay(started: Promise<Started>): Promise<void> {
    try {
      const { name, reply } = await started;
      let cancel = () => {};
      const waits = new Promise<void>((resolve) => {
        cancel = this.#parts.clock.after(WAITING_MS, resolve);
      });
      const answered = reply.catch(() => {}).then(() => this.#answered(name));
      await Promise.race([answered, waits]);
      cancel();
    } catch {
      // The packet was refused, or could not be read.
    }
    this.#waiting--;
  }

  #answered(name: string): void {
    if (this.#trying === name) this.#tell(null);
  }

  #tell(name: string | null): void {
    this.#trying = name;
    this.#parts.onTrying(name);
  }
}

/**
 * The same for a packet that is sent again: its connection, and what its calls say. Calls of the same content are not told
 * apart, because they would make the worker fall silent too.
 */
function packetName(packet: Uint8Array): string {
  const { connection, calls } = decodePacket(packet);
  let sum = 0;
  for (const { operation, payload } of calls) {
    sum = crc32c(Uint8Array.of(operation), 0, 1, sum);
    sum = crc32c(payload.bytes, payload.offset, payload.end - payload.offset, sum);
  }
  return `${connection} ${calls.length} ${sum}`;
}

function deaf(): BigtabError {
  return new BigtabError(
    'WORKER_LOST',
    'The engine worker sent nothing for 30 s while it ran this call, or one that was sent together with it, so the call does not run again. Other calls go on in another worker. Check what the call computes, such as the regular expression of a filter.',
    { details: { reason: 'deaf' } },
  );
}
