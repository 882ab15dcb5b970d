import { describe, expect, it } from 'vitest';
import { Delete } from './delete.js';
import { Get } from './get.js';
import { Increment } from './increment.js';
import { Put } from './put.js';
import { Scan } from './scan.js';

/** What a framework's reactive state turns an object into: a proxy, whose lists and plain parts are proxies too. */
function reactive<T extends object>(target: T): T {
  return new Proxy(target, {
    get(object, key, receiver) {
      const value: unknown = Reflect.get(object, key, receiver);
      return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) ? reactive(value) : value;
    },
  });
}

describe('a request in a proxy', () => {
  it('works like the request', () => {
    const put = reactive(new Put('r', 5))
      .addColumn('g', 'q', 'v')
      .addColumn('f', 'q', 7, 'w')
      .setDurability('SKIP_WAL');
    expect(put.has('f', 'q', 7, 'w')).toBe(true);
    expect(put.cells).toHaveLength(2);
    expect(new Put(put)).toEqual(
      new Put('r', 5).addColumn('g', 'q', 'v').addColumn('f', 'q', 7, 'w').setDurability('SKIP_WAL'),
    );

    const remove = reactive(new Delete('r')).addColumns('f', 'q').addFamily('g').setTimestamp(4);
    expect(new Delete(remove)).toEqual(new Delete('r').addColumns('f', 'q').addFamily('g').setTimestamp(4));

    const get = reactive(new Get('r')).addColumn('f', 'b').addColumn('f', 'a').addFamily('g');
    expect(new Get(get)).toEqual(new Get({ row: 'r', columns: ['f:a', 'f:b', 'g'] }));

    const scan = reactive(new Scan()).withStartRow('b').withStopRow('a').setLimit(3).setReversed(true).addFamily('f');
    expect(new Scan(scan)).toEqual(new Scan({ start: 'b', stop: 'a', limit: 3, reversed: true, columns: ['f'] }));

    const increment = reactive(new Increment('r')).addColumn('f', 'q', 2n).setReturnResults(false);
    expect(new Increment(increment)).toEqual(
      new Increment({ row: 'r', amounts: { f: { q: 2 } }, returnResults: false }),
    );
  });

  it('is built from a literal in a proxy', () => {
    expect(new Put(reactive({ row: 'r', cells: { f: { q: 'v' } } }))).toEqual(new Put('r').addColumn('f', 'q', 'v'));
    expect(new Put(reactive({ row: 'r', cells: [{ family: 'f', value: 'v' }] }))).toEqual(
      new Put('r').addColumn('f', '', 'v'),
    );
    expect(new Get(reactive({ row: 'r', columns: ['f:q', ['g']] as const }))).toEqual(
      new Get('r').addColumn('f', 'q').addFamily('g'),
    );
  });
});
