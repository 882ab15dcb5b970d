import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../../bytes/byte-writer.js';
import { encodeText } from '../../bytes/text.js';
import { encodeCall } from '../thrift/message.js';
import { METHODS } from '../thrift/methods.js';
import { BINARY, I32, TEXT } from '../thrift/types.js';
import { PROXIED_METHODS } from './proxied-methods.js';
import { readCall } from './read-call.js';
import { Refusal } from './refusal.js';

const [BYTE_ID, BINARY_ID, STRUCT_ID, LIST_ID] = [3, 11, 12, 15];
const t = encodeText('t');

/** A call of `name` whose arguments are `fields`. */
function call(name: string, fields: (out: ByteWriter) => void, head = 0x8001_0001): Uint8Array {
  const out = new ByteWriter();
  I32.write(out, head | 0);
  TEXT.write(out, name);
  I32.write(out, 0);
  fields(out);
  out.u8(0);
  return out.written();
}

function field(out: ByteWriter, type: number, number: number): void {
  out.u8(type);
  out.u8(number >> 8);
  out.u8(number);
}

function text(out: ByteWriter, number: number, value: string): void {
  field(out, BINARY_ID, number);
  TEXT.write(out, value);
}

/** A list of names of tables. */
function names(out: ByteWriter, tables: readonly string[]): void {
  field(out, LIST_ID, 1);
  out.u8(STRUCT_ID);
  I32.write(out, tables.length);
  for (const name of tables) {
    text(out, 2, name);
    out.u8(0);
  }
}

function refusalOf(body: Uint8Array): string {
  try {
    readCall(body);
  } catch (error) {
    if (error instanceof Refusal) return `${error.status} ${error.message}`;
    throw error;
  }
  return 'accepted';
}

