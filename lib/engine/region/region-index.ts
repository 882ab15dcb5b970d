import { equalBytes } from '../../bytes/compare.js';
import { BigtabError } from '../../errors.js';
import { type FamilyDescriptor, familyNameBytes, normalizeFamily } from '../../model/schema/family-descriptor.js';
import { type IndexDescriptor, type IndexOrder, sourcesOf } from '../../model/schema/index-descriptor.js';
import type { IndexRecord } from '../../storage/catalog/catalog.js';
import { RegionReads } from './region-reads.js';
import type { Store } from './store.js';

/** A column that an index depends on, or with a null qualifier every column of a family. */
export interface IndexedColumn {
  readonly store: Store;
  readonly qualifier: Uint8Array | null;
}

/** The name of the family with the entries of an index, in printed form: no family of a user can have it. */
export function entryFamilyName(index: string): string {
  return `\\x00${index}`;
}

/** The attributes of a family with entries: of each entry only the last change counts. */
export function entryFamily(index: string): FamilyDescriptor {
  return { ...normalizeFamily({ name: 'x', bloomFilter: 'NONE' }, 1), name: entryFamilyName(index) };
}

/** An index in an open table: its definition, and the store with its entries. */
export class RegionIndex {
  readonly descriptor: IndexDescriptor;
  readonly store: Store;
  /** Reads of its entries: rows of the one family `store`. */
  readonly reads: RegionReads;
  readonly columns: readonly IndexedColumn[];
  /** Whether it has the entries of all rows. The catalog says so a minute later. */
  complete: boolean;
  /** Whether 0 and -0 were two values when its rows were written. */
  readonly twoZeros: boolean;
  /** The share of the rows that have their entries, from 0 to 1. */
  built: number;

  /** REQUIRES that `stores` has the families of its columns. */
  constructor(record: IndexRecord, store: Store, stores: readonly Store[], prunes: boolean) {
    const { name, on, qualifiersOf, order, unique, complete, twoZeros = false } = record;
    this.descriptor = { name, on, qualifiersOf, order: order as readonly IndexOrder[], unique };
    this.store = store;
    this.complete = complete;
    this.twoZeros = twoZeros;
    this.built = complete ? 1 : 0;
    this.columns = sourcesOf(record).map(({ family, qualifier }) => ({
      store: stores.find((candidate) => equalBytes(candidate.name, family)) as Store,
      qualifier,
    }));
    const noSuchFamily = (family: Uint8Array): BigtabError =>
      new BigtabError('NO_SUCH_COLUMN_FAMILY', `An index has no family '${family}'`);
    this.reads = new RegionReads({ stores: [store], noSuchFamily }, prunes);
  }

  /** It may lack entries, and is built again. */
  lose(): void {
    this.complete = false;
    this.built = 0;
  }

  get name(): string {
    return this.descriptor.name;
  }
}

/** Whether a family, by its name in printed form, has the entries of an index. */
export function isEntryFamily(name: string): boolean {
  return familyNameBytes(name)[0] === 0;
}
