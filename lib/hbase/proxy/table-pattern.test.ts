import { describe, expect, it } from 'vitest';
import { readTablePatterns } from './table-pattern.js';

function matched(pattern: string, tables: readonly string[]): readonly string[] {
  return tables.filter(readTablePatterns([pattern], 'tables').has);
}

const TABLES = ['app', 'app_1', 'application', 'ns:app', 'ns:other', 'ns2:app', 'hbase:meta'];

describe('a pattern of tables', () => {
  it.each([
    ['*', ['app', 'app_1', 'application', 'ns:app', 'ns:other', 'ns2:app']],
    ['app', ['app']],
    ['default:app', ['app']],
    ['app*', ['app', 'app_1', 'application']],
    ['a*1', ['app_1']],
    ['ns:*', ['ns:app', 'ns:other']],
    ['ns*:app', ['ns:app', 'ns2:app']],
    ['*:*', ['ns:app', 'ns:other', 'ns2:app']],
    ['default:*', ['app', 'app_1', 'application']],
    ['hbase:*', ['hbase:meta']],
    ['hbase:meta', ['hbase:meta']],
  ])('%s matches these tables', (pattern, expected) => {
    expect(matched(pattern, TABLES)).toEqual(expected);
  });

  it('takes a dot as a dot', () => {
    expect(matched('a.b', ['a.b', 'axb'])).toEqual(['a.b']);
  });

  it('matches nothing if there is none', () => {
    expect(readTablePatterns([], 'tables').has('t')).toBe(false);
  });

  it('stands for all tables only as *', () => {
    expect(readTablePatterns(['t', '*'], 'tables').all).toBe(true);
    expect(readTablePatterns(['*:*', 'default:*'], 'tables').all).toBe(false);
  });

  it('includes the namespace hbase only if it begins with hbase:', () => {
    expect(readTablePatterns(['t', 'hbase:meta'], 'tables').system).toBe(true);
    expect(readTablePatterns(['*', '*:*', 'hbase*:*', 'hbase'], 'tables').system).toBe(false);
  });

  it.each(['', ':t', 'a:b:c', 'a b', '(t)', 'ns:'])("'%s' is refused", (pattern) => {
    expect(() => readTablePatterns([pattern], 'tables')).toThrow(
      `tables has '${pattern}', which is not a pattern of tables`,
    );
  });
});
