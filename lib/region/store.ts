import { compareBytes } from '../bytes/compare.js';
import type { FileRecord } from '../catalog/catalog.js';
import type { KeyValueScanner } from '../keyvalue/key-value-scanner.js';
import { MemStore } from '../memstore/memstore.js';
import type { SlabPool } from '../memstore/slab.js';
import { type FamilyDescriptor, familyNameBytes } from '../model/family-descriptor.js';
import type { ScanInfo } from '../scan/scan-info.js';
import type { StoreFile } from '../storefile/store-file.js';
import { scanInfoOf } from './scan-info-of.js';
import { StoreView } from './store-view.js';

/** Rows that a reader asks for; `stop` null means to the end. Bounds count as inclusive here: pruning may keep too much, never too little. */
export interface RowRange {
  readonly start: Uint8Array;
  readonly stop: Uint8Array | null;
}

/** A store file in use, with what the catalog says of it. */
export interface OpenFile {
  readonly record: FileRecord;
  readonly file: StoreFile;
}

/** One column family of a region: its memstore and its store files. */
export class Store {
  readonly familyId: number;
  readonly family: FamilyDescriptor;
  readonly name: Uint8Array;
  readonly scanInfo: ScanInfo;
  readonly memstore: MemStore;
  #files: readonly OpenFile[];
  #view: StoreView;

  /** Takes over the one reference that each opened file has. */
  constructor(familyId: number, family: FamilyDescriptor, pool: SlabPool, files: readonly OpenFile[]) {
    this.familyId = familyId;
    this.family = family;
    this.name = familyNameBytes(family.name);
    this.scanInfo = scanInfoOf(family);
    this.memstore = new MemStore(pool);
    this.#files = files;
    this.#view = this.#makeView();
  }

  /** The present view; a reader that lives longer than this turn retains it. */
  get view(): StoreView {
    return this.#view;
  }

  get files(): readonly OpenFile[] {
    return this.#files;
  }

  /** Freezes the active segment for a flush. REQUIRES that none is frozen. */
  takeSnapshot(): void {
    this.memstore.takeSnapshot();
    this.#swap();
  }

  /** The frozen segment now stands in `flushed`: readers change over in this turn. */
  replaceSnapshot(flushed: OpenFile): void {
    this.#files = [...this.#files, flushed];
    this.memstore.dropSnapshot();
    this.#swap();
  }

  /** Ends the store; files close when their last reader lets go. */
  close(): void {
    this.#view.release();
    for (const { file } of this.#files) file.release();
    this.memstore.close();
  }

  /** Sources of a scan over `range`, oldest first; files that cannot hold a cell of it are left out. */
  sources(view: StoreView, range: RowRange, qualifiers: readonly Uint8Array[] | null): KeyValueScanner[] {
    const sources: KeyValueScanner[] = [];
    const single = range.stop !== null && compareBytes(range.start, range.stop) === 0;
    for (let index = 0; index < view.files.length; index++) {
      const file = view.files[index] as StoreFile;
      if (!file.overlaps(range.start, range.stop)) continue;
      if (single && !mayContain(file, range.start, qualifiers)) continue;
      sources.push(file.scanner(index));
    }
    if (view.snapshot !== null && !view.snapshot.isEmpty) sources.push(view.snapshot.scanner(view.files.length));
    if (!view.active.isEmpty) sources.push(view.active.scanner(view.files.length + 1));
    return sources;
  }

  #makeView(): StoreView {
    return new StoreView(
      this.memstore.active,
      this.memstore.snapshot,
      this.#files.map(({ file }) => file),
    );
  }

  #swap(): void {
    const old = this.#view;
    this.#view = this.#makeView();
    old.release();
  }
}

/** Whether the bloom filter lets `file` hold something of the row, or of one of its columns. */
function mayContain(file: StoreFile, row: Uint8Array, qualifiers: readonly Uint8Array[] | null): boolean {
  if (!file.mayContainRow(row, 0, row.length)) return false;
  if (qualifiers === null) return true;
  return qualifiers.some((qualifier) => file.mayContainColumn(row, 0, row.length, qualifier, 0, qualifier.length));
}
