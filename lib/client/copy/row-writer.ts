import { equalBytes } from '../../bytes/compare.js';
import type { Cell } from '../../model/cell.js';
import { type AbortSignalLike, throwIfAborted } from '../calls/call-options.js';
import type { Table } from '../table.js';
import { familyText, type Schemas } from './compare-families.js';
import { CopyPage } from './copy-page.js';
import { HidingMarkers } from './hiding-markers.js';
import { RowPart } from './row-part.js';
import type { VerifiedCells } from './verified-cells.js';

/** Rows are written when they have this size together, and a longer row in parts of about this size. */
const PAGE_BYTES = 1024 * 1024;

/** Where the rows go. */
export interface RowTarget {
  readonly to: Table;
  readonly schemas: Schemas;
  readonly verified: VerifiedCells;
  readonly signal: AbortSignalLike | undefined;
  /** Called when a page is written and verified, with its last complete row, if it has one. */
  readonly onPage: (row: Uint8Array | null) => void;
}

/**
 * Writes the cells of rows, which are added in their order: markers, and the puts that reads return or that one of these
 * markers hides. Other puts have expired, or are more than their family keeps, and the target might return them.
 */
export class RowWriter {
  readonly #target: RowTarget;
  /**
   * The families in which a marker hides only what was written before it. There, a put may be visible in spite of a
   * newer marker: it is written after it. Nothing that is hidden can ever be read, so it is left out.
   */
  readonly #byOrder: ReadonlySet<string>;
  #page = new CopyPage();
  /** What was added of the current row and not written. */
  #part: RowPart | null = null;
  /** Whether earlier parts of that row were written. */
  #isCut = false;
  readonly #markers = new HidingMarkers();

  constructor(target: RowTarget) {
    this.#target = target;
    const { families } = target.schemas.from;
    this.#byOrder = new Set(families.filter((family) => family.newVersionBehavior).map(({ name }) => name));
  }

  /** `isShown`: whether reads return the cell. */
  async add(cell: Cell, isShown: boolean): Promise<void> {
    if (this.#part !== null && !equalBytes(this.#part.row, cell.row)) await this.#endRow(this.#part);
    this.#markers.add(cell);
    this.#part ??= new RowPart(cell.row, []);
    const part = this.#part;
    const isHidden = this.#markers.hide(cell);
    if (cell.type !== 'Put') part.addMarker(cell);
    else if (isShown && !isHidden) part.addPut(cell, true);
    else if (isHidden && !this.#isByOrder(cell)) part.addPut(cell, false);
    else if (isShown) part.addLatePut(cell);
    if (part.bytes >= PAGE_BYTES) await this.#cut(part);
  }

  #isByOrder({ family }: Cell): boolean {
    return this.#byOrder.size > 0 && this.#byOrder.has(familyText(family));
  }

  /** Writes what is left. */
  async end(): Promise<void> {
    if (this.#part !== null) await this.#endRow(this.#part);
    await this.#writePage();
  }

  async #endRow(part: RowPart): Promise<void> {
    this.#part = null;
    if (this.#isCut) {
      await this.#writePart(part);
      this.#isCut = false;
      this.#target.onPage(part.row);
      return;
    }
    this.#page.add(part);
    if (this.#page.bytes >= PAGE_BYTES) await this.#writePage();
  }

  /** Writes the current row up to here. Each part has the markers that hide its puts, so none of these is ever visible. */
  async #cut(part: RowPart): Promise<void> {
    await this.#writePage();
    await this.#writePart(part);
    this.#isCut = true;
    this.#part = new RowPart(
      part.row,
      this.#markers.all.filter((marker) => !this.#isByOrder(marker)),
    );
    this.#target.onPage(null);
  }

  async #writePart(part: RowPart): Promise<void> {
    const page = new CopyPage();
    page.add(part);
    await this.#write(page, true);
  }

  async #writePage(): Promise<void> {
    const page = this.#page;
    if (page.lastRow === null) return;
    this.#page = new CopyPage();
    await this.#write(page, false);
    this.#target.onPage(page.lastRow);
  }

  async #write(page: CopyPage, isRowPart: boolean): Promise<void> {
    const { to, verified, signal } = this.#target;
    await page.write(to, signal);
    await verified.add(page.expected, isRowPart);
    throwIfAborted(signal);
  }
}
