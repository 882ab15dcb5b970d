/*
 * A catalog that fails as IndexedDB does. It wraps a real one: in memory, or the browser's with `fake-indexeddb` (see
 * `make`).
 *
 * `replace` and `commit` are numbered by the counter that the simulated files use. If the process ends in one of them,
 * images contain the state before or after it, depending on their seed: the change may be committed but not answered.
 * An answered change survives a power cut, like a strict transaction. `fail` makes a call reject, whether its change is
 * applied or not. `image({ left })` returns a lost or outdated catalog.
 */
import { applyEdit, type Catalog, type CatalogEdit, type CatalogImage } from '../../storage/catalog/catalog.js';
import { admitCommit, admitReplace } from '../../storage/catalog/catalog-rules.js';
import { MemoryCatalog } from '../../storage/catalog/memory-catalog.js';
import { OperationCounter } from '../fakes/operation-counter.js';
import { Random } from '../random.js';
import { type Fault, SimFaults } from './sim-faults.js';

export interface SimCatalogOptions {
  readonly seed: number;
  readonly counter?: OperationCounter;
  /** Its initial content. */
  readonly image?: CatalogImage | null;
  /** Makes the wrapped catalog, which contains `image`; by default one in memory. */
  readonly make?: (image: CatalogImage | null) => Promise<Catalog>;
}

/** The next rejection. */
export interface CatalogFault extends Omit<Fault<'open' | 'replace' | 'commit'>, 'path'> {
  /** Whether the change is applied even so. */
  readonly carriedOut: boolean;
}

export interface CatalogImageOptions {
  readonly seed: number;
  readonly counter?: OperationCounter;
  /** 'nothing': the catalog was deleted; 'one-behind': it lost its last change. By default 'all'. */
  readonly left?: 'all' | 'nothing' | 'one-behind';
}

export class SimCatalog implements Catalog {
  onEnded: () => void = () => {};
  readonly counter: OperationCounter;
  private readonly random: Random;
  private readonly make: (image: CatalogImage | null) => Promise<Catalog>;
  private readonly faults = new SimFaults<CatalogFault>();
  private inner: Promise<Catalog> | null = null;
  private stored: CatalogImage | null;
  private before: CatalogImage | null = null;
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
    if (options.left === 'one-behind') image = image === this.stored ? this.before : this.stored;
    const counter = options.counter ?? new OperationCounter();
    return new SimCatalog({ seed: random.uint32(), counter, image, make: this.make });
  }

  async open(): Promise<CatalogImage | null> {
    await this.turns();
    this.counter.check('open catalog');
    if (this.faults.hit('open') !== null) throw failure('open');
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
    const fault = this.faults.hit(operation);
    if (fault === null || fault.carriedOut) {
      this.unanswered = carriedOut;
      if (edit !== undefined) await catalog.commit(edit);
      else await catalog.replace(after as CatalogImage);
      // If the process has ended meanwhile, in an operation on a file, this change may or may not have been applied.
      this.counter.check(`catalog ${operation}`);
      this.before = this.stored;
      this.stored = after;
      this.unanswered = null;
    }
    if (fault !== null) throw failure(operation);
    await this.answer(undefined);
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

function failure(operation: string): Error {
  const error = new Error(`The catalog failed in ${operation}`);
  error.name = 'UnknownError';
  return error;
}
