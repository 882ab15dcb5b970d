import { describe, expect, it } from 'vitest';
import { ByteReader } from '../bytes/byte-reader.js';
import { decodeText, encodeText } from '../bytes/text.js';
import { ResultBlockWriter } from '../keyvalue/result-block.js';
import type { FamilySelection } from '../model/family-selection.js';
import { Get } from '../model/get.js';
import { Scan } from '../model/scan.js';
import { ALL_TIME } from '../model/time-range.js';
import { LATEST_TIMESTAMP } from '../model/timestamp.js';
import { encodeGetReply, encodeScanReply } from '../testing/samples/replies.js';
import { resultBlock } from '../testing/samples/result-blocks.js';
import { beginGets, decodeExistsReply, decodeGetReply, encodeExistsReply, readGet, writeGet } from './get-codec.js';
import {
  decodeScanReply,
  encodeNextBatch,
  encodeOpenScanner,
  encodeScannerId,
  finishScanReply,
  readBatchNumber,
  readOpenScanner,
  readScannerId,
  SCAN_REPLY_HEAD,
} from './scan-codec.js';

const reader = (bytes: Uint8Array): ByteReader => new ByteReader(bytes, 0, bytes.length, 'test');

function printSelection(families: readonly FamilySelection[]): [string, string[] | null][] {
  return families.map(({ family, qualifiers }) => [decodeText(family), qualifiers?.map(decodeText) ?? null]);
}

function cuts(whole: Uint8Array, read: (reader: ByteReader) => unknown): void {
  for (let length = 0; length < whole.length; length++) {
    expect(() => read(reader(whole.slice(0, length))), `cut at ${length}`).toThrowError(
      expect.objectContaining({ code: 'CORRUPTION' }),
    );
  }
}

function getRequest(...gets: readonly Get[]): Uint8Array {
  const out = beginGets('ns:t', true);
  for (const get of gets) writeGet(out, get);
  return out.finish();
}

describe('get requests', () => {
  const first = new Get('r1').addFamily('b').addColumn('a', 'q').addColumn('a', null).readVersions(3).asOf(5);
  const request = getRequest(first, new Get('r2'));

  it('return the gets with their selections', () => {
    const { table, existenceOnly, gets } = readGet(reader(request));
    expect([table, existenceOnly]).toEqual(['ns:t', true]);
    expect(gets.map(({ row, families }) => [decodeText(row), printSelection(families)])).toEqual([
      [
        'r1',
        [
          ['a', ['', 'q']],
          ['b', null],
        ],
      ],
      ['r2', []],
    ]);
  });

  it('return every option, and the defaults of options that were not sent', () => {
    const full = new Get('r1')
      .readVersions(5)
      .setTimeRange(3, 2 ** 50)
      .setColumnFamilyTimeRange('f', 1, 2)
      .setColumnFamilyTimeRange('g', 2, 2)
      .setMaxResultsPerColumnFamily(0)
      .setRowOffsetPerColumnFamily(7)
      .setCheckExistenceOnly(true);
    const { gets } = readGet(reader(getRequest(full, new Get('r2').readAllVersions(), new Get('r3'))));
    for (const [index, get] of [full, new Get('r2').readAllVersions(), new Get('r3')].entries()) {
      const { kind: _, ...options } = get;
      expect(gets[index]).toMatchObject(options);
    }
  });

  it('contain no byte for an option at its default', () => {
    const plain = getRequest(new Get('r')).length;
    expect(getRequest(new Get('r').readVersions(1).setTimeRange(0, LATEST_TIMESTAMP)).length).toBe(plain);
    expect(getRequest(new Get('r').setMaxResultsPerColumnFamily(-5).setRowOffsetPerColumnFamily(-1)).length).toBe(
      plain,
    );
    expect(getRequest(new Get('r').readVersions(2)).length).toBe(plain + 5);
  });

  it('report a cut inside a get as CORRUPTION; the packet protects the number of gets', () => {
    const head = getRequest().length;
    for (let length = head + 1; length < getRequest(first).length; length++) {
      expect(() => readGet(reader(request.slice(0, length))), `cut at ${length}`).toThrowError(
        expect.objectContaining({ code: 'CORRUPTION' }),
      );
    }
    cuts(getRequest(), readGet);
  });

  it('are refused if they contain an option that this build does not know', () => {
    const unknown = request.slice();
    unknown[unknown.length - 1] = 99;
    expect(() => readGet(reader(unknown))).toThrowError(expect.objectContaining({ code: 'CORRUPTION' }));
  });
});

describe('get replies', () => {
  it('return the rows of the answered gets', () => {
    const block = resultBlock(
      ['f'],
      [
        { row: 'r', cells: [['f', 'q', 1, 'v']] },
        { row: '', cells: [] },
      ],
    );
    const { rows } = decodeGetReply(reader(encodeGetReply(2, block)));
    expect(rows.map(({ cells }) => cells)).toEqual([1, 0]);
  });

  it('return what exists', () => {
    expect(decodeExistsReply(reader(encodeExistsReply([true, false, true])))).toEqual([true, false, true]);
    cuts(encodeExistsReply([true, false]), decodeExistsReply);
  });
});

