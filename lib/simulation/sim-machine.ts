import type { CatalogImage } from '../storage/catalog/catalog.js';
import type { ManualClock } from './manual-clock.js';
import { OperationCounter } from './operation-counter.js';
import { type CatalogImageOptions, SimCatalog, type SimCatalogOptions } from './sim-catalog.js';
import { type ImageOptions, SimFileSystem } from './sim-file-system.js';

export interface SimMachineOptions {
  readonly seed: number;
  readonly clock: ManualClock;
  /** The operation, of files or catalog, in which the process ends. */
  readonly stopAt?: number;
  /** For the catalog, see SimCatalog. */
  readonly make?: SimCatalogOptions['make'];
  readonly image?: CatalogImage | null;
  /** The number of bytes that the files may have; by default any number. */
  readonly quota?: number;
}

export interface MachineImageOptions extends Omit<ImageOptions, 'counter'> {
  /** The operation in which the next process ends. */
  readonly stopAt?: number;
  /** The part of the catalog that remains; by default 'all'. */
  readonly catalog?: CatalogImageOptions['left'];
}

/** The storage of one simulated process: files and a catalog that share one operation counter and crash together. */
export class SimMachine {
  readonly clock: ManualClock;
  readonly counter: OperationCounter;
  readonly files: SimFileSystem;
  readonly catalog: SimCatalog;

  constructor(options: SimMachineOptions, files?: SimFileSystem, catalog?: SimCatalog) {
    const { seed, clock, stopAt, quota = Number.POSITIVE_INFINITY } = options;
    this.clock = clock;
    this.counter = files?.counter ?? new OperationCounter(stopAt);
    this.files = files ?? new SimFileSystem({ seed, clock, counter: this.counter, quota });
    const make = options.make === undefined ? {} : { make: options.make };
    this.catalog =
      catalog ?? new SimCatalog({ seed: seed + 1, counter: this.counter, image: options.image ?? null, ...make });
  }

  /** The machine that the next process finds if this one ends now, or has ended. */
  image(options: MachineImageOptions): SimMachine {
    const { seed, stopAt, catalog: left = 'all', ...rest } = options;
    const counter = new OperationCounter(stopAt);
    const files = this.files.image({ ...rest, seed, counter });
    const catalog = this.catalog.image({ seed, counter, left });
    return new SimMachine({ seed, clock: this.clock }, files, catalog);
  }
}
