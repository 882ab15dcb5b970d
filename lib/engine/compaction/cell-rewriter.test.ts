import { describe, expect, it } from 'vitest';
import { encodeText } from '../../bytes/text.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { CellType } from '../../model/cell-type.js';
import { Random } from '../../simulation/random.js';
import { BlockCache, Caching } from '../../storage/storefile/block-cache.js';
import { StoreFile } from '../../storage/storefile/store-file.js';
import { StoreFileWriter } from '../../storage/storefile/store-file-writer.js';
import { cellOf, marker, printCell, put, sortCells, type TestCell } from '../../testing/samples/cells.js';
import { ArrayFile, openStoreFile, STORE_FILE_PATH, storeFileOptions } from '../../testing/samples/store-files.js';
import { verifyStoreFile } from '../../testing/samples/verify-store-file.js';
import { testSeed } from '../../testing/seed.js';
import { MatchCode } from '../scan/match-code.js';
import type { Matcher } from '../scan/matcher.js';
import { CellRewriter } from './cell-rewriter.js';

type Verdict = (cell: CellView) => MatchCode;

/** Returns the verdicts of `verdict` and records its cells. */
class ScriptedMatcher implements Matcher {
  readonly seen: string[] = [];
  rows = 0;
  readonly #verdict: Verdict;

  constructor(verdict: Verdict) {
    this.#verdict = verdict;
  }

  startRow(): void {
    this.rows++;
  }

  match(cell: CellView): MatchCode {
    this.seen.push(printCell(cellOf(cell)));
    return this.#verdict(cell);
  }

  nextColumn(cell: CellView, into: SeekKey): CellView {
    return into.lastOnColumnOf(cell);
  }
}

function bench(files: readonly (readonly TestCell[])[], verdict: Verdict = () => MatchCode.Include) {
  const cache = new BlockCache();
  const sources = files.map((cells, order) =>
    openStoreFile(sortCells(cells), { blockSize: 1024 }, cache).scanner(order, Caching.None),
  );
  const output = new ArrayFile();
  const matcher = new ScriptedMatcher(verdict);
  const rewriter = new CellRewriter(sources, matcher);
  rewriter.startFile(new StoreFileWriter(output, STORE_FILE_PATH, storeFileOptions()));
  const written = (): string[] => {
    const file = StoreFile.open(output, STORE_FILE_PATH, new BlockCache());
    verifyStoreFile(output, STORE_FILE_PATH);
    const scanner = file.scanner(0);
    const cells: string[] = [];
    for (scanner.seek(new SeekKey().firstOnRow(new Uint8Array(0))); scanner.current !== null; scanner.next())
      cells.push(printCell(cellOf(scanner.current)));
    return cells;
  };
  return { cache, output, matcher, rewriter, written };
}

const never = () => false;
const at = (cell: CellView): number => cell.timestamp;

