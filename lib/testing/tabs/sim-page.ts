import type { Connection } from '../../client/connection.js';
import { connectOn } from '../../client/page/connect-on.js';
import type { ConnectOptions } from '../../client/page/connect-options.js';
import type { LifecycleChange, Platform } from '../../client/page/platform.js';
import type { BrowserParts } from './browser-parts.js';
import { SimWorker } from './sim-worker.js';
import { Actor } from './world.js';

/** A tab of a simulated site. */
export class SimPage {
  readonly actor: Actor;
  readonly workers: SimWorker[] = [];
  readonly platform: Platform;
  visible = true;
  /** `stopped`: without an event. A page in the bfcache ends when another one wants its lock. */
  condition: 'running' | 'frozen' | 'bfcache' | 'stopped' = 'running';
  private readonly site: BrowserParts;
  private readonly listeners = new Set<(change: LifecycleChange) => void>();

  constructor(site: BrowserParts, name: string) {
    this.site = site;
    this.actor = new Actor(name);
    const { world } = site;
    const start = () => {
      const worker = new SimWorker(site, this.actor, `${name}/worker${this.workers.length}`);
      this.workers.push(worker);
      return worker;
    };
    this.platform = {
      browser: true,
      secure: true,
      origin: 'https://site.test/',
      locks: site.locks.of(this.actor),
      clock: world.clockOf(this.actor),
      mayLead: true,
      yielder: world.yielderOf(this.actor),
      uniqueName: () => site.uniqueName(),
      startWorker: start,
      startInlineWorker: async () => start(),
      startBroker: () => site.broker?.start(this.actor) ?? null,
      openChannel: site.channels.of(this.actor),
      isVisible: () => this.visible,
      onLifecycle: (listener) => {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
      },
    };
  }

  get alive(): boolean {
    return this.actor.state !== 'dead';
  }

  /** REQUIRES that code of this page runs. */
  connect(options: ConnectOptions): Promise<Connection> {
    return connectOn(this.platform, options);
  }

  /** Runs `work` as code of this page. */
  enter(label: string, work: () => void, ms = 0): void {
    this.site.world.schedule(this.actor, ms, `${label} of ${this.actor.name}`, work);
  }

  show(visible: boolean): void {
    this.enter(visible ? 'show' : 'hide', () => this.change(visible ? 'visible' : 'hidden'));
  }

  /** The browser suspends the page, after an event. */
  suspend(condition: 'frozen' | 'bfcache'): void {
    this.enter('suspend', () => {
      if (this.site.calm) return;
      if (this.visible) this.change('hidden');
      this.change('suspended');
      this.condition = condition;
      this.freeze();
    });
  }

  /** The system stops the page and its workers, without an event. */
  stop(): void {
    if (this.condition !== 'running') return;
    this.condition = 'stopped';
    this.freeze();
  }

  /** The page continues. */
  resume(): void {
    const { world } = this.site;
    const { condition } = this;
    if (!this.alive || this.actor.state !== 'frozen') return;
    this.condition = 'running';
    const tell = () => {
      this.change('resumed');
      this.change('visible');
    };
    for (const actor of [this.actor, ...this.workers.map((worker) => worker.actor)]) world.thaw(actor);
    if (condition === 'stopped') return;
    // The event comes before or after what was held.
    if (world.random.chance(0.5)) world.next(this.actor, `resume ${this.actor.name}`, tell);
    else this.enter('resume', tell);
  }

  /** The browser ends the page with its workers. */
  kill(): void {
    const { site, actor } = this;
    if (!this.alive) return;
    site.world.note(`${actor.name} ends`);
    site.world.end(actor);
    site.channels.end(actor);
    site.locks.end(actor);
    for (const worker of this.workers) worker.die();
  }

  private freeze(): void {
    const { world } = this.site;
    for (const actor of [this.actor, ...this.workers.map((worker) => worker.actor)]) world.freeze(actor);
  }

  private change(change: LifecycleChange): void {
    if (change === 'visible' || change === 'hidden') this.visible = change === 'visible';
    for (const listener of [...this.listeners]) listener(change);
  }
}
