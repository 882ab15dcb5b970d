import { toFamily } from '../model/arguments.js';
import type { BytesLike } from '../model/bytes-like.js';
import { familyNameText } from '../model/family-descriptor.js';
import { normalizeTable, type TableDescriptor, type TableLike } from '../model/table-descriptor.js';
import { normalizeTableName } from '../model/table-name.js';
import type { ControlMethods } from '../service/control-codec.js';
import { abortable, type CallOptions, throwIfAborted } from './call-options.js';
import type { Session } from './session.js';

type Question = 'tableExists' | 'isTableEnabled' | 'isTableDisabled' | 'isTableAvailable' | 'getDescriptor';

/** Creates, changes and describes tables. HBase: `Admin`. */
export class Admin {
  private readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  /**
   * Creates a table, enabled. Rejects with TABLE_EXISTS when there is one, NAMESPACE_NOT_FOUND, INVALID_OPERATION for
   * attributes that no table may have (S-31, S-40).
   */
  createTable(descriptor: TableLike): Promise<void> {
    return this.session.run(async () => {
      await this.session.control('change', 'createTable', normalizeTable(descriptor));
    });
  }

  /** Drops a disabled table with its data. Rejects with TABLE_NOT_FOUND, TABLE_NOT_DISABLED (S-32). */
  deleteTable(name: string): Promise<void> {
    return this.change('deleteTable', name);
  }

  /** Drops the data of a disabled table and enables it. Rejects with TABLE_NOT_FOUND, TABLE_NOT_DISABLED (S-34). */
  truncateTable(name: string): Promise<void> {
    return this.change('truncateTable', name);
  }

  /** Rejects with TABLE_NOT_FOUND, and with TABLE_NOT_DISABLED when the table is enabled already (S-33). */
  enableTable(name: string): Promise<void> {
    return this.change('enableTable', name);
  }

  /** Refuses reads and writes from now on. Rejects with TABLE_NOT_FOUND, TABLE_NOT_ENABLED (S-33). */
  disableTable(name: string): Promise<void> {
    return this.change('disableTable', name);
  }

  /** Whether there is a table of this name, enabled or not (S-53). */
  tableExists(name: string): Promise<boolean> {
    return this.ask('tableExists', name);
  }

  /** Rejects with TABLE_NOT_FOUND (S-53). */
  isTableEnabled(name: string): Promise<boolean> {
    return this.ask('isTableEnabled', name);
  }

  /** Rejects with TABLE_NOT_FOUND (S-53). */
  isTableDisabled(name: string): Promise<boolean> {
    return this.ask('isTableDisabled', name);
  }

  /** Whether there is a table of this name and it is enabled (S-53). */
  isTableAvailable(name: string): Promise<boolean> {
    return this.ask('isTableAvailable', name);
  }

  /** In byte order of `namespace:qualifier`, `default:` written out (S-50). */
  listTableNames(): Promise<readonly string[]> {
    return this.session.run(() => this.session.control('alone', 'listTableNames'));
  }

  /** In the order of `listTableNames` (S-50). */
  listTableDescriptors(): Promise<readonly TableDescriptor[]> {
    return this.session.run(() => this.session.control('alone', 'listTableDescriptors'));
  }

  /** Rejects with TABLE_NOT_FOUND. */
  getDescriptor(name: string): Promise<TableDescriptor> {
    return this.ask('getDescriptor', name);
  }

  /**
   * Writes what is in memory of a table into store files; resolves when that is done (S-51). All families are flushed
   * together, also when one is named. Rejects with TABLE_NOT_FOUND, NO_SUCH_COLUMN_FAMILY, TABLE_NOT_ENABLED.
   */
  flush(name: string, family?: BytesLike | null, options: Pick<CallOptions, 'signal'> = {}): Promise<void> {
    return this.session.run(async () => {
      throwIfAborted(options.signal);
      const table = normalizeTableName(name);
      const flushed =
        family === undefined || family === null
          ? this.session.control('alone', 'flush', table)
          : this.session.control('alone', 'flush', table, familyNameText(toFamily(family)));
      await abortable(flushed, options.signal);
    });
  }

  private change(
    method: 'deleteTable' | 'truncateTable' | 'enableTable' | 'disableTable',
    name: string,
  ): Promise<void> {
    return this.session.run(async () => {
      await this.session.control('change', method, normalizeTableName(name));
    });
  }

  private ask<M extends Question>(method: M, name: string): Promise<ReturnType<ControlMethods[M]>> {
    return this.session.run(() => {
      const args = [normalizeTableName(name)] as Parameters<ControlMethods[M]>;
      return this.session.control('alone', method, ...args);
    });
  }
}
