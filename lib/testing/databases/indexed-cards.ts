/*
 * The table `cards` of the stored databases: it has an index of each kind and order, whose entries are in store files and
 * in the log, for rows that were written, changed and deleted.
 */
import { Bytes, type Connection, Delete, Put } from '../../index.js';

/** Creates the table. */
export async function createCards(connection: Connection): Promise<void> {
  await connection.ensureTable({
    name: 'cards',
    families: ['e', 'tag'],
    indexes: {
      byType: { on: 'e:type' },
      byTag: { qualifiersOf: 'tag' },
      byDue: { on: 'e:due', order: 'int64', unique: true },
      byTypeAndScore: { on: ['e:type', 'e:score'], order: ['bytes', 'float64'] },
    },
  });
}

/** The first rows. */
export async function writeCards(connection: Connection): Promise<void> {
  const cards = connection.getTable('cards');
  for (let number = 0; number < 6; number++) await cards.put(card(number, number % 2 === 0));
}

/** Changes some of them: `numbers` are three rows, of which the second one may be new. */
export async function changeCards(connection: Connection, [changed, put, deleted]: Numbers): Promise<void> {
  const cards = connection.getTable('cards');
  await cards.put([card(changed, changed % 2 === 1), card(put, true)]);
  await cards.delete(new Delete(`card-${put}`).addColumns('tag', 'tag-0'));
  await cards.delete(new Delete(`card-${deleted}`));
}

type Numbers = readonly [changed: number, put: number, deleted: number];

function card(number: number, isOpen: boolean): Put {
  return new Put(`card-${number}`)
    .addColumn('e', 'type', isOpen ? 'open' : 'done')
    .addColumn('e', 'due', Bytes.fromLong(BigInt(250 - 100 * number)))
    .addColumn('e', 'score', Bytes.fromDouble(number - 2.5))
    .addColumn('tag', isOpen ? 'open' : 'done', '')
    .addColumn('tag', `tag-${number % 3}`, '');
}
