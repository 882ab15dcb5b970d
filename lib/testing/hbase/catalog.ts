import { compareBytes } from '../../bytes/compare.js';
import { encodeText } from '../../bytes/text.js';
import type { TableDescriptor } from '../../index.js';
import type { FamilyValues } from '../../model/schema/family-values.js';
import { type StoredTable, storedTableOf } from './stored-tables.js';

/** What HBase's catalog knows of tables and Bigtab's does not: the texts of attributes as given, and the split keys. */
export class Catalog {
  private readonly tables: Map<string, StoredTable> = new Map();
  private readonly splitKeys: Map<string, readonly Uint8Array[]> = new Map();

  add(table: StoredTable, splitKeys: readonly Uint8Array[]): void {
    this.replace(table);
    this.splitKeys.set(table.name, splitKeys);
  }

  replace(table: StoredTable): void {
    const families = [...table.families].sort((a, b) => compareBytes(encodeText(a.name), encodeText(b.name)));
    this.tables.set(table.name, { ...table, families });
  }

  remove(name: string): void {
    this.tables.delete(name);
    this.splitKeys.delete(name);
  }

  forgetSplits(name: string): void {
    this.splitKeys.delete(name);
  }

  splitKeysOf(name: string): readonly Uint8Array[] {
    return this.splitKeys.get(name) ?? [];
  }

  changeFamilies(name: string, change: (families: readonly FamilyValues[]) => readonly FamilyValues[]): void {
    const table = this.tables.get(name);
    if (table !== undefined) this.replace({ ...table, families: change(table.families) });
  }

  /** The table that the engine describes, with the texts that were given. */
  storedTable(descriptor: TableDescriptor): StoredTable {
    return this.tables.get(descriptor.name) ?? storedTableOf(descriptor);
  }

  /** The table of this name, if it was created through the gateway. */
  find(name: string): StoredTable | undefined {
    return this.tables.get(name);
  }
}