describe('the call in a request', () => {
  it('is known for every method that Bigtab sends', () => {
    expect(Object.keys(METHODS).filter((name) => !PROXIED_METHODS.has(name))).toEqual([]);
  });

  it('has the table that a read or a write names', () => {
    const put = { row: t, columnValues: [{ family: t, qualifier: t, value: t, timestamp: 5, tags: t, type: 4 }] };
    const attributes = [[t, t]] as const;
    const scan = {
      startRow: t,
      attributes,
      colFamTimeRangeMap: [[t, { minStamp: 1, maxStamp: 2 }]] as const,
      limit: 3,
    };
    const mutations = { row: t, mutations: [{ put }, { deleteSingle: { row: t, columns: [{ family: t }] } }] };
    const table = encodeText('ns:t');
    expect(readCall(encodeCall('putMultiple', { table, puts: [put, { ...put, attributes, durability: 2 }] }))).toEqual({
      method: 'putMultiple',
      kind: 'write',
      tables: ['ns:t'],
      system: false,
      code: null,
    });
    expect(readCall(encodeCall('getScannerResults', { table, scan, rows: 5 })).kind).toBe('read');
    expect(readCall(encodeCall('mutateRow', { table, mutations })).tables).toEqual(['ns:t']);
    const check = { table, row: t, family: t, qualifier: t, op: 2, value: t, mutations };
    expect(readCall(encodeCall('checkAndMutate', check))).toMatchObject({ kind: 'write', tables: ['ns:t'] });
  });

  it('has the tables in descriptors and in lists of names', () => {
    const descriptor = { tableName: { ns: encodeText('ns'), qualifier: t }, columns: [{ name: t }] };
    expect(readCall(encodeCall('createTable', { descriptor, splitKeys: [t] }))).toMatchObject({
      kind: 'admin',
      tables: ['ns:t'],
    });
    expect(readCall(call('getTableDescriptors', (out) => names(out, ['a', 'b'])))).toMatchObject({
      method: 'getTableDescriptors',
      kind: 'read',
      tables: ['a', 'b'],
    });
  });

  it('has no table if it names none', () => {
    expect(readCall(encodeCall('getScannerRows', { scanner: 1, rows: 1 })).tables).toEqual([]);
    expect(readCall(call('tableExists', () => {})).tables).toEqual([]);
  });

  it('is refused if a field occurs twice, because the gateway would use the last one', () => {
    const twice = call('getAllRegionLocations', (out) => {
      text(out, 1, 't');
      text(out, 1, 'secret');
    });
    expect(refusalOf(twice)).toMatch(/^400 .* the field 1 occurs twice/);
    const nested = call('tableExists', (out) => {
      field(out, STRUCT_ID, 1);
      for (const name of ['t', 'secret']) text(out, 2, name);
      out.u8(0);
    });
    expect(refusalOf(nested)).toMatch(/^400 .* the field 2 occurs twice/);
  });

  it('is refused if the elements of a list have another type, because the gateway would read other fields after it', () => {
    const hidden = call('getMultiple', (out) => {
      text(out, 1, 't');
      // For the gateway, this list is a struct without fields, and what follows it are arguments.
      field(out, LIST_ID, 2);
      out.u8(BYTE_ID);
      I32.write(out, 1);
      out.u8(0);
      text(out, 1, 'secret');
    });
    expect(refusalOf(hidden)).toMatch(/^400 .* expected a value of Thrift's type 12, found 3/);
  });

  it('is refused if a map has other types', () => {
    const map = call('createNamespace', (out) => {
      field(out, STRUCT_ID, 1);
      field(out, 13, 2);
      out.u8(BYTE_ID);
      out.u8(BYTE_ID);
      I32.write(out, 0);
      out.u8(0);
    });
    expect(refusalOf(map)).toMatch(/^400 .* expected a value of Thrift's type 11, found 3/);
  });

  it.each([0, 2])('is refused if a union has %i fields, because the gateway would read only one', (count) => {
    const mutations = { put: { row: t, columnValues: [] }, deleteSingle: { row: t } };
    const rowMutations = { row: t, mutations: [count === 0 ? {} : mutations] };
    const body = encodeCall('mutateRow', { table: t, mutations: rowMutations });
    expect(refusalOf(body)).toMatch(/^400 .* a union must have one field/);
  });

  it('is refused if a field is unknown or has another type', () => {
    expect(refusalOf(call('getAllRegionLocations', (out) => text(out, 2, 't')))).toMatch(/the field 2 is not known/);
    expect(refusalOf(call('getAllRegionLocations', (out) => text(out, -1, 't')))).toMatch(/the field -1 is not known/);
    const struct = call('getAllRegionLocations', (out) => {
      field(out, STRUCT_ID, 1);
      out.u8(0);
    });
    expect(refusalOf(struct)).toMatch(/expected a value of Thrift's type 11, found 12/);
  });

  it('is refused if a list has a negative length', () => {
    const body = call('getMultiple', (out) => {
      field(out, LIST_ID, 2);
      out.u8(STRUCT_ID);
      I32.write(out, -1);
    });
    expect(refusalOf(body)).toMatch(/^400 .* a collection has -1 elements/);
  });

  it('is refused wherever it is cut off, and if bytes follow it', () => {
    const body = encodeCall('put', { table: t, put: { row: t, columnValues: [] } });
    for (let length = 0; length < body.length; length++) {
      expect(refusalOf(body.subarray(0, length))).toMatch(/^400 /);
    }
    expect(refusalOf(body)).toBe('accepted');
    expect(refusalOf(new Uint8Array([...body, 0]))).toBe(
      '400 The body has 1 bytes after its call of put. Send one call a request.',
    );
  });

  it('is refused if it expects no answer, is a reply, or is not in the strict form', () => {
    for (const kind of [2, 3, 4]) {
      expect(refusalOf(call('listNamespaces', () => {}, 0x8001_0000 + kind))).toMatch(/^400 Only calls are passed on/);
    }
    const old = new ByteWriter();
    TEXT.write(old, 'listNamespaces');
    old.u8(1);
    I32.write(old, 0);
    old.u8(0);
    expect(refusalOf(old.written())).toMatch(/^400 .* not Thrift's binary protocol/);
  });

  it.each(['grant', 'constructor', '__proto__', 'PUT', '\uFEFFput'])('is refused if its method is %s', (name) => {
    expect(refusalOf(call(name, () => {}))).toMatch(/^403 This proxy does not know /);
  });

  it('does not repeat the name of an unknown method that is no word', () => {
    expect(refusalOf(call('<b>\n', () => {}))).toContain('does not know its method');
  });

  it('is refused at its 10,001st table, before the rest is read', () => {
    const tables = new Array<string>(10_000).fill('t');
    expect(readCall(call('getTableDescriptors', (out) => names(out, tables))).tables).toHaveLength(10_000);
    // What follows is neither a table nor Thrift.
    const longer = call('getTableDescriptors', (out) => {
      names(out, [...tables, 't', ':']);
      out.raw(new Uint8Array(100).fill(0xff));
    });
    expect(refusalOf(longer)).toBe('413 The request names more than 10000 tables. Send smaller lists.');
  });

  it('is refused if the name of its table is not valid', () => {
    for (const name of [':t', 'ns:', 'a:b:c', '', 'x'.repeat(1025)]) {
      expect(refusalOf(call('getAllRegionLocations', (out) => text(out, 1, name)))).toMatch(
        /^400 .* the name of a table is not valid/,
      );
    }
    const latin = call('getAllRegionLocations', (out) => {
      field(out, BINARY_ID, 1);
      BINARY.write(out, new Uint8Array([0xe4]));
    });
    expect(refusalOf(latin)).toContain('it is not UTF-8');
  });
});
