import { compareBytes } from '../../bytes/compare.js';
import { encodeText } from '../../bytes/text.js';
import { BigtabError } from '../../errors.js';
import {
  type NamespaceDescriptor,
  type NamespaceLike,
  normalizeNamespace,
} from '../../model/schema/namespace-descriptor.js';
import { setting } from '../../model/schema/settings.js';
import { DEFAULT_NAMESPACE, parseTableName } from '../../model/schema/table-name.js';
import type { Engine } from '../region/engine.js';
import { visibleRegions } from '../region/hidden-tables.js';
import type { SchemaCommits } from './schema-commits.js';

/** Namespaces that always exist (N-10). */
const RESERVED: readonly string[] = [DEFAULT_NAMESPACE, 'hbase'];
const MADE: readonly NamespaceDescriptor[] = RESERVED.map((name) => ({ name, configuration: {} }));

export type NamespacesByName = ReadonlyMap<string, NamespaceDescriptor>;

/**
 * The namespaces of a database; each change is one commit of the catalog. REQUIRES that schema changes run one after
 * the other.
 */
export class Namespaces {
  readonly #engine: Engine;
  readonly #commits: SchemaCommits;

  constructor(engine: Engine, commits: SchemaCommits) {
    this.#engine = engine;
    this.#commits = commits;
  }

  /** All namespaces, in byte order of their names. */
  get all(): readonly NamespaceDescriptor[] {
    return this.#engine.commit.image.database.namespaces ?? MADE;
  }

  /** Those that users have created. */
  get made(): readonly NamespaceDescriptor[] {
    return this.all.filter(({ name }) => !RESERVED.includes(name));
  }

  /** Throws NAMESPACE_NOT_FOUND (N-13). */
  get(name: string): NamespaceDescriptor {
    return find(this.withMissing([]), name);
  }

  /** All namespaces by name, and those of `added` that are missing. Throws as `checkQuotas` does. */
  withMissing(added: readonly NamespaceDescriptor[]): NamespacesByName {
    const all = new Map(this.all.map((namespace) => [namespace.name, namespace]));
    for (const namespace of added) {
      if (all.has(namespace.name)) continue;
      checkQuotas(namespace);
      all.set(namespace.name, namespace);
    }
    return all;
  }

  /** Rejects with NAMESPACE_EXIST (N-12), and as `checkQuotas` does. */
  async create(like: NamespaceLike): Promise<void> {
    const made = normalizeNamespace(like);
    const { name } = made;
    if (this.all.some((namespace) => namespace.name === name)) {
      throw new BigtabError('NAMESPACE_EXIST', `Namespace ${name} already exists`, { details: { namespace: name } });
    }
    await this.#put(name, made);
  }

  /**
   * Replaces the configuration of a namespace, including reserved ones (N-15). Rejects with NAMESPACE_NOT_FOUND, and as
   * `checkQuotas` does.
   */
  async modify(like: NamespaceLike): Promise<void> {
    const made = normalizeNamespace(like);
    this.get(made.name);
    await this.#put(made.name, made);
  }

  /** Checks in the order of N-14: NAMESPACE_NOT_FOUND, then CONSTRAINT. */
  async remove(name: string): Promise<void> {
    this.get(name);
    if (RESERVED.includes(name)) throw constraint(name, `Reserved namespace ${name} cannot be removed.`);
    const count = this.#count(name);
    if (count > 0) {
      throw constraint(name, `Only empty namespaces can be removed. Namespace ${name} has ${count} tables`);
    }
    await this.#put(name, null);
  }

