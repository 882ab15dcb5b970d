/*
 * A catalog that fails as IndexedDB does. It wraps a real one: in memory, or the browser's with `fake-indexeddb` (see
 * `make`).
 *
 * `replace` and `commit` are numbered by the counter that the simulated files use. If the process ends in one of them,
 * images contain the state before or after it, depending on their seed: the change may be committed but not answered.
 * An answered change survives a power cut, like a strict transaction. `fail` makes a call reject or hang, whether its
 * change is applied or not. `breakDown` makes every call fail, in later processes too. `end` ends the connection, and
 * `clear` deletes the content first. `image({ left })` returns a lost or outdated catalog.
 */
import { applyEdit, type Catalog, type CatalogEdit, type CatalogImage } from '../storage/catalog/catalog.js';
import { admitCommit, admitReplace } from '../storage/catalog/catalog-rules.js';
import { MemoryCatalog } from '../storage/catalog/memory-catalog.js';
import { OperationCounter } from './operation-counter.js';
import { Random } from './random.js';
import { type Fault, HangingCalls, SimFaults } from './sim-faults.js';

export interface SimCatalogOptions {
  readonly seed: number;
  readonly counter?: OperationCounter;
  /** Its initial content. */
  readonly image?: CatalogImage | null;
  /** Makes the wrapped catalog, which contains `image`; by default one in memory. */
  readonly make?: (image: CatalogImage | null) => Promise<Catalog>;
}

type CatalogOperation = 'open' | 'replace' | 'commit';

/** A call that fails. */
export interface CatalogFault extends Omit<Fault<CatalogOperation>, 'path'> {
  /** Whether the change is applied even so; by default it is not. */
  readonly carriedOut?: boolean;
  /**
   * UNKNOWN, the default: an Error named `UnknownError`. ABORT: one named `AbortError`, as when a transaction is aborted
   * after its requests succeeded. DATA: one named `DataError`, as for a large value on a full device. QUOTA: one named
   * `QuotaExceededError`. HANG: the call never settles, unless the test calls `answerHanging`; then a change that was not
   * carried out is tried, however late.
   */
  readonly error?: 'UNKNOWN' | 'ABORT' | 'DATA' | 'QUOTA' | 'HANG';
}

/** The message with which Chromium refuses every call after IndexedDB's own files were damaged. */
const BROKEN = 'Internal error opening backing store for indexedDB.open.';

/** The number of earlier images that may return. */
const REMEMBERED = 8;

export interface CatalogImageOptions {
  readonly seed: number;
  readonly counter?: OperationCounter;
  /**
   * 'nothing': the catalog was deleted; 'one-behind': it lost its last change; 'relaxed': it lost any number of its last
   * changes, as with relaxed durability. By default 'all'.
   */
  readonly left?: 'all' | 'nothing' | 'one-behind' | 'relaxed';
}

export class SimCatalog implements Catalog {
  onEnded: () => void = () => {};
  readonly counter: OperationCounter;
  private readonly random: Random;
  private readonly make: (image: CatalogImage | null) => Promise<Catalog>;
  private readonly faults = new SimFaults<CatalogFault>();
  private readonly hanging = new HangingCalls();
  private broken = false;
  private repairable = false;
  private inner: Promise<Catalog> | null = null;
  private stored: CatalogImage | null;
  /** Its earlier contents, the newest first. */
  private past: (CatalogImage | null)[] = [];
  /** Its content if the change in which the process ended was applied. */
  private unanswered: CatalogImage | null = null;

  constructor(options: SimCatalogOptions) {
    this.counter = options.counter ?? new OperationCounter();
    this.random = new Random(options.seed);
    this.make = options.make ?? (async (image) => new MemoryCatalog(image));
    this.stored = options.image ?? null;
  }

  /** Arms a fault. */
  fail(fault: CatalogFault): void {
    this.faults.add(fault);
  }

  /** Disarms every fault. Calls that hang still hang. */
  heal(): void {
    this.faults.clear();
    this.broken = false;
  }

  /** From now on every call fails, in later processes too, until `heal` or, if it is `repairable`, until `reset`. */
  breakDown({ repairable = false }: { readonly repairable?: boolean } = {}): void {
    this.broken = true;
    this.repairable = repairable;
  }

  /** The number of calls so far, those that only read included. */
  get calls(): number {
    return this.faults.calls;
  }

  /** Lets every call that hangs continue. Returns their number. */
  answerHanging(): number {
    return this.hanging.answer();
  }

  /** Ends the connection, as a browser does in the background. The next call makes a new one. */
  end(): void {
    this.inner = null;
    this.onEnded();
  }

  /**
   * Deletes the content and ends the connection, as when the user clears the data of the site. REQUIRES that the wrapped
   * catalog is in memory.
   */
  clear(): void {
    this.past = [this.stored, ...this.past];
    this.stored = null;
    this.end();
  }

