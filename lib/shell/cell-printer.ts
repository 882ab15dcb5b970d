import { equalBytes } from '../bytes/compare.js';
import type { Cell } from '../model/cell.js';
import type { ReadColumn } from './column-spec.js';
import type { TimestampText } from './timestamp-text.js';
import type { Converter } from './value-converter.js';

/** How the cells of a read are printed. */
export interface CellStyle {
  /** The requested columns, for their converters. */
  readonly columns: readonly ReadColumn[];
  /** The converter of row keys, and of values whose column has none (H-52). */
  readonly formatter: Converter;
  /** The converter of families and qualifiers (H-52). */
  readonly nameFormatter: Converter;
  /** The maximum number of characters of a cell's text; −1 = all (H-37). */
  readonly maxLength: number;
}

/** Prints cells as `get` and `scan` show them (H-32 … H-37). */
export class CellPrinter {
  private readonly style: CellStyle;
  private readonly timestampText: TimestampText;

  constructor(style: CellStyle, timestampText: TimestampText) {
    this.style = style;
    this.timestampText = timestampText;
  }

  row(row: Uint8Array): string {
    return this.style.formatter(row);
  }

  column({ family, qualifier }: Cell): string {
    return `${this.style.nameFormatter(family)}:${this.style.nameFormatter(qualifier)}`;
  }

  /** `timestamp=<T>, value=<V>`, and for a marker its type in place of the value (H-34). */
  cell(cell: Cell): string {
    const end = cell.type === 'Put' ? `value=${this.converterOf(cell)(cell.value)}` : `type=${cell.type}`;
    const text = `timestamp=${this.timestampText(cell.timestamp)}, ${end}`;
    return this.style.maxLength < 0 ? text : text.slice(0, this.style.maxLength);
  }

  private converterOf({ family, qualifier }: Cell): Converter {
    const column = this.style.columns.find(
      (one) => equalBytes(one.family, family) && one.qualifier !== null && equalBytes(one.qualifier, qualifier),
    );
    return column?.converter ?? this.style.formatter;
  }
}