  /**
   * Throws NAMESPACE_NOT_FOUND, and QUOTA_EXCEEDED if the namespace of one of these tables, which are to be created in this
   * order, is full and quotas are on (N-18). `all`: the namespaces then.
   */
  checkRoom(tables: readonly string[], all: NamespacesByName = this.withMissing([])): void {
    const isLimited = setting('hbase.quota.enabled', [this.#engine.site]);
    const counts = new Map<string, number>();
    const add = (table: string): string => {
      const { namespace } = parseTableName(table);
      counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
      return namespace;
    };
    if (isLimited) for (const { name } of visibleRegions(this.#engine.regions)) add(name);
    for (const table of tables) {
      const namespace = find(all, add(table));
      if (isLimited) checkRoomFor(table, namespace, (counts.get(namespace.name) as number) - 1);
    }
  }

  #count(name: string): number {
    return visibleRegions(this.#engine.regions).filter((region) => parseTableName(region.name).namespace === name)
      .length;
  }

  #put(name: string, descriptor: NamespaceDescriptor | null): Promise<void> {
    if (descriptor !== null) checkQuotas(descriptor);
    const others = this.all.filter((namespace) => namespace.name !== name);
    const namespaces = sorted(descriptor === null ? others : [...others, descriptor]);
    return this.#commits.commit(() => ({ namespaces }));
  }
}

/** Throws QUOTA_EXCEEDED if a namespace with this many tables has no room for another one. */
function checkRoomFor(table: string, descriptor: NamespaceDescriptor, count: number): void {
  const { name: namespace } = descriptor;
  const exceeded = (message: string): BigtabError =>
    new BigtabError('QUOTA_EXCEEDED', `The table ${table} ${message}`, { details: { namespace, table } });
  const tables = quotaOf(descriptor, 'tables');
  // HBase's words, with their double spaces.
  if (count >= tables) {
    throw exceeded(
      `cannot be created as it would exceed maximum number of tables allowed  in the namespace.  The total number of tables permitted is ${tables}`,
    );
  }
  const regions = quotaOf(descriptor, 'regions');
  if (count >= regions) {
    throw exceeded(
      `is not allowed to have 1 regions. The total number of regions permitted is only ${regions}, while current region count is ${count}.`,
    );
  }
}

/** Throws NAMESPACE_NOT_FOUND (N-13). */
function find(all: NamespacesByName, name: string): NamespaceDescriptor {
  const found = all.get(name);
  if (found) return found;
  throw new BigtabError('NAMESPACE_NOT_FOUND', `Namespace '${name}' does not exist`, { details: { namespace: name } });
}

/** In byte order of their names. */
export function sorted(namespaces: Iterable<NamespaceDescriptor>): NamespaceDescriptor[] {
  return [...namespaces].sort((a, b) => compareBytes(encodeText(a.name), encodeText(b.name)));
}

/**
 * Throws INVALID_OPERATION for a quota that is not a number, CONSTRAINT for one of less than one (N-18). HBase:
 * `TableNamespaceManager.validateTableAndRegionCount`.
 */
function checkQuotas(descriptor: NamespaceDescriptor): void {
  const { name } = descriptor;
  if (quotaOf(descriptor, 'regions') <= 0) {
    throw constraint(name, `The max region quota for ${name} is less than or equal to zero.`);
  }
  if (quotaOf(descriptor, 'tables') <= 0) {
    throw constraint(name, `The max tables quota for ${name} is less than or equal to zero.`);
  }
}

/** A quota as an integer of 64 bits; without one, no limit (N-18). */
function quotaOf({ configuration }: NamespaceDescriptor, what: 'tables' | 'regions'): bigint | number {
  const text = configuration[`hbase.namespace.quota.max${what}`];
  if (!text) return Number.POSITIVE_INFINITY;
  const number = /^[+-]?\d+$/.test(text) ? BigInt(text.replace('+', '')) : null;
  if (number !== null && BigInt.asIntN(64, number) === number) return number;
  throw new BigtabError('INVALID_OPERATION', `NumberFormatException while getting max ${what}.`);
}

function constraint(namespace: string, message: string): BigtabError {
  return new BigtabError('CONSTRAINT', message, { details: { namespace } });
}
