import { describe, expect, it } from 'vitest';
import { Scan } from './scan.js';

const refused = (message: string) =>
  expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringContaining(message) });

describe('A bound of a scan', () => {
  it.each(['start', 'stop', 'prefix', 'equals', 'from', 'to'])(
    'that is present but undefined is refused, because the scan would read more: %s',
    (name) => {
      const cure = `...(value !== undefined && { ${name}: value })`;
      expect(() => new Scan({ index: 'i', [name]: undefined } as never)).toThrowError(refused(cure));
      expect(() => new Scan({ [name]: undefined } as never)).toThrowError(refused(cure));
      expect(() => new Scan({ [name]: ['a', undefined] } as never)).toThrowError(refused(cure));
      expect(() => new Scan({ [name]: new Array(1) } as never)).toThrowError(refused(cure));
      expect(() => new Scan(Object.create({ [name]: undefined }) as never)).toThrowError(refused(cure));
    },
  );

  it('that is null is none: start, stop, from and to', () => {
    expect(new Scan({ start: null, stop: null, from: null, to: null })).toEqual(new Scan());
    expect(new Scan({ start: null, stop: 'b' })).toEqual(new Scan({ stop: 'b' }));
    expect(new Scan({ prefix: 'a', start: null, stop: null })).toEqual(new Scan({ prefix: 'a' }));
    expect(new Scan({ index: 'i', from: null, to: 'b', start: null })).toEqual(new Scan({ index: 'i', to: 'b' }));
    expect(new Scan({ index: 'i', equals: 'a', from: null, to: null })).toEqual(new Scan({ index: 'i', equals: 'a' }));
  });

  it('that cannot be null is refused: equals and prefix', () => {
    for (const name of ['equals', 'prefix'])
      for (const scan of [{ [name]: null }, { index: 'i', [name]: null }])
        expect(() => new Scan(scan as never)).toThrowError(refused(`${name} must be text or bytes; got null`));
  });

  it('of methods is never undefined', () => {
    const scan = new Scan();
    for (const name of [
      'withStartRow',
      'withStopRow',
      'setStartRow',
      'setStopRow',
      'setStartStopRowForPrefixScan',
      'setRowPrefixFilter',
    ] as const)
      expect(() => scan[name](undefined as never)).toThrowError(refused('undefined'));
    expect(scan).toEqual(new Scan());
  });

  it('does not change what undefined means for other options', () => {
    const others = { limit: undefined, after: undefined, filter: undefined, columns: undefined, versions: undefined };
    const flags = { startInclusive: undefined, stopInclusive: undefined, index: undefined, reversed: undefined };
    expect(new Scan({ ...others, ...flags } as never)).toEqual(new Scan());
  });
});
