import { BigtabError } from '../../../../index.js';
import { normalizeTable } from '../../../../model/schema/table-descriptor.js';
import { parseTableName } from '../../../../model/schema/table-name.js';
import type { TableValues } from '../../../../model/schema/table-values.js';
import type { FamilyBuilder } from '../../../../shell/family-builder.js';
import { parsePretty } from '../../../../shell/pretty-printer.js';

/** A table with HBase's attributes, set one after the other. Java's builder corresponds to a literal in Bigtab. */
export class TableBuilder implements TableValues {
  readonly name: string;
  readonly values: Map<string, string> = new Map();
  families: readonly FamilyBuilder[] = [];

  constructor(name: string, from: TableBuilder | null = null) {
    this.name = parseTableName(name).name;
    if (from === null) return;
    this.values = new Map(from.values);
    this.families = from.families;
  }

  /** Null and empty remove an attribute (S-20). */
  set(key: string, text: string | null): this {
    if (text === null || text === '') this.values.delete(key);
    else this.values.set(key, text);
    return this;
  }

  setSize(key: string, size: number | string): this {
    return this.set(key, typeof size === 'string' ? parsePretty(size, 'BYTE') : String(size));
  }

  find(name: string): FamilyBuilder | null {
    return this.families.find((family) => family.name === name) ?? null;
  }

  add(family: FamilyBuilder): this {
    return this.withFamilies([...this.families, family]);
  }

  /** Throws INVALID_ARGUMENT for a family that the table lacks. */
  modify(family: FamilyBuilder): this {
    if (this.find(family.name) === null) {
      throw new BigtabError('INVALID_ARGUMENT', `Column family '${family.name}' does not exist`);
    }
    return this.remove(family.name).add(family);
  }

  remove(name: string): this {
    return this.withFamilies(this.families.filter((family) => family.name !== name));
  }

  /** Checks the names like those of a literal. */
  private withFamilies(families: readonly FamilyBuilder[]): this {
    const order = normalizeTable({ name: this.name, families: families.map(({ name }) => name) }).families;
    this.families = order.map(({ name }) => families.find((family) => family.name === name) as FamilyBuilder);
    return this;
  }
}