describe('CellRewriter', () => {
  it('merges its sources into one sorted file, and starts each row again', () => {
    const a = [put('a', 'q', 1, 1, 'x'), put('c', 'q', 5, 5)];
    const b = [put('a', 'q', 2, 2), put('b', 'q', 3, 3), put('c', 'q', 5, 6)];
    const { matcher, rewriter, written } = bench([a, b]);
    expect(rewriter.step(never)).toBe(true);
    expect(written()).toEqual(sortCells([...a, ...b]).map(printCell));
    expect(matcher.rows).toBe(3);
    expect(rewriter.cellsSeen).toBe(5);
  });

  it('passes cells on unchanged: timestamp, type, sequence id, tags, and values stored apart (C-4, C-53, O-9)', () => {
    const cells: TestCell[] = [
      { ...put('a', 'q', 7, 9, 'v'), tags: encodeText('tag') },
      marker(CellType.DeleteFamilyVersion, 'a', '', 3, 4),
      marker(CellType.DeleteColumn, 'a', 'r', 3, 4),
      put('b', 'q', 1, 2, new Uint8Array(70_000).fill(7)),
      { ...put('b', 'r', 1, 2, new Uint8Array(80_000).fill(8)), tags: encodeText('other') },
    ];
    const { rewriter, written } = bench([cells]);
    rewriter.step(never);
    expect(written()).toEqual(sortCells(cells).map(printCell));
  });

  it('reads a value stored apart only if its cell is kept', () => {
    const large = new Uint8Array(70_000).fill(7);
    const verdict = (cell: CellView) => {
      if (at(cell) === 2) return MatchCode.Include;
      expect(cell.apart).not.toBe(null);
      return MatchCode.Skip;
    };
    const { rewriter, matcher, written } = bench([[put('a', 'q', 1, 1, large), put('a', 'q', 2, 2, large)]]);
    matcher.match = verdict;
    rewriter.step(never);
    expect(written().length).toBe(1);
  });

  it('follows every verdict', () => {
    const cells = [1, 2, 3].flatMap((row) =>
      ['p', 'q'].flatMap((q) => [3, 2, 1].map((ts) => put(`${row}`, q, ts, ts))),
    );
    const run = (verdict: MatchCode) => {
      const made = bench([cells], (cell) => (at(cell) === 2 ? verdict : MatchCode.Include));
      made.rewriter.step(never);
      return made.written().map((text) => text.slice(0, 5));
    };
    const expected = (pattern: string[]) => ['1', '2', '3'].flatMap((row) => pattern.map((rest) => `${row}/${rest}`));
    expect(run(MatchCode.Skip)).toEqual(expected(['p/3', 'p/1', 'q/3', 'q/1']));
    expect(run(MatchCode.Include)).toEqual(expected(['p/3', 'p/2', 'p/1', 'q/3', 'q/2', 'q/1']));
    expect(run(MatchCode.SeekNextColumn)).toEqual(expected(['p/3', 'q/3']));
    expect(run(MatchCode.IncludeAndSeekNextColumn)).toEqual(expected(['p/3', 'p/2', 'q/3', 'q/2']));
    expect(run(MatchCode.SeekNextRow)).toEqual(expected(['p/3']));
    expect(run(MatchCode.IncludeAndSeekNextRow)).toEqual(expected(['p/3', 'p/2']));
  });

  it('does not visit what a verdict leaves out', () => {
    const cells = Array.from({ length: 500 }, (_, ts) => put('r', 'q', ts, ts + 1));
    const { matcher, rewriter } = bench([cells, [put('r', 'z', 1, 1)]], () => MatchCode.SeekNextColumn);
    rewriter.step(never);
    expect(matcher.seen.length).toBe(2);
  });

  it('makes a file without cells if nothing is kept, or if there were no cells', () => {
    for (const files of [[[put('a', 'q', 1, 1)]], [[]], []]) {
      const { output, rewriter, written } = bench(files, () => MatchCode.Skip);
      expect(rewriter.step(never)).toBe(true);
      expect(written()).toEqual([]);
      expect(output.flushes).toBe(1);
    }
  });

  it('checks the time at least every 32 cells and every 64 KiB, and continues where it stopped', () => {
    const small = Array.from({ length: 100 }, (_, row) => put(`r${row + 100}`, 'q', 1, row + 1));
    const { matcher, rewriter, written } = bench([small]);
    const steps = [];
    while (!rewriter.step(() => true)) steps.push(matcher.seen.length);
    expect(steps).toEqual([32, 64, 96]);
    expect(written().length).toBe(100);
    const large = bench([[1, 2, 3].map((row) => put(`r${row}`, 'q', 1, row, new Uint8Array(65_536)))]);
    expect(large.rewriter.step(() => true)).toBe(false);
    expect(large.matcher.seen.length).toBe(1);
  });

  it('releases every block when it is abandoned, and when it is done', () => {
    const cells = Array.from({ length: 200 }, (_, row) => put(`r${row}`, 'q', 1, row + 1, 'x'.repeat(100)));
    for (const end of ['given up', 'done']) {
      const { cache, rewriter } = bench([cells, cells.map((cell) => ({ ...cell, sequenceId: cell.sequenceId + 500 }))]);
      rewriter.step(() => true);
      const used = cache.usedBytes;
      if (end === 'given up') rewriter.abandon();
      else rewriter.step(never);
      rewriter.abandon();
      // The released blocks are reused: nothing is pinned.
      const blocks = Array.from({ length: 3 }, () => cache.take(1024));
      expect(cache.usedBytes).toBeLessThanOrEqual(used + 2048);
      for (const block of blocks) cache.unpin(block);
    }
  });

  it('leaves nothing that it reads in the cache', () => {
    const cells = Array.from({ length: 200 }, (_, row) => put(`r${row}`, 'q', 1, row + 1, 'x'.repeat(100)));
    const { cache, rewriter } = bench([cells]);
    rewriter.step(never);
    expect(cache.blockCount).toBeLessThanOrEqual(1);
  });

  it('does the same with steps of any size', () => {
    const seed = testSeed(7);
    const random = new Random(seed);
    const files = Array.from({ length: 4 }, (_, file) => {
      const keys = new Map<string, TestCell>();
      for (let count = 0; count < 60; count++) {
        const cell = put(`r${random.below(9)}`, `q${random.below(3)}`, random.below(5), file * 100 + count);
        keys.set(printCell(cell), cell);
      }
      return [...keys.values()];
    });
    const verdict = (cell: CellView) => ((cell.sequenceId * 7919) % 6) as MatchCode;
    const whole = bench(files, verdict);
    whole.rewriter.step(never);
    const pieces = bench(files, verdict);
    while (!pieces.rewriter.step(() => random.chance(0.7)));
    expect(pieces.matcher.seen, `seed ${seed}`).toEqual(whole.matcher.seen);
    expect(pieces.output.bytes, `seed ${seed}`).toEqual(whole.output.bytes);
  });
});
