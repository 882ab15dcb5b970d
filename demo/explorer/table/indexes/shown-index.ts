import { BigtabError, type Connection, type IndexInfo, type IndexOrder } from 'bigtab';

/** A secondary index, and the share of the rows that it has entries of. */
export interface ShownIndex extends IndexInfo {
  /** From 0 to 1. */
  readonly done: number;
}

/** The names of the orders. */
export const ORDERS = [
  ['bytes', 'Text or bytes'],
  ['int64', 'int64'],
  ['float64', 'float64'],
] as const satisfies readonly (readonly [IndexOrder, string])[];

/** The indexes of a table, by name. */
export async function readIndexes(connection: Connection, table: string): Promise<readonly ShownIndex[]> {
  const indexes = await connection.getAdmin().listIndexes(table);
  return Promise.all(
    indexes.map(async (index) => ({ ...index, done: index.complete ? 1 : await readDone(connection, table, index) })),
  );
}

/** What the values of an index are, in the order of its key: columns, or the qualifiers of a family. */
export function partsOf({ on, qualifiersOf }: Pick<IndexInfo, 'on' | 'qualifiersOf'>): readonly string[] {
  return qualifiersOf === null ? on : [`column in ${qualifiersOf}`];
}

/** A description of an index: `on e:day as text or bytes, e:stars as int64, unique; complete`. */
export function indexWords(index: ShownIndex): string {
  const { on, qualifiersOf, order, unique, complete, done } = index;
  const orders = order.map((one) => (one === 'bytes' ? 'text or bytes' : one));
  const isSame = new Set(orders).size === 1;
  const columns = isSame
    ? `${on.join(', ')} as ${orders[0]}`
    : on.map((column, at) => `${column} as ${orders[at]}`).join(', ');
  const what = qualifiersOf === null ? columns : `the column names of ${qualifiersOf}`;
  return `on ${what}${unique ? ', unique' : ''}; ${complete ? 'complete' : `${Math.floor(done * 100)} % built`}`;
}

/** The engine reports how far the build of an index is to reads that name it. */
async function readDone(connection: Connection, table: string, { name }: IndexInfo): Promise<number> {
  try {
    await connection.getTable(table).count({ index: name, limit: 1 });
    return 1;
  } catch (error) {
    if (!BigtabError.is(error)) throw error;
    // It may have been dropped, or refused because its values are not unique.
    return error.code === 'INVALID_STATE' ? Number(error.details.done ?? 0) : 0;
  }
}
