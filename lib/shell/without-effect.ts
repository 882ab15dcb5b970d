import { attributesWithoutEffect } from '../model/attributes-without-effect.js';
import type { TableDescriptor } from '../model/table-descriptor.js';
import type { Output } from './output.js';

/**
 * Prints one line with the attributes of a table that are kept but have no effect here, if it has any. `splits`:
 * whether bounds of regions were given with it.
 */
export function printWithoutEffect(output: Output, table: TableDescriptor, splits = false): void {
  const keys = attributesWithoutEffect(table, splits);
  if (keys.length > 0) output.line(`${keys.join(', ')}: kept, no effect`);
}
