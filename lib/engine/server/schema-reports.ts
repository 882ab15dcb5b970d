import { BigtabError } from '../../errors.js';
import { attributesWithoutEffect, newEncryption } from '../../model/schema/attributes-without-effect.js';
import type { TableDescriptor } from '../../model/schema/table-descriptor.js';
import type { EngineEvent, SchemaChange } from '../../service/engine-event.js';
import type { Watches } from '../watch/watches.js';

/** Reports committed changes to listeners and to watches, and warns about attributes that have no effect. */
export class SchemaReports {
  readonly #emit: (event: EngineEvent) => void;
  readonly #watches: Pick<Watches, 'schemaChanged'>;

  constructor(emit: (event: EngineEvent) => void, watches: Pick<Watches, 'schemaChanged'>) {
    this.#emit = emit;
    this.#watches = watches;
  }

  /** REQUIRES that the change is committed. */
  changed(table: string, change: SchemaChange): void {
    this.#watches.schemaChanged(table);
    this.#emit({ type: 'schema', table, change });
  }

  /** Like `attributesWithoutEffect`; reports nothing if there are none. */
  warn(descriptor: TableDescriptor, splits = false): void {
    const attributes = attributesWithoutEffect(descriptor, splits);
    if (attributes.length > 0) this.#emit({ type: 'warning', table: descriptor.name, attributes });
  }
}

/**
 * Throws INVALID_OPERATION for an attribute that promises encryption, which Bigtab does not support yet, unless the
 * table already has the attribute. `stored`: the current descriptor; null for a new table.
 */
export function refuseEncryption(next: TableDescriptor, stored: TableDescriptor | null): void {
  const found = newEncryption(next, stored);
  if (found === null) return;
  const { family, attribute } = found;
  const of = family === null ? '' : `column family ${family} of `;
  throw new BigtabError(
    'INVALID_OPERATION',
    `${attribute} of ${of}table ${next.name} is rejected: Bigtab does not encrypt stored data. Remove the attribute, and encrypt values before you put them.`,
    { details: { table: next.name, ...(family !== null && { family }), attribute } },
  );
}
