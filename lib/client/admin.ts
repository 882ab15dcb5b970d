import { toFamily } from '../model/arguments.js';
import type { BytesLike } from '../model/bytes-like.js';
import type { TableDescriptor, TableLike } from '../model/table-descriptor.js';
import type { ControlMethods } from '../service/control-codec.js';
import { abortable, type CallOptions, throwIfAborted } from './call-options.js';
import type { Session } from './session.js';

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
    return this.call('change', 'createTable', descriptor);
  }

  /** Drops a disabled table with its data. Rejects with TABLE_NOT_FOUND, TABLE_NOT_DISABLED (S-32). */
  deleteTable(name: string): Promise<void> {
    return this.call('change', 'deleteTable', name);
  }

  /** Drops the data of a disabled table and enables it. Rejects with TABLE_NOT_FOUND, TABLE_NOT_DISABLED (S-34). */
  truncateTable(name: string): Promise<void> {
    return this.call('change', 'truncateTable', name);
  }

  /** Rejects with TABLE_NOT_FOUND, and with TABLE_NOT_DISABLED when the table is enabled already (S-33). */
  enableTable(name: string): Promise<void> {
    return this.call('change', 'enableTable', name);
  }

  /** Refuses reads and writes from now on. Rejects with TABLE_NOT_FOUND, TABLE_NOT_ENABLED (S-33). */
  disableTable(name: string): Promise<void> {
    return this.call('change', 'disableTable', name);
  }

  /** Whether there is a table of this name, enabled or not (S-53). */
  tableExists(name: string): Promise<boolean> {
    return this.call('alone', 'tableExists', name);
  }

  /** Rejects with TABLE_NOT_FOUND (S-53). */
  isTableEnabled(name: string): Promise<boolean> {
    return this.call('alone', 'isTableEnabled', name);
  }

  /** Rejects with TABLE_NOT_FOUND (S-53). */
  isTableDisabled(name: string): Promise<boolean> {
    return this.call('alone', 'isTableDisabled', name);
  }

  /** Whether there is a table of this name and it is enabled (S-53). */
  isTableAvailable(name: string): Promise<boolean> {
    return this.call('alone', 'isTableAvailable', name);
  }

  /** In byte order of `namespace:qualifier`, `default:` written out (S-50). */
  listTableNames(): Promise<readonly string[]> {
    return this.call('alone', 'listTableNames');
  }

  /** In the order of `listTableNames` (S-50). */
  listTableDescriptors(): Promise<readonly TableDescriptor[]> {
    return this.call('alone', 'listTableDescriptors');
  }

  /** Rejects with TABLE_NOT_FOUND. */
  getDescriptor(name: string): Promise<TableDescriptor> {
    return this.call('alone', 'getDescriptor', name);
  }

  /**
   * Writes what is in memory of a table into store files; resolves when that is done (S-51). All families are flushed
   * together, also when one is named. Rejects with TABLE_NOT_FOUND, NO_SUCH_COLUMN_FAMILY, TABLE_NOT_ENABLED.
   */
  flush(name: string, family: BytesLike | null = null, { signal }: Pick<CallOptions, 'signal'> = {}): Promise<void> {
    return this.session.run(() => {
      throwIfAborted(signal);
      const flushed = this.session.control('alone', 'flush', name, family === null ? null : toFamily(family));
      return abortable(flushed, signal);
    });
  }

  private call<M extends keyof ControlMethods>(
    kind: 'alone' | 'change',
    method: M,
    ...args: Parameters<ControlMethods[M]>
  ): Promise<ReturnType<ControlMethods[M]>> {
    return this.session.run(() => this.session.control(kind, method, ...args));
  }
}
