import type { ReadStore } from './read-store.js';
import { type ReadFamilies, RegionReads } from './region-reads.js';
import type { Store } from './store.js';
import type { StoreView } from './store-view.js';

/** Reads of a table in the views of one point in time, for a reader that lives longer than a turn. */
export class PinnedReads {
  readonly reads: RegionReads;
  readonly views: readonly StoreView[];

  /** Close it when it is no longer used. */
  constructor(families: ReadFamilies & { readonly stores: readonly Store[] }, prunes: boolean) {
    const stores = families.stores.map(pinned);
    this.views = stores.map(({ view }) => view.retain());
    this.reads = new RegionReads({ stores, noSuchFamily: (family) => families.noSuchFamily(family) }, prunes);
  }

  close(): void {
    for (const view of this.views) view.release();
  }
}

function pinned(store: Store): ReadStore {
  const { name, damage, view, scanInfo } = store;
  return { name, damage, view, scanInfo, sources: (...args) => store.sources(...args) };
}
