import type { EngineState, Transport } from '../../client/calls/transport.js';
import type { ClientService } from '../../service/client-service.js';
import type { ManualClock } from '../../simulation/manual-clock.js';
import type { Random } from '../../simulation/random.js';
import { settle } from '../samples/log-records.js';

/**
 * A transport that delivers a message only when its test requests it. Each direction keeps its order, and one direction
 * may be much slower than the other.
 */
export class SlowTransport implements Transport {
  /** Bytes of the largest reply so far. */
  largestReply = 0;
  private engine: ClientService;
  private readonly requests: (() => void)[] = [];
  private readonly replies: (() => void)[] = [];
  private readonly rejects = new Set<(reason: unknown) => void>();
  private tell: (state: EngineState) => void = () => undefined;
  private tellLost: (reason: unknown) => void = () => undefined;
  private lost = false;
  /** Answers of an engine that went away are dropped. */
  private renewals = 0;

  constructor(engine: ClientService) {
    this.engine = engine;
  }

  call(original: Uint8Array): Promise<Uint8Array> {
    const packet = original.slice();
    return new Promise((resolve, reject) => {
      if (this.lost) return reject(new Error('the engine is gone'));
      this.rejects.add(reject);
      this.requests.push(() => {
        const { renewals } = this;
        const unlessAway = (task: () => void) => renewals === this.renewals && task();
        void this.engine.call(packet).then(
          (reply) => {
            this.largestReply = Math.max(this.largestReply, reply.length);
            unlessAway(() => this.replies.push(() => resolve(reply)));
          },
          (error) => unlessAway(() => reject(error)),
        );
      });
    });
  }

  onEvent(): () => void {
    return () => undefined;
  }

  onEngine(listener: (state: EngineState) => void): void {
    this.tell = listener;
  }

  onLost(listener: (reason: unknown) => void): void {
    this.tellLost = listener;
  }

  async close(): Promise<void> {}

  /** Reports that the engine is away: messages that are on their way never arrive. */
  leave(): void {
    this.requests.length = 0;
    this.replies.length = 0;
    this.renewals++;
    this.tell('away');
  }

  /** Reports that this engine is there now. REQUIRES that the one before is away. */
  renew(engine: ClientService): void {
    this.engine = engine;
    this.tell('renewed');
  }

  /** Reports that the engine is lost: messages that are on their way never arrive. */
  lose(): void {
    this.lost = true;
    this.requests.length = 0;
    this.replies.length = 0;
    for (const reject of this.rejects) reject(new Error('the engine is gone'));
    this.tellLost(new Error('the engine is gone'));
  }

  /** Delivers the oldest message of one direction; false if there is none. */
  deliver(direction: 'request' | 'reply'): boolean {
    const message = (direction === 'request' ? this.requests : this.replies).shift();
    message?.();
    return message !== undefined;
  }

  /**
   * Delivers messages in a random order until `work` has settled. The client and the engine are idle before each
   * delivery. Throws if there is nothing left to deliver and `work` is still pending, because a call would wait
   * forever.
   */
  async carry(work: Promise<unknown>, clock: ManualClock, random: Random): Promise<void> {
    let settled = false;
    const done = (): void => {
      settled = true;
    };
    work.then(done, done);
    for (let quiet = 0; !settled; ) {
      await settle();
      const first = random.chance(0.5) ? 'request' : 'reply';
      const moved = this.deliver(first) || this.deliver(first === 'request' ? 'reply' : 'request');
      quiet = moved ? 0 : quiet + 1;
      if (!moved) clock.advance(1);
      if (quiet > 20_000) throw new Error('calls wait, and no message is on its way');
    }
  }
}
