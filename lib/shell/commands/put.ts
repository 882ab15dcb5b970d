import { Put } from '../../model/put.js';
import type { Command } from '../command.js';

export const put: Command = {
  name: 'put',
  group: 'dml',
  arity: [4, 6],
  help: `Writes a value into a column of a row, at a timestamp or now:

  put 't', 'row', 'family:qualifier', 'value'
  put 't', 'row', 'family:qualifier', 'value', 1700000000000
  put 't', 'row', 'family:qualifier', 'value', {TTL => 60000}

TTL is the time to live of the value in milliseconds. Write bytes that you cannot type in double quotes: "\\x00\\xFF".`,
  async run({ connection }, args) {
    const options = args.options();
    const ttl = options.integer('TTL');
    options.ignore('ATTRIBUTES');
    options.finish();
    const { family, qualifier } = args.column(2);
    const write = new Put(args.bytes(1), args.timestamp(4)).addColumn(family, qualifier, args.bytes(3));
    if (ttl !== undefined) write.setTTL(ttl);
    await connection.getTable(args.table()).put(write);
  },
};
