import { notAllowed } from '../bytes/kind.js';
import { toFamily, toQualifier } from './arguments.js';
import { type BytesLike, type ColumnLike, formatColumn, parseColumn } from './bytes-like.js';
import { type FamilySelection, select } from './family-selection.js';

/** What a Get and a Scan have in common: the columns they ask for. HBase: `Query`. */
export abstract class Query {
  /** In byte order of families; empty = every family of the table. */
  readonly families: readonly FamilySelection[] = [];

  /**
   * Asks for every column of `family` and discards columns of it that were added earlier.
   * An unknown family is NO_SUCH_COLUMN_FAMILY when the request runs.
   */
  addFamily(family: BytesLike): this {
    select(this.families as FamilySelection[], toFamily(family), null);
    return this;
  }

  /**
   * Asks for one column; null is the empty qualifier, a real column. After `addFamily` of the same family it narrows
   * the request to the columns listed.
   */
  addColumn(family: BytesLike, qualifier: BytesLike | null): this {
    select(this.families as FamilySelection[], toFamily(family), toQualifier(qualifier));
    return this;
  }

  /** Adds the columns of a literal one after the other, as the two methods above do. */
  protected readColumns(columns: unknown): void {
    if (columns === undefined) return;
    if (!Array.isArray(columns)) {
      throw notAllowed('columns', "a list of 'family' or 'family:qualifier'", columns);
    }
    for (const column of columns) {
      const { family, qualifier } = parseColumn(column);
      if (qualifier === null) this.addFamily(family);
      else this.addColumn(family, qualifier);
    }
  }

  /** The `columns` of the literal; nothing when every family is asked for. */
  protected columnsLiteral(): { columns?: readonly ColumnLike[] } {
    if (this.families.length === 0) return {};
    const columns = this.families.flatMap(({ family, qualifiers }) =>
      (qualifiers ?? [null]).map((qualifier) => formatColumn(family, qualifier)),
    );
    return { columns };
  }
}
