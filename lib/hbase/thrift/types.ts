/*
 * Types of Thrift's binary protocol, as values: each one writes and reads itself. A struct is a table of its fields, so
 * no code is generated. Big-endian.
 *
 *   bool, byte   u8
 *   i32, i64     4 or 8 bytes
 *   binary, text i32 length, then the bytes
 *   list         u8 type of the elements, i32 count, then the elements
 *   map          u8 type of the keys, u8 type of the values, i32 count, then key and value in turn
 *   struct       fields, each: u8 type, i16 number, value; u8 0 ends them
 */
import type { ByteReader } from '../../bytes/byte-reader.js';
import type { ByteWriter } from '../../bytes/byte-writer.js';
import { decodeText, encodeText } from '../../bytes/text.js';
import { corruption } from '../../errors.js';

/** A type of Thrift, and how its values are written and read. */
export interface Type<T> {
  /** Thrift's number of the type. */
  readonly id: number;
  write(out: ByteWriter, value: T): void;
  read(reader: ByteReader): T;
}

/** A 64-bit integer: a `bigint` where a number could not hold it exactly. */
export type Int64 = number | bigint;

const STOP = 0;
const [BOOL_ID, BYTE_ID, DOUBLE_ID, I16_ID, I32_ID, I64_ID] = [2, 3, 4, 6, 8, 10];
const [BINARY_ID, STRUCT_ID, MAP_ID, SET_ID, LIST_ID] = [11, 12, 13, 14, 15];

/** The bytes of the types with a fixed length. */
const FIXED: Readonly<Record<number, number>> = {
  [BOOL_ID]: 1,
  [BYTE_ID]: 1,
  [DOUBLE_ID]: 8,
  [I16_ID]: 2,
  [I32_ID]: 4,
  [I64_ID]: 8,
};

/** Deeper values do not occur in any answer. */
const MAX_DEPTH = 32;

export const BOOL: Type<boolean> = {
  id: BOOL_ID,
  write: (out, value) => out.u8(value ? 1 : 0),
  read: (reader) => reader.u8() !== 0,
};

export const BYTE: Type<number> = {
  id: BYTE_ID,
  write: (out, value) => out.u8(value),
  read: (reader) => reader.u8(),
};

export const I32: Type<number> = { id: I32_ID, write: writeInt32, read: readInt32 };

/** Accepts both forms; returns a number if it holds the value exactly. */
export const I64: Type<Int64> = {
  id: I64_ID,
  write(out, value) {
    const at = out.reserve(8);
    if (typeof value === 'bigint') {
      out.view.setBigInt64(at, value);
    } else {
      const high = Math.floor(value / 2 ** 32);
      out.view.setInt32(at, high);
      out.view.setUint32(at + 4, value - high * 2 ** 32);
    }
  },
  read(reader) {
    const at = reader.offset;
    reader.skip(8);
    const high = reader.view.getInt32(at);
    // 21 bits and the sign: together with the lower 32 bits what a number holds exactly.
    if (high >= 2 ** 21 || high < -(2 ** 21)) return reader.view.getBigInt64(at);
    return high * 2 ** 32 + reader.view.getUint32(at + 4);
  },
};

/** Bytes; what is read is not copied. */
export const BINARY: Type<Uint8Array> = {
  id: BINARY_ID,
  write(out, value) {
    writeInt32(out, value.length);
    out.raw(value);
  },
  read: (reader) => reader.raw(readInt32(reader)),
};

export const TEXT: Type<string> = {
  id: BINARY_ID,
  write: (out, value) => BINARY.write(out, encodeText(value)),
  read: (reader) => decodeText(BINARY.read(reader)),
};

export function list<T>(element: Type<T>): Type<readonly T[]> {
  return {
    id: LIST_ID,
    write(out, values) {
      out.u8(element.id);
      writeInt32(out, values.length);
      for (const value of values) element.write(out, value);
    },
    read(reader) {
      const at = reader.offset;
      const id = reader.u8();
      const values: T[] = [];
      const count = readInt32(reader);
      if (count < 0 || (count > 0 && id !== element.id)) throw unexpected(reader, at, id);
      for (let left = count; left > 0; left--) values.push(element.read(reader));
      return values;
    },
  };
}

