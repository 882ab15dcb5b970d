import { describe, expect, it } from 'vitest';
import { ByteReader } from './byte-reader.js';
import { ByteWriter } from './byte-writer.js';

describe('ByteWriter', () => {
  it('writes numbers little-endian', () => {
    const writer = new ByteWriter();
    writer.u8(1);
    writer.u16(0x0203);
    writer.u32(0x04050607);
    writer.f64(1);
    writer.i64(-2n);
    expect([...writer.finish()]).toEqual([
      ...[1, 3, 2, 7, 6, 5, 4],
      ...[0, 0, 0, 0, 0, 0, 0xf0, 0x3f],
      ...[0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
    ]);
  });

  it('allocates memory for the first byte, or for the given length', () => {
    expect(new ByteWriter().bytes).toHaveLength(0);
    expect(new ByteWriter(7).bytes).toHaveLength(7);
    expect([...new ByteWriter().finish(), ...new ByteWriter().release()]).toEqual([]);
    const [one, other] = [new ByteWriter(), new ByteWriter()];
    one.u8(1);
    other.u8(2);
    expect([...one.finish(), ...other.finish()]).toEqual([1, 2]);
  });

  it('writes a u32 length before sized bytes and text', () => {
    const writer = new ByteWriter();
    writer.sized(Uint8Array.of(9, 8));
    writer.text('é');
    writer.text('');
    expect([...writer.finish()]).toEqual([2, 0, 0, 0, 9, 8, 2, 0, 0, 0, 0xc3, 0xa9, 0, 0, 0, 0]);
  });

  it('copies runs of any length and part of an array', () => {
    const long = Uint8Array.from({ length: 200 }, (_, index) => index);
    const writer = new ByteWriter(1);
    writer.raw(long);
    writer.raw(long, 10, 3);
    writer.raw(long, 100);
    writer.raw(long, 0, 0);
    expect([...writer.finish()]).toEqual([...long, 10, 11, 12, ...long.subarray(100)]);
  });

  it('keeps what was written when it grows', () => {
    const writer = new ByteWriter(0);
    for (let index = 0; index < 1000; index++) writer.u32(index);
    const reader = new ByteReader(writer.finish(), 0, 4000, 'test');
    for (let index = 0; index < 1000; index++) expect(reader.u32()).toBe(index);
    expect(writer.view.getUint32(3996, true)).toBe(999);
    expect(writer.view.buffer).toBe(writer.bytes.buffer);
  });

  it('reserves space that is filled in later', () => {
    const writer = new ByteWriter(2);
    const at = writer.reserve(4);
    writer.u8(5);
    writer.patchU32(at, writer.length);
    expect(at).toBe(0);
    expect([...writer.finish()]).toEqual([5, 0, 0, 0, 5]);
  });

  it('removes everything after a mark, or everything', () => {
    const writer = new ByteWriter();
    writer.u8(1);
    const mark = writer.length;
    writer.u32(7);
    writer.truncate(mark);
    writer.u8(2);
    expect([...writer.finish()]).toEqual([1, 2]);
    writer.reset();
    expect(writer.finish()).toEqual(new Uint8Array(0));
  });

  it('returns a copy with its own buffer', () => {
    const writer = new ByteWriter();
    writer.u8(1);
    const finished = writer.finish();
    writer.bytes[0] = 9;
    expect([...finished]).toEqual([1]);
    expect(finished.buffer.byteLength).toBe(1);
  });
});
