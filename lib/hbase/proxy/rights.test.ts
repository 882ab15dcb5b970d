import { describe, expect, it } from 'vitest';
import { PROXIED_METHODS } from './proxied-methods.js';
import { Refusal } from './refusal.js';
import { checkRights, type Rights } from './rights.js';
import { readTablePatterns } from './table-pattern.js';

function rights(tables: readonly string[], others: Partial<Rights> = {}): Rights {
  return {
    readOnly: false,
    changeTables: true,
    allowCode: false,
    tables: [readTablePatterns(tables, 'tables')],
    decidedByHBase: false,
    ...others,
  };
}

/** The reason for which a call is refused; null if it is allowed. */
function refusal(method: string, tables: readonly string[], of: Rights): string | null {
  const { kind } = PROXIED_METHODS.get(method) ?? {};
  if (kind === undefined) throw new Error(`${method} is not known`);
  try {
    checkRights({ method, kind, tables, system: false, code: null }, of);
    return null;
  } catch (error) {
    if (error instanceof Refusal && error.status === 403) return error.message;
    throw error;
  }
}

describe('rights', () => {
  it('to reads only refuse everything that changes data, tables or namespaces', () => {
    const allowed = [...PROXIED_METHODS.keys()].filter(
      (method) => refusal(method, ['t'], rights(['*'], { readOnly: true })) === null,
    );
    expect(
      allowed.filter((method) => !/^(get|exists|is|list|tableExists|openScanner|closeScanner)/.test(method)),
    ).toEqual([]);
    expect(allowed).toHaveLength(27);
    expect(refusal('increment', ['t'], rights(['*'], { readOnly: true }))).toBe(
      "increment is not a read, and only reads are allowed here. To allow it, leave out readOnly (--read-only) in the proxy's options and in what the login hook returns.",
    );
  });

  it('to rows only refuse what changes tables or namespaces, and nothing else', () => {
    const refused = [...PROXIED_METHODS].filter(
      ([method]) => refusal(method, ['t'], rights(['*'], { changeTables: false })) !== null,
    );
    expect(refused).toEqual([...PROXIED_METHODS].filter(([, { kind }]) => kind === 'admin'));
    expect(refused).toHaveLength(13);
  });

  it('to some tables allow calls that name only these', () => {
    const some = rights(['app', 'ns:*']);
    expect(refusal('get', ['app'], some)).toBeNull();
    expect(refusal('createTable', ['ns:new'], some)).toBeNull();
    expect(refusal('getTableDescriptors', ['app', 'ns:x'], some)).toBeNull();
    expect(refusal('getTableDescriptors', ['app', 'other'], some)).toContain('names the table "other"');
    expect(refusal('get', ['other'], some)).toBe(
      'get names the table "other", which is not allowed here. Allow it in the option tables (--tables) and the tables that the login hook returns.',
    );
  });

  it('to some tables refuse calls that name none', () => {
    for (const method of [
      'listNamespaces',
      'getSlowLogResponses',
      'getClusterId',
      'getTableNamesByPattern',
      'tableExists',
    ]) {
      expect(refusal(method, [], rights(['app']))).toContain('names no table, so it needs rights to all tables');
      expect(refusal(method, [], rights(['*']))).toBeNull();
    }
  });

  it('to some tables refuse scanners, whose numbers can be guessed', () => {
    for (const [method, tables] of Object.entries({ openScanner: ['app'], getScannerRows: [], closeScanner: [] })) {
      expect(refusal(method, tables, rights(['app']))).toContain('works with the number of a scanner');
      expect(refusal(method, tables, rights(['*'], { decidedByHBase: true }))).toContain('number of a scanner');
      expect(refusal(method, tables, rights(['*']))).toBeNull();
    }
  });

  it('to all tables include those of HBase itself only if a pattern names them', () => {
    expect(refusal('get', ['hbase:meta'], rights(['*']))).toContain(
      'a table of HBase itself, which * does not include',
    );
    expect(refusal('get', ['hbase:meta'], rights(['*', 'hbase:meta']))).toBeNull();
    expect(refusal('openScanner', ['hbase:meta'], rights(['*', 'hbase:meta']))).toContain('all users could read');
  });

  it('must come from the options and from the login hook', () => {
    const both = { ...rights([]), tables: [readTablePatterns(['a', 'b'], ''), readTablePatterns(['b', 'c'], '')] };
    expect(['a', 'b', 'c'].map((table) => refusal('get', [table], both) === null)).toEqual([false, true, false]);
  });

  it('are not needed to ask for the type of the server', () => {
    expect(refusal('getThriftServerType', [], rights([]))).toBeNull();
  });
});
