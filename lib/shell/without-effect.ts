import type { Connection } from '../client/connection.js';
import { attributesWithoutEffect } from '../model/schema/attributes-without-effect.js';
import type { TableDescriptor } from '../model/schema/table-descriptor.js';
import type { Output } from './output.js';

/**
 * Prints one line with the attributes of a table that are stored but have no effect in Bigtab's engine, if it has any; in a
 * cluster all have their effect. `splits`: whether region boundaries were given with it.
 */
export function printWithoutEffect(
  { cluster }: Pick<Connection, 'cluster'>,
  output: Output,
  table: TableDescriptor,
  splits = false,
): void {
  const keys = cluster ? [] : attributesWithoutEffect(table, splits);
  if (keys.length > 0) output.line(`${keys.join(', ')}: kept, no effect`);
}
