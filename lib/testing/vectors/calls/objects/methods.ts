import { Comparator, Filter } from '../../../../index.js';
import { Malformed } from '../../checks.js';
import { toFilter } from '../../filters/read-filter.js';
import { NotCounterpart } from '../calls-left-out.js';
import { CHECK_KINDS } from './checks.js';
import { DESCRIPTOR_KINDS } from './descriptors.js';
import type { Kind, Method } from './kind.js';
import { MUTATION_KINDS } from './mutations.js';
import { QUERY_KINDS } from './queries.js';
import { RESULT_KIND } from './results.js';
import { TABLE_NAME_KIND } from './table-names.js';
import { TIME_RANGE_KIND } from './time-ranges.js';

/* The methods of all objects. Where Java has a getter, Bigtab has a property. */

const FILTER_KIND: Kind = {
  is: (object) => object instanceof Filter || object instanceof Comparator,
  methods: {
    addFilter: (self: { addFilter(...filters: unknown[]): unknown }, [given]) => {
      for (const one of [given].flat()) self.addFilter(toFilter(one));
      return self;
    },
  },
};

const KINDS: readonly Kind[] = [
  ...MUTATION_KINDS,
  ...CHECK_KINDS,
  ...QUERY_KINDS,
  RESULT_KIND,
  TIME_RANGE_KIND,
  TABLE_NAME_KIND,
  ...DESCRIPTOR_KINDS,
  FILTER_KIND,
];

/** Setters that, in HBase too, change nothing that can be read here. */
const NO_EFFECT = new Set([
  'setAttribute',
  'setPriority',
  'setId',
  'setCacheBlocks',
  'setReadType',
  'setConsistency',
  'setReplicaId',
  'setAsyncPrefetch',
  'setScanMetricsEnabled',
]);
const METADATA = 'metadata without effect';
const REPLICAS = 'replicas of regions';
const WITHOUT_COUNTERPART: ReadonlyMap<string, string> = new Map([
  ...['getAttribute', 'getAttributesMap', 'getPriority', 'getMaxPriority', 'getId'].map(
    (name) => [name, METADATA] as const,
  ),
  ...['getCacheBlocks', 'getReadType', 'isAsyncPrefetch', 'isScanMetricsEnabled'].map(
    (name) => [name, METADATA] as const,
  ),
  ...['getAuthorizations', 'getACL', 'getClusterIds', 'heapSize', 'getFingerprint', 'hashCode'].map(
    (name) => [name, 'methods of Java and of the cluster'] as const,
  ),
  ...['isStale', 'isSmall', 'getConsistency', 'getReplicaId'].map((name) => [name, REPLICAS] as const),
]);

/** Whether the object has methods that calls can name. */
export function hasMethods(object: unknown): boolean {
  return KINDS.some(({ is }) => is(object));
}

/**
 * A method of the object. One that takes and returns the same values in Bigtab is the object's own. Throws
 * `NotCounterpart` if Bigtab has none, and `Malformed` for an unknown name.
 */
export function methodOf(object: unknown, name: string): Method {
  const kind = KINDS.find(({ is }) => is(object));
  const method = kind !== undefined && Object.hasOwn(kind.methods, name) ? kind.methods[name] : undefined;
  if (method !== undefined) return method;
  const own = kind === undefined ? undefined : (object as Readonly<Record<string, unknown>>)[name];
  if (typeof own === 'function') return (self, args) => own.apply(self, args);
  if (NO_EFFECT.has(name)) return (self) => self;
  if (WITHOUT_COUNTERPART.has(name)) throw new NotCounterpart(WITHOUT_COUNTERPART.get(name) as string);
  throw new Malformed(`there is no method ${name}`);
}