/** The entries of a map, whose keys are unique. */
export type Entries<K, V> = readonly (readonly [K, V])[];

export function map<K, V>(key: Type<K>, value: Type<V>): Type<Entries<K, V>> {
  return {
    id: MAP_ID,
    write(out, entries) {
      out.u8(key.id);
      out.u8(value.id);
      writeInt32(out, entries.length);
      for (const [one, other] of entries) {
        key.write(out, one);
        value.write(out, other);
      }
    },
    read(reader) {
      const at = reader.offset;
      const [keyId, valueId] = [reader.u8(), reader.u8()];
      const entries: [K, V][] = [];
      const count = readInt32(reader);
      if (count < 0 || (count > 0 && (keyId !== key.id || valueId !== value.id))) throw unexpected(reader, at, keyId);
      for (let left = count; left > 0; left--) entries.push([key.read(reader), value.read(reader)]);
      return entries;
    },
  };
}

/** The fields of a struct: the number and the type of each. */
export type Fields<T> = {
  readonly [Name in keyof T]-?: readonly [number: number, type: Type<Exclude<T[Name], undefined>>];
};

/** A struct. A field that is left out is not sent; one that the table does not have is skipped. */
export function struct<T extends object>(fields: Fields<T>): Type<T> {
  const known = Object.entries(fields) as unknown as readonly [keyof T & string, readonly [number, Type<unknown>]][];
  const byNumber = new Map(known.map(([name, [number, type]]) => [number, { name, type }]));
  return {
    id: STRUCT_ID,
    write(out, values) {
      for (const [name, [number, type]] of known) {
        const value = values[name];
        if (value === undefined) continue;
        out.u8(type.id);
        const at = out.reserve(2);
        out.view.setInt16(at, number);
        type.write(out, value);
      }
      out.u8(STOP);
    },
    read(reader) {
      const values: Record<string, unknown> = {};
      for (let id = reader.u8(); id !== STOP; id = reader.u8()) {
        const at = reader.offset;
        reader.skip(2);
        const field = byNumber.get(reader.view.getInt16(at));
        if (field?.type.id === id) values[field.name] = field.type.read(reader);
        else skipValue(reader, id);
      }
      return values as T;
    },
  };
}

/** Skips a value of the type with this number. Throws CORRUPTION for an unknown type, and for a value that is too deep. */
export function skipValue(reader: ByteReader, id: number, depth: number = MAX_DEPTH): void {
  const fixed = FIXED[id];
  if (depth === 0) throw unexpected(reader, reader.offset, id);
  if (fixed !== undefined) {
    reader.skip(fixed);
  } else if (id === BINARY_ID) {
    reader.skip(readInt32(reader));
  } else if (id === LIST_ID || id === SET_ID) {
    const element = reader.u8();
    for (let left = readInt32(reader); left > 0; left--) skipValue(reader, element, depth - 1);
  } else if (id === MAP_ID) {
    const [key, value] = [reader.u8(), reader.u8()];
    for (let left = readInt32(reader); left > 0; left--) {
      skipValue(reader, key, depth - 1);
      skipValue(reader, value, depth - 1);
    }
  } else if (id === STRUCT_ID) {
    for (let field = reader.u8(); field !== STOP; field = reader.u8()) {
      reader.skip(2);
      skipValue(reader, field, depth - 1);
    }
  } else {
    throw unexpected(reader, reader.offset, id);
  }
}

function writeInt32(out: ByteWriter, value: number): void {
  const at = out.reserve(4);
  out.view.setInt32(at, value);
}

function readInt32(reader: ByteReader): number {
  const at = reader.offset;
  reader.skip(4);
  return reader.view.getInt32(at);
}

function unexpected(reader: ByteReader, at: number, id: number): Error {
  return corruption(reader.where, at, `a value of Thrift's type ${id} is not expected here`);
}