  /** Its current content. */
  get current(): CatalogImage | null {
    return this.stored;
  }

  /** The catalog that a new process finds if this one ends now, or has ended. */
  image(options: CatalogImageOptions): SimCatalog {
    const random = new Random(options.seed);
    let image = this.stored;
    if (this.unanswered !== null && random.chance(0.5)) image = this.unanswered;
    if (options.left === 'nothing') image = null;
    if (options.left === 'one-behind') image = image === this.stored ? (this.past[0] ?? null) : this.stored;
    if (options.left === 'relaxed') image = random.pick([image, ...this.past]);
    const counter = options.counter ?? new OperationCounter();
    const catalog = new SimCatalog({ seed: random.uint32(), counter, image, make: this.make });
    catalog.faults.inherit(this.faults);
    catalog.broken = this.broken;
    catalog.repairable = this.repairable;
    return catalog;
  }

  async open(): Promise<CatalogImage | null> {
    await this.turns();
    this.counter.check('open catalog');
    await this.meet(this.hit('open'), 'open');
    const image = await (await this.catalog()).open();
    return this.answer(image);
  }

  async replace(image: CatalogImage): Promise<void> {
    await this.change('replace', image, () => admitReplace(this.stored?.database ?? null, image));
  }

  async commit(edit: CatalogEdit): Promise<void> {
    const after = this.stored === null ? null : applyEdit(this.stored, edit);
    await this.change('commit', after, () => admitCommit(this.stored?.database ?? null, edit, 'catalog'), edit);
  }

  async reset(): Promise<void> {
    await this.turns();
    const stops = this.counter.enter('catalog reset');
    if (this.broken && !this.repairable && !stops) throw failure('UNKNOWN', BROKEN);
    if (!stops || this.random.chance(0.5)) {
      await this.close();
      this.broken = this.broken && !this.repairable;
      this.past = [this.stored, ...this.past].slice(0, REMEMBERED);
      this.stored = null;
    }
    if (stops) throw this.counter.signal();
    await this.answer(undefined);
  }

  async close(): Promise<void> {
    if (this.inner !== null) await (await this.inner).close();
    this.inner = null;
  }

  private async change(
    operation: 'replace' | 'commit',
    after: CatalogImage | null,
    admit: () => void,
    edit?: CatalogEdit,
  ): Promise<void> {
    await this.turns();
    const catalog = await this.catalog();
    const carriedOut = isAdmitted(admit) ? after : null;
    if (this.counter.enter(`catalog ${operation}`)) {
      this.unanswered = carriedOut;
      throw this.counter.signal();
    }
    let fault = this.hit(operation);
    if (fault?.error === 'HANG' && !fault.carriedOut) {
      await this.hang(operation);
      fault = null;
    }
    if (fault === null || fault.carriedOut) {
      this.unanswered = carriedOut;
      if (edit !== undefined) await catalog.commit(edit);
      else await catalog.replace(after as CatalogImage);
      // If the process has ended meanwhile, in an operation on a file, this change may or may not have been applied.
      this.counter.check(`catalog ${operation}`);
      this.past = [this.stored, ...this.past].slice(0, REMEMBERED);
      this.stored = after;
      this.unanswered = null;
    }
    await this.meet(fault, operation);
    await this.answer(undefined);
  }

  private hit(operation: CatalogOperation): CatalogFault | null {
    return this.broken ? { operation } : this.faults.hit(operation);
  }

  /** Fails as `fault` requires, if at all. */
  private async meet(fault: CatalogFault | null, operation: CatalogOperation): Promise<void> {
    if (fault === null) return;
    if (this.broken) throw failure('UNKNOWN', BROKEN);
    if (fault.error !== 'HANG') throw failure(fault.error ?? 'UNKNOWN', `The catalog failed in ${operation}`);
    await this.hang(operation);
  }

  private async hang(operation: CatalogOperation): Promise<void> {
    await this.hanging.wait();
    this.counter.check(`catalog ${operation}`);
  }

  private catalog(): Promise<Catalog> {
    this.inner ??= this.make(this.stored);
    return this.inner;
  }

  private async turns(): Promise<void> {
    for (let left = this.random.below(4); left > 0; left--) await null;
  }

  private async answer<T>(value: T): Promise<T> {
    await this.turns();
    this.counter.check('an answer');
    return value;
  }
}

function isAdmitted(admit: () => void): boolean {
  try {
    admit();
    return true;
  } catch {
    return false;
  }
}

const NAMES = {
  UNKNOWN: 'UnknownError',
  ABORT: 'AbortError',
  DATA: 'DataError',
  QUOTA: 'QuotaExceededError',
} as const;

function failure(error: keyof typeof NAMES, message: string): Error {
  const failed = new Error(message);
  failed.name = NAMES[error];
  return failed;
}
