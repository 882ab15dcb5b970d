import { describe, expect, it } from 'vitest';
import { ByteReader } from '../bytes/byte-reader.js';
import { ByteWriter } from '../bytes/byte-writer.js';
import { encodeText } from '../bytes/text.js';
import { BigtabError, errorToData } from '../errors.js';
import { ResultBlockWriter } from '../keyvalue/result-block.js';
import { decodeReply, encodeReplies } from './packet-codec.js';
import { type Differences, readDifferences, writeWatchFailure, writeWatchPart } from './watch-codec.js';

function written(): Uint8Array {
  const out = new ByteWriter();
  const block = new ResultBlockWriter();
  block.begin([encodeText('family')], true);
  block.beginRow();
  block.endRow();
  out.u32(7);
  writeWatchPart(
    out,
    { watch: 1, reset: true, more: false, removed: [encodeText('a'), encodeText('b')] },
    block.written(),
  );
  writeWatchPart(out, { watch: 2, reset: false, more: true, removed: [] }, block.written());
  writeWatchFailure(out, 3, errorToData(new BigtabError('TABLE_NOT_FOUND', "Table 't' does not exist")));
  return out.finish();
}

function read(bytes: Uint8Array): Differences {
  return readDifferences(new ByteReader(bytes, 0, bytes.length, 'differences'));
}

describe('differences', () => {
  it('have the parts that were written, in their order', () => {
    const { number, parts } = read(written());
    expect(number).toBe(7);
    expect(parts).toMatchObject([
      {
        watch: 1,
        reset: true,
        more: false,
        removed: [encodeText('a'), encodeText('b')],
        block: { rows: [{ cells: 0 }] },
      },
      { watch: 2, reset: false, more: true, removed: [] },
      { watch: 3, error: { code: 'TABLE_NOT_FOUND' } },
    ]);
  });

  it('follow the answers of a reply, which has none without them', () => {
    const answers = [{ payload: encodeText('answer') }];
    const { differences } = decodeReply(encodeReplies(answers, written()));
    expect(readDifferences(differences as ByteReader)).toMatchObject({ number: 7, parts: [{}, {}, {}] });
    expect(decodeReply(encodeReplies(answers)).differences).toBeNull();
  });

  it('report every cut as an error', () => {
    const whole = written();
    const ends = new Set<number>();
    for (let length = 4; length < whole.length; length++) {
      try {
        read(whole.slice(0, length));
        ends.add(length);
      } catch {
        // A part is cut.
      }
    }
    // Only a cut between two parts is not noticed: each part is complete.
    expect(ends.size).toBe(3);
  });
});
