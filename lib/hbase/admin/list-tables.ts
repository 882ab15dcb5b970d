import type { TableDescriptor } from '../../model/schema/table-descriptor.js';
import { compareTableNames, isSystemTable, parseTableName } from '../../model/schema/table-name.js';
import type { Gateway } from '../gateway.js';
import { fromThriftName, toThriftName } from '../thrift/table-names.js';
import { namedNamespace } from './named-namespace.js';
import { fromThriftTable } from './thrift-descriptors.js';
import { unlessMissing } from './unless-missing.js';

/** Java's regular expression that every name matches. */
const ALL = '.*';

/** Answers the control method `listTableNames`. The state of each table is a request of its own. */
export async function listTableNames(
  gateway: Gateway,
  namespace: string | null,
  system: boolean,
  enabled?: boolean,
): Promise<readonly string[]> {
  const found =
    namespace === null
      ? await gateway.repeatable('getTableNamesByPattern', { regex: ALL, system })
      : await gateway.repeatable('getTableNamesByNamespace', namedNamespace(namespace));
  const names = listed(found.map(fromThriftName), namespace !== null || system, (name) => name);
  if (enabled === undefined) return names;
  const isEnabled = (name: string) => gateway.repeatable('isTableEnabled', { tableName: toThriftName(name) });
  const states = await Promise.all(names.map((name) => unlessMissing(isEnabled(name))));
  return names.filter((_, index) => states[index] === enabled);
}

/** Answers the control method `listTableDescriptors`. */
export async function listTableDescriptors(
  gateway: Gateway,
  namespace: string | null,
  system: boolean,
): Promise<readonly TableDescriptor[]> {
  const found =
    namespace === null
      ? await gateway.repeatable('getTableDescriptorsByPattern', { regex: ALL, system })
      : await gateway.repeatable('getTableDescriptorsByNamespace', namedNamespace(namespace));
  return listed(found.map(fromThriftTable), namespace !== null || system, ({ name }) => name);
}

/** In the order of `namespace:qualifier` with `default:` written out (S-50), without system tables unless `system`. */
function listed<T>(found: readonly T[], system: boolean, nameOf: (item: T) => string): readonly T[] {
  return found
    .filter((item) => system || !isSystemTable(parseTableName(nameOf(item))))
    .sort((a, b) => compareTableNames(nameOf(a), nameOf(b)));
}
