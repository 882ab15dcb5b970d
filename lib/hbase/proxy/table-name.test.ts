import { describe, expect, it } from 'vitest';
import { encodeText } from '../../bytes/text.js';
import { tableName, tableNameOfBytes } from './table-name.js';

describe('the name of a table', () => {
  it('has one form, however a call spells it', () => {
    const inBytes = (name: string) => tableNameOfBytes(encodeText(name));
    const inParts = (ns: string | undefined, name: string) =>
      tableName(ns === undefined ? undefined : encodeText(ns), encodeText(name));
    expect([inBytes('t'), inBytes('default:t')]).toEqual(['t', 't']);
    expect([inParts(undefined, 't'), inParts('', 't'), inParts('default', 't')]).toEqual(['t', 't', 't']);
    expect([inBytes('ns:t'), inParts('ns', 't')]).toEqual(['ns:t', 'ns:t']);
  });

  it('is refused if a part of it contains a colon', () => {
    expect(() => tableName(undefined, encodeText('hbase:meta'))).toThrow('more than one colon');
    expect(() => tableName(encodeText('a:b'), encodeText('t'))).toThrow('more than one colon');
  });

  it('is refused without a table', () => {
    expect(() => tableName(encodeText('ns'), undefined)).toThrow('it is empty');
  });
});
