import { describe, expectTypeOf, it } from 'vitest';
import * as Bytes from './bytes.js';

describe('Bytes', () => {
  it('returns null only if null is accepted', () => {
    expectTypeOf(Bytes.toText(new Uint8Array())).toEqualTypeOf<string>();
    expectTypeOf(Bytes.toText(null)).toEqualTypeOf<null>();
    expectTypeOf(Bytes.toText(null as Uint8Array | null)).toEqualTypeOf<string | null>();
    expectTypeOf(Bytes.toLong(new Uint8Array())).toEqualTypeOf<bigint>();
    expectTypeOf(Bytes.toLong(null as Uint8Array | null)).toEqualTypeOf<bigint | null>();
    expectTypeOf(Bytes.toNumber(new Uint8Array())).toEqualTypeOf<number>();
    expectTypeOf(Bytes.toDouble(null as Uint8Array | null)).toEqualTypeOf<number | null>();
    expectTypeOf(Bytes.toOrderedLong(new Uint8Array())).toEqualTypeOf<bigint>();
    expectTypeOf(Bytes.toStringBinary(null as Uint8Array | null)).toEqualTypeOf<string | null>();
  });

  it('takes no undefined', () => {
    // @ts-expect-error undefined is not absence
    Bytes.toText(undefined);
    // @ts-expect-error a value that may be undefined must be asked first
    Bytes.toLong(undefined as Uint8Array | undefined);
    // @ts-expect-error the order is one of two words
    Bytes.fromOrderedLong(1, 'DOWN');
  });
});
