import { notAllowed } from '../../bytes/kind.js';
import { invalidArgument } from '../../errors.js';
import { readLiteral } from '../literal.js';
import { type Configuration, toConfiguration } from './settings.js';
import { checkNamespaceName } from './table-name.js';

/** A namespace as a literal: its name, or its name and configuration. */
export type NamespaceLike = string | NamespaceAttributes;

export interface NamespaceAttributes {
  /** Letters, digits and `_`. @see N-4 */
  readonly name: string;
  /**
   * Strings by name: your own, and two of HBase's. `hbase.namespace.quota.maxtables` and
   * `hbase.namespace.quota.maxregions` limit the number of its tables if `hbase.quota.enabled` of the database is
   * `true`; each table has one region. Default: none.
   *
   * @see N-18
   */
  readonly configuration?: Configuration;
}

/** A namespace as plain data. HBase: `NamespaceDescriptor`. */
export interface NamespaceDescriptor {
  readonly name: string;
  /** In byte order of the keys. */
  readonly configuration: Configuration;
}

/**
 * The descriptor of a namespace literal, frozen. Throws INVALID_ARGUMENT for malformed input and for a name that is not
 * allowed.
 */
export function normalizeNamespace(like: NamespaceLike): NamespaceDescriptor {
  const { name, configuration } =
    typeof like === 'string'
      ? { name: like, configuration: undefined }
      : readLiteral<NamespaceAttributes>(like, 'namespace', ['name', 'configuration']);
  if (name === undefined || name === null) throw invalidArgument('A name has to be specified in a namespace.');
  if (typeof name !== 'string') throw notAllowed("a namespace's name", 'text', name);
  checkNamespaceName(name);
  return Object.freeze({ name, configuration: toConfiguration(configuration ?? {}, 'configuration') });
}
