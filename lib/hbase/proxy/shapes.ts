/*
 * Shapes of the values in a call. The gateway reads a value by the type that its interface states, not by the types that
 * the bytes state for the elements of lists and maps, and of two fields with one number it takes the last. A reader that
 * relied on the bytes could therefore see another table than the gateway. So the bytes of a call must match the
 * interface in every type, and a field must be known and occur once.
 */
import type { ByteReader } from '../../bytes/byte-reader.js';
import { corruption } from '../../errors.js';
import { BINARY, I32, type Type } from '../thrift/types.js';
import type { CallNames } from './call-names.js';

/** What the bytes of a value must look like. */
export interface Shape {
  /** Thrift's number of the type. */
  readonly id: number;
  /**
   * Moves behind the value, and adds to `names` what it names. Throws CORRUPTION if it has another shape, and a Refusal for too
   * many names.
   */
  check(reader: ByteReader, names: CallNames): void;
}

export const STRUCT_ID = 12;

const STOP = 0;
const [MAP_ID, SET_ID, LIST_ID] = [13, 14, 15];

export const BOOL: Shape = fixed(2, 1);
export const BYTE: Shape = fixed(3, 1);
export const I16: Shape = fixed(6, 2);
export const INT: Shape = fixed(I32.id, 4);
export const LONG: Shape = fixed(10, 8);

/** Bytes or text. */
export const BYTES: Shape = {
  id: BINARY.id,
  check: (reader) => reader.skip(I32.read(reader)),
};

/** Something with the type of `type`, whose value `add` adds to the names. */
export function naming<T>(type: Type<T>, shape: Shape, add: (names: CallNames, value: T) => void): Shape {
  return {
    id: shape.id,
    check(reader, names) {
      const start = reader.offset;
      shape.check(reader, names);
      reader.offset = start;
      add(names, type.read(reader));
    },
  };
}

export function listOf(element: Shape): Shape {
  return elements(LIST_ID, [element]);
}

export function setOf(element: Shape): Shape {
  return elements(SET_ID, [element]);
}

export function mapOf(key: Shape, value: Shape): Shape {
  return elements(MAP_ID, [key, value]);
}

/** The attributes or the configuration of a table, a family or a namespace, which are among the names. */
export const ATTRIBUTES: Shape = {
  id: MAP_ID,
  check(reader, names) {
    for (let left = countOf([BYTES, BYTES], reader); left > 0; left--) {
      names.addAttribute(BINARY.read(reader), BINARY.read(reader));
    }
  },
};

/** A struct with fields of these numbers. */
export function structOf(fields: Readonly<Record<number, Shape>>): Shape {
  return {
    id: STRUCT_ID,
    check(reader, names) {
      checkFields(fields, reader, names);
    },
  };
}

/** A union: a struct with one field. The gateway does not read whether another one follows. */
export function unionOf(fields: Readonly<Record<number, Shape>>): Shape {
  return {
    id: STRUCT_ID,
    check(reader, names) {
      const at = reader.offset;
      if (checkFields(fields, reader, names) !== 1) throw corruption(reader.where, at, 'a union must have one field');
    },
  };
}

/** Returns the number of fields. */
function checkFields(fields: Readonly<Record<number, Shape>>, reader: ByteReader, names: CallNames): number {
  let seen = 0;
  let count = 0;
  for (let id = reader.u8(); id !== STOP; id = reader.u8()) {
    const at = reader.offset;
    reader.skip(2);
    const number = reader.view.getInt16(at);
    const shape = fields[number];
    if (shape === undefined) throw corruption(reader.where, at, `the field ${number} is not known`);
    // Numbers of fields are below 32.
    if ((seen & (1 << number)) !== 0) throw corruption(reader.where, at, `the field ${number} occurs twice`);
    seen |= 1 << number;
    count++;
    checkType(id, shape, reader, at);
    shape.check(reader, names);
  }
  return count;
}

/** A list, a set or a map: the types of what is repeated, the count, and the values in turn. */
function elements(id: number, parts: readonly Shape[]): Shape {
  return {
    id,
    check(reader, names) {
      for (let left = countOf(parts, reader); left > 0; left--) for (const part of parts) part.check(reader, names);
    },
  };
}

/** Reads the head of a collection, and returns how often `parts` follow. */
function countOf(parts: readonly Shape[], reader: ByteReader): number {
  const at = reader.offset;
  for (const part of parts) checkType(reader.u8(), part, reader, at);
  const count = I32.read(reader);
  if (count < 0) throw corruption(reader.where, at, `a collection has ${count} elements`);
  return count;
}

function checkType(id: number, shape: Shape, reader: ByteReader, at: number): void {
  if (id !== shape.id) throw corruption(reader.where, at, `expected a value of Thrift's type ${shape.id}, found ${id}`);
}

function fixed(id: number, bytes: number): Shape {
  return { id, check: (reader) => reader.skip(bytes) };
}
