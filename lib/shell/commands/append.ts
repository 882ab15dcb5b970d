import { toStringBinary } from '../../bytes/text.js';
import { Append } from '../../model/append.js';
import type { Command } from '../command.js';

export const append: Command = {
  name: 'append',
  group: 'dml',
  arity: [4, 5],
  help: `Appends bytes to a value and prints the new value:

  append 't', 'row', 'family:qualifier', 'more'
  append 't', 'row', 'family:qualifier', 'more', {TTL => 60000}

TTL is the time to live of the value in milliseconds.`,
  async run({ connection, output }, args) {
    const options = args.options();
    const ttl = options.integer('TTL');
    options.ignore('ATTRIBUTES');
    options.finish();
    const { family, qualifier } = args.column(2);
    const append = new Append(args.bytes(1)).addColumn(family, qualifier, args.bytes(3));
    if (ttl !== undefined) append.setTTL(ttl);
    const result = await connection.getTable(args.table()).append(append);
    const value = result.getValue(family, qualifier);
    if (value !== null) output.line(`CURRENT VALUE = ${toStringBinary(value)}`);
  },
};
