import type { Locks } from '../../locks.js';
import type { Actor, Stream, World } from './world.js';

type Options = Parameters<Locks['request']>[1];
type Granted = (lock: unknown) => unknown;

interface Request {
  readonly actor: Actor;
  readonly name: string;
  readonly options: Options;
  readonly granted: Granted;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
  aborted: boolean;
  started: boolean;
}

const MS = 0.2;
/** The browser frees the locks of a dead page or worker within this time. */
const FREED_MS = 40;

/**
 * The Web Locks of a simulated site: exclusive, first come, first served. Requests, grants and releases travel between
 * each actor and the browser, each in order. A frozen actor is granted a lock and does nothing with it.
 */
export class SimLocks {
  /** Whether two actors may hold a lock, as a planted bug. */
  isShared: (name: string) => boolean = () => false;
  /** Called when a lock is requested that this actor holds. */
  onWanted: (holder: Actor) => void = () => {};
  private readonly world: World;
  private readonly queues = new Map<string, Request[]>();
  private readonly toBrowser = new Map<Actor, Stream>();
  private readonly fromBrowser = new Map<Actor, Stream>();

  constructor(world: World) {
    this.world = world;
  }

  of(actor: Actor): Locks {
    return {
      request: (name: string, options: Options, granted: Granted) =>
        new Promise((resolve, reject) => {
          const request = { actor, name, options, granted, resolve, reject, aborted: false, started: false };
          options.signal?.addEventListener('abort', () => this.abort(request));
          this.tell(actor, `request ${name} of ${actor.name}`, () => this.arrive(request));
        }),
    };
  }

  /** The browser frees the locks of an actor a little later. */
  end(actor: Actor): void {
    const { world } = this;
    world.schedule(null, world.random.next() * FREED_MS, `free the locks of ${actor.name}`, () => {
      for (const [name, queue] of this.queues) {
        for (const request of queue.filter((one) => one.actor === actor)) queue.splice(queue.indexOf(request), 1);
        this.grant(name);
      }
    });
  }

  private arrive(request: Request): void {
    const { name, actor, options } = request;
    if (actor.state === 'dead' || request.aborted) return;
    const queue = this.queues.get(name) ?? [];
    this.queues.set(name, queue);
    if (options.ifAvailable && queue.length > 0) {
      this.reach(actor, `${name} is not available for ${actor.name}`, async () => {
        try {
          request.resolve(await request.granted(null));
        } catch (error) {
          request.reject(error);
        }
      });
      return;
    }
    const holder = queue[0];
    if (holder !== undefined) this.onWanted(holder.actor);
    queue.push(request);
    this.grant(name);
  }

  private grant(name: string): void {
    const queue = this.queues.get(name) ?? [];
    for (const request of queue.slice(0, this.isShared(name) ? 2 : 1)) {
      if (request.started) continue;
      request.started = true;
      const { actor } = request;
      this.reach(actor, `grant ${name} to ${actor.name}`, async () => {
        if (request.aborted) return;
        try {
          request.resolve(await request.granted({ name }));
        } catch (error) {
          request.reject(error);
        }
        this.tell(actor, `release ${name} of ${actor.name}`, () => this.remove(request));
      });
    }
  }

  private abort(request: Request): void {
    const { actor, options, name } = request;
    if (request.aborted) return;
    request.aborted = true;
    request.reject(options.signal?.reason);
    this.tell(actor, `abort ${name} of ${actor.name}`, () => this.remove(request));
  }

  private remove(request: Request): void {
    const queue = this.queues.get(request.name) ?? [];
    const at = queue.indexOf(request);
    if (at < 0) return;
    queue.splice(at, 1);
    this.grant(request.name);
  }

  private tell(actor: Actor, label: string, run: () => void): void {
    if (actor.state === 'dead') return;
    this.world.follow(streamOf(this.toBrowser, actor), null, this.world.delay(MS), label, run);
  }

  private reach(actor: Actor, label: string, run: () => void): void {
    this.world.follow(streamOf(this.fromBrowser, actor), actor, this.world.delay(MS), label, run);
  }
}

function streamOf(streams: Map<Actor, Stream>, actor: Actor): Stream {
  let stream = streams.get(actor);
  if (stream === undefined) {
    stream = { last: 0 };
    streams.set(actor, stream);
  }
  return stream;
}