describe('scanner requests', () => {
  const scan = new Scan({ start: 'z', startInclusive: false, stop: 'a', stopInclusive: true, reversed: true, limit: 5 })
    .setCaching(3)
    .addColumn('f', 'q');
  const request = encodeOpenScanner('t', scan);

  it('return range, direction, limits and columns', () => {
    const back = readOpenScanner(reader(request));
    expect(back).toMatchObject({
      table: 't',
      start: encodeText('z'),
      startInclusive: false,
      stop: encodeText('a'),
      stopInclusive: true,
      reversed: true,
      limit: 5,
      caching: 3,
    });
    expect(printSelection(back.families)).toEqual([['f', ['q']]]);
  });

  it('return every option, and the defaults of options that were not sent', () => {
    const options = {
      ...{ maxVersions: 3, timeRange: { min: 1, max: 9 }, maxResultsPerColumnFamily: 2, rowOffsetPerColumnFamily: 1 },
      ...{ raw: true, batch: 4, maxResultSize: 5000, allowPartialResults: true, needCursorResult: true },
    };
    const full = new Scan({
      ...{ versions: 3, timeRange: [1, 9], maxResultsPerColumnFamily: 2, rowOffsetPerColumnFamily: 1, raw: true },
      ...{ batch: 4, maxResultSize: 5000, allowPartialResults: true, needCursorResult: true },
      familyTimeRange: { f: [2, 3] },
    });
    const back = readOpenScanner(reader(encodeOpenScanner('t', full)));
    expect(back).toMatchObject(options);
    expect(back.familyTimeRanges).toEqual(full.familyTimeRanges);
    expect(readOpenScanner(reader(encodeOpenScanner('t', new Scan())))).toMatchObject({
      ...{ maxVersions: 1, timeRange: ALL_TIME, familyTimeRanges: [], raw: false },
      ...{ batch: Number.POSITIVE_INFINITY, maxResultSize: Number.POSITIVE_INFINITY },
      ...{ allowPartialResults: false, needCursorResult: false },
    });
    cuts(encodeOpenScanner('t', full), readOpenScanner);
  });

  it('return a limit below 1 as no limit', () => {
    const scan = new Scan({ limit: -7, caching: 0, batch: 0, maxResultSize: -1 });
    const { limit, caching, batch, maxResultSize, start, stop } = readOpenScanner(reader(encodeOpenScanner('t', scan)));
    expect([limit, caching, batch, maxResultSize]).toEqual(Array(4).fill(Number.POSITIVE_INFINITY));
    expect([start.length, stop.length]).toEqual([0, 0]);
  });

  it('report every cut as CORRUPTION', () => {
    cuts(request, readOpenScanner);
    cuts(encodeScannerId({ epoch: 3, number: 12 }), readScannerId);
    cuts(encodeNextBatch({ epoch: 3, number: 12 }, 4), (reader) => [readScannerId(reader), readBatchNumber(reader)]);
  });

  it('return scanner ids and numbers of batches', () => {
    const id = { epoch: 2 ** 33, number: 2 ** 40 };
    expect(readScannerId(reader(encodeScannerId(id)))).toEqual(id);
    const next = reader(encodeNextBatch(id, 7));
    expect([readScannerId(next), readBatchNumber(next), next.atEnd]).toEqual([id, 7, true]);
  });

  it('return the state of a filter', () => {
    const filterState = Uint8Array.of(1, 2, 3);
    const continued = reader(encodeOpenScanner('t', { ...new Scan(), filterState }));
    expect(readOpenScanner(continued).filterState).toEqual(filterState);
    expect(readOpenScanner(reader(encodeOpenScanner('t', new Scan()))).filterState).toEqual(new Uint8Array(0));
  });

  it('are answered with the id and a block of rows', () => {
    const block = resultBlock(['f'], [{ row: 'r', cells: [['f', 'q', 1, 'v']] }]);
    const reply = decodeScanReply(reader(encodeScanReply(9, block)));
    expect([reply.id, reply.block.rows.length, reply.position]).toEqual([{ epoch: 1, number: 9 }, 1, null]);
    const position = { row: encodeText('row'), filterState: Uint8Array.of(1) };
    const last = decodeScanReply(reader(encodeScanReply(0, resultBlock(['f'], []), position)));
    expect([last.id, last.block.rows.length, last.position]).toEqual([null, 0, position]);
  });

  it('are answered in one buffer, with the position where the next batch begins', () => {
    const block = new ResultBlockWriter();
    const position = { row: encodeText('row'), filterState: Uint8Array.of(1) };
    const id = { epoch: 4, number: 5 };
    for (const [sent, at] of [
      [id, null],
      [id, position],
      [null, null],
    ] as const) {
      block.begin([encodeText('f')], false, SCAN_REPLY_HEAD);
      const reply = decodeScanReply(reader(finishScanReply(block, sent, at)));
      expect([reply.id, reply.block.familyNames.length, reply.position]).toEqual([sent, 1, at]);
    }
  });
});
