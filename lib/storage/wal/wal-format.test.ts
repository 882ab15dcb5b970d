import { describe, expect, it } from 'vitest';
import { crc32c } from '../../bytes/crc32c.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { VisibleFiles } from '../../testing/fakes/visible-files.js';
import { openLog, readBack, testRecord, writeGroup } from '../../testing/samples/log-records.js';
import { decodeSegmentHeader, encodeSegmentHeader, type SegmentHeader, segmentHeaderLength } from './segment-header.js';
import { sealRecord, soundRecordLength } from './wal-record.js';

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');

/** An independent implementation of FORMAT. */
class Bytes {
  readonly #bytes: number[] = [];

  text(text: string): this {
    this.#bytes.push(...new TextEncoder().encode(text));
    return this;
  }

  u8(value: number): this {
    this.#bytes.push(value);
    return this;
  }

  u32(value: number): this {
    const buffer = new ArrayBuffer(4);
    new DataView(buffer).setUint32(0, value, true);
    this.#bytes.push(...new Uint8Array(buffer));
    return this;
  }

  f64(value: number): this {
    const buffer = new ArrayBuffer(8);
    new DataView(buffer).setFloat64(0, value, true);
    this.#bytes.push(...new Uint8Array(buffer));
    return this;
  }

  take(): Uint8Array {
    return new Uint8Array(this.#bytes);
  }
}

function headerCopy(epoch: number, number: number, salt: number): Uint8Array {
  const fixed = new Bytes().text('BIGTABWL').u32(2).u32(60).f64(epoch).f64(number).u32(salt);
  const head = fixed.f64(epoch).f64(1).u32(0).take();
  return new Uint8Array([...head, ...new Bytes().u32(crc32c(head, 0, head.length)).take()]);
}

function record(salt: number, offset: number, body: Uint8Array): Uint8Array {
  const length = body.length + 8;
  const checked = new Uint8Array([...new Bytes().u32(salt).f64(offset).u32(length).take(), ...body]);
  return new Uint8Array([
    ...new Bytes()
      .u32(length)
      .u32(crc32c(checked, 0, checked.length))
      .take(),
    ...body,
  ]);
}

describe('A log segment', () => {
  it('has the bytes that FORMAT specifies', async () => {
    const files = new VisibleFiles();
    const { wal } = await openLog(files, { salts: () => 0xfeedbeef });
    writeGroup(wal, {
      first: 8,
      last: 9,
      connection: 'page',
      operation: 3,
      answer: 'ok',
      sections: [
        [7, 'cells'],
        [6, ''],
      ],
    });
    await wal.close();
    const header = headerCopy(1, 1, 0xfeedbeef);
    const at = header.length * 2;
    const declaration = new Bytes().u8(1).f64(8).u32(0).f64(at).u32(1).f64(0).text('page').take();
    const first = record(0xfeedbeef, at, declaration);
    const edits = new Bytes()
      .u8(64 + 128)
      .f64(8)
      .u32(2)
      .f64(at)
      .u32(1)
      .f64(3);
    edits.u32(21).u32(7).u32(5).text('cells').u32(6).u32(0).text('ok');
    const second = record(0xfeedbeef, at + first.length, edits.take());
    expect(hex(files.bytesOf('wal/1-1'))).toBe(hex(new Uint8Array([...header, ...header, ...first, ...second])));
  });

  it('states what was flushed when a record was created', async () => {
    const files = new VisibleFiles();
    const { wal } = await openLog(files);
    writeGroup(wal, testRecord(1));
    const end = files.bytesOf('wal/1-1').length;
    wal.flush();
    writeGroup(wal, testRecord(2));
    const bytes = files.bytesOf('wal/1-1');
    expect(new DataView(bytes.buffer).getFloat64(end + 21, true)).toBe(end);
  });
});

describe('A full segment', () => {
  it('ends with a seal that names the next one, and whether its name was a minute old', async () => {
    for (const old of [0, 1]) {
      const files = new VisibleFiles();
      const clock = new ManualClock();
      const { wal } = await openLog(files, { clock, salts: () => 7, segmentBytes: 150 });
      clock.advance(59_999 + old);
      writeGroup(wal, { first: 5, sections: [[1, 'x'.repeat(100)]] });
      const bytes = files.bytesOf('wal/1-1');
      const head = new Bytes()
        .u8(2 + 64 + 128)
        .f64(6)
        .u32(0)
        .f64(segmentHeaderLength(0))
        .u32(0)
        .f64(0);
      const body = head.f64(1).f64(2).u8(old).take();
      const at = bytes.length - body.length - 8;
      expect(hex(bytes.subarray(at))).toBe(hex(record(7, at, body)));
    }
  });

  it('states the generation of the catalog before the first record after a commit', async () => {
    const files = new VisibleFiles();
    const { wal } = await openLog(files, { salts: () => 7 });
    wal.committed(8);
    writeGroup(wal, { first: 5 }, { first: 6 });
    const start = segmentHeaderLength(0);
    const body = new Bytes().u8(3).f64(5).u32(0).f64(start).u32(0).f64(0).f64(8).take();
    const bytes = files.bytesOf('wal/1-1');
    expect(hex(bytes.subarray(start, start + body.length + 8))).toBe(hex(record(7, start, body)));
    const length = bytes.length;
    writeGroup(wal, { first: 7 });
    expect(files.bytesOf('wal/1-1').length - length).toBe(45);
    wal.committed(9);
    wal.beginRecord(null, 0, 8);
    wal.discard();
    writeGroup(wal, { first: 8 });
    await wal.close();
    expect((await readBack(files)).log.generation).toEqual({ epoch: 1, generation: 9 });
  });
});

describe('The header of a segment', () => {
  const header: SegmentHeader = {
    epoch: 2 ** 52,
    number: 17,
    salt: 0xffffffff,
    writer: 2 ** 52 + 1,
    generation: 12,
    older: [
      { epoch: 3, number: 4, validLength: 2 ** 40, lastSequenceId: 2 ** 53 - 2, damaged: false },
      { epoch: 5, number: 1, validLength: 88, lastSequenceId: 0, damaged: true },
    ],
  };
  const bytes = encodeSegmentHeader(header);
  const decode = (from: Uint8Array): SegmentHeader | null =>
    decodeSegmentHeader(from, 'wal/x', header.epoch, header.number);

  it('can be read back unchanged', () => {
    expect(bytes.length).toBe(segmentHeaderLength(2));
    const stored = { ...header, format: 2, end: bytes.length };
    expect(decode(bytes)).toEqual(stored);
    expect(decode(new Uint8Array([...bytes, 1, 2, 3]))).toEqual(stored);
  });

  it('survives any one flipped bit, and is invalid if both copies are damaged', () => {
    const half = bytes.length / 2;
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = bytes.slice();
      flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(decode(flipped)).toMatchObject(header);
      const other = ((bit >> 3) + half) % bytes.length;
      flipped[other] = (flipped[other] as number) ^ 1;
      expect(decode(flipped)).toBeNull();
    }
  });

  it('of format 1 can still be read', () => {
    const head = new Bytes().text('BIGTABWL').u32(1).u32(80).f64(3).f64(4).u32(5).u32(1);
    head.f64(2).f64(1).f64(100).f64(9).u32(1);
    const copy = head.take();
    const old = new Uint8Array([...copy, ...new Bytes().u32(crc32c(copy, 0, copy.length)).take()]);
    expect(decodeSegmentHeader(new Uint8Array([...old, ...old]), 'wal/x', 3, 4)).toEqual({
      epoch: 3,
      number: 4,
      salt: 5,
      writer: 3,
      generation: 0,
      older: [{ epoch: 2, number: 1, validLength: 100, lastSequenceId: 9, damaged: true }],
      format: 1,
      end: 160,
    });
  });

  it('is invalid if it contains a number that no writer stores, or more segments than it has room for', () => {
    const [first] = header.older as [SegmentHeader['older'][number]];
    for (const change of [
      { writer: Number.NaN },
      { generation: 0.5 },
      { older: [{ ...first, validLength: Number.POSITIVE_INFINITY }] },
      { older: [{ ...first, lastSequenceId: -1 }] },
    ]) {
      expect(decode(encodeSegmentHeader({ ...header, ...change }))).toBeNull();
    }
    const many = encodeSegmentHeader({ ...header, older: [] });
    const half = many.length / 2;
    const view = new DataView(many.buffer);
    for (const at of [0, half]) {
      view.setUint32(at + 52, 0xffff_ffff, true);
      view.setUint32(at + half - 4, crc32c(many, at, half - 4), true);
    }
    expect(decode(many)).toBeNull();
  });

  it('belongs to exactly one file', () => {
    expect(decodeSegmentHeader(bytes, 'wal/x', header.epoch, 18)).toBeNull();
    expect(decodeSegmentHeader(bytes, 'wal/x', 1, header.number)).toBeNull();
  });
});

describe('A record', () => {
  it('is valid only with its own bytes, at its own offset, with its own salt', () => {
    const bytes = new Uint8Array(200).map((_, index) => index);
    const view = new DataView(bytes.buffer);
    sealRecord(bytes, view, 100, 60, 5, 100);
    expect(soundRecordLength(bytes, view, 100, 200, 5)).toBe(60);
    expect(soundRecordLength(bytes, view, 100, 160, 5)).toBe(60);
    expect(soundRecordLength(bytes, view, 100, 159, 5)).toBe(0);
    expect(soundRecordLength(bytes, view, 100, 200, 6)).toBe(0);
    sealRecord(bytes, view, 100, 60, 5, 101);
    expect(soundRecordLength(bytes, view, 100, 200, 5)).toBe(0);
  });
});
