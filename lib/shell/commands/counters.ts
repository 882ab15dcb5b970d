import { toLong } from '../../bytes/bytes.js';
import { Get } from '../../model/get.js';
import { Increment } from '../../model/increment.js';
import type { Command } from '../command.js';
import type { Output } from '../output.js';

const incr: Command = {
  name: 'incr',
  group: 'dml',
  arity: [3, 5],
  help: `Adds an amount, 1 by default, to a counter and prints the new value:

  incr 't', 'row', 'family:qualifier'
  incr 't', 'row', 'family:qualifier', 10
  incr 't', 'row', 'family:qualifier', -1, {TTL => 60000}

TTL is the time to live of the value in milliseconds.`,
  async run({ connection, output }, args) {
    const options = args.options();
    const ttl = options.integer('TTL');
    options.ignore('ATTRIBUTES');
    options.finish();
    const { family, qualifier } = args.column(2);
    const amount = args.long(3, 'an amount') ?? 1n;
    const increment = new Increment(args.bytes(1)).addColumn(family, qualifier, amount);
    if (ttl !== undefined) increment.setTTL(ttl);
    const result = await connection.getTable(args.table()).increment(increment);
    printCounter(output, result.getValue(family, qualifier));
  },
};

const getCounter: Command = {
  name: 'get_counter',
  group: 'dml',
  arity: [3, 3],
  help: `Prints the value of a counter:

  get_counter 't', 'row', 'family:qualifier'`,
  async run({ connection, output }, args) {
    const { family, qualifier } = args.column(2);
    const result = await connection.getTable(args.table()).get(new Get(args.bytes(1)).addColumn(family, qualifier));
    printCounter(output, result.getValue(family, qualifier));
  },
};

export const COUNTERS: readonly Command[] = [incr, getCounter];

function printCounter(output: Output, value: Uint8Array | null): void {
  output.line(value === null ? 'No counter found at specified coordinates' : `COUNTER VALUE = ${toLong(value)}`);
}
