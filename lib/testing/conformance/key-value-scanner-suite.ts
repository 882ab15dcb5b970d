/*
 * The required behavior of every KeyValueScanner, on any cells: each move is compared with the same move on a sorted
 * array.
 */
import { encodeText } from '../../bytes/text.js';
import { compareCells, compareRows } from '../../keyvalue/cell-comparator.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import type { KeyValueScanner } from '../../keyvalue/key-value-scanner.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { CellType } from '../../model/cell-type.js';
import { Random } from '../../simulation/random.js';
import { cellOf, marker, printCell, put, sortCells, type TestCell, viewOf } from '../samples/cells.js';
import { testSeeds } from '../seed.js';
import { assert, assertEqual } from './assert.js';
import type { SuiteRunner } from './suite-runner.js';

export interface ScannerUnderTest {
  /** A new scanner that has not moved yet. */
  readonly scanner: KeyValueScanner;
  /** Called once after each test; the scanner is closed by then. */
  dispose(): Promise<void>;
}

/**
 * Registers the suite. `make` returns a scanner over exactly these cells, which are in cell order and all different.
 */
export function keyValueScannerSuite(
  runner: SuiteRunner,
  make: (cells: readonly TestCell[]) => Promise<ScannerUnderTest>,
): void {
  const test = (name: string, cells: readonly TestCell[], body: (pair: Pair) => void): void => {
    runner.test(name, async () => {
      const sorted = sortCells(cells);
      const { scanner, dispose } = await make(sorted);
      try {
        body(new Pair(scanner, sorted));
        scanner.close();
      } finally {
        await dispose();
      }
    });
  };
  walkTests(test);
  seekTests(test);
  previousRowTests(test);
  pauseTests(test);
  valueTests(test);
  randomTests(runner, make);
}

type Test = (name: string, cells: readonly TestCell[], body: (pair: Pair) => void) => void;

/** The scanner under test and the sorted array, moved together and compared after each move. */
class Pair {
  readonly scanner: KeyValueScanner;
  readonly cells: readonly TestCell[];
  readonly views: readonly CellView[];
  /** The position in the array. Its length means that the scanner is exhausted. */
  at: number;
  /** After a move to a previous row, the position after the last cell of the row; otherwise the length. */
  end: number;
  private readonly key = new SeekKey();

  constructor(scanner: KeyValueScanner, cells: readonly TestCell[]) {
    this.scanner = scanner;
    this.cells = cells;
    this.views = cells.map(viewOf);
    this.at = this.end = cells.length;
  }

  get length(): number {
    return this.cells.length;
  }

  next(): void {
    this.scanner.next();
    this.at++;
    this.check('next');
  }

  seek(to: CellView): void {
    this.scanner.seek(to);
    this.end = this.length;
    this.at = this.firstFrom(to);
    this.check('seek');
  }

  /** REQUIRES that `to` is not before the current position. */
  reseek(to: CellView): void {
    this.scanner.reseek(to);
    this.at = Math.max(this.at, this.firstFrom(to));
    this.check('reseek');
  }

  previousRow(before: CellView): void {
    this.scanner.seekToPreviousRow(before);
    this.standOnRowOf(this.firstFrom(this.key.firstOnRowOf(before)) - 1);
    this.check('previous row');
  }

  lastRow(): void {
    this.scanner.seekToLastRow();
    this.standOnRowOf(this.length - 1);
    this.check('last row');
  }

  /** Whether `next` and `reseek` are allowed. */
  get stands(): boolean {
    return this.at < this.end;
  }

  pauseAndResume(): void {
    this.scanner.pause();
    this.scanner.resume();
    this.check('pause and resume');
  }

  private firstFrom(to: CellView): number {
    const index = this.views.findIndex((view) => compareCells(view, to) >= 0);
    return index < 0 ? this.length : index;
  }

  private standOnRowOf(index: number): void {
    const last = this.views[index];
    this.at = this.end = this.length;
    if (last === undefined) return;
    this.at = this.views.findIndex((view) => compareRows(view, last) === 0);
    this.end = index + 1;
  }

  /** Checks nothing after the row of a move to a previous row, because nothing is promised there. */
  private check(move: string): void {
    if (this.at >= this.end && this.end < this.length) return;
    const { current } = this.scanner;
    const expected = this.cells[this.at];
    const found = current === null ? 'nothing' : printCell(cellOf(current));
    assertEqual(found, expected === undefined ? 'nothing' : printCell(expected), `cell after ${move}`);
  }
}

/**
 * Rows and qualifiers that are prefixes of each other, with the smallest and largest bytes, the empty qualifier, and
 * every type.
 */
const FEW: readonly TestCell[] = [
  marker(CellType.DeleteFamily, 'a', '', 20, 7),
  put('a', '', 15, 3, 'empty'),
  marker(CellType.DeleteFamilyVersion, 'a', '', 12, 5),
  put('a', '', 12, 2, 'twelve'),
  marker(CellType.DeleteColumn, 'a', 'q', 30, 9),
  put('a', 'q', 30, 8, 'newer write'),
  put('a', 'q', 30, 4, 'older write'),
  marker(CellType.Delete, 'a', 'q', 0, 6),
  put('a', 'q', 0, 1, ''),
  put('a', 'q\0', 5, 10, 'behind q'),
  put('a\0', 'q', 5, 11, 'behind a'),
  put('ab', 'q', 2 ** 53 - 2, 12, 'latest'),
  { ...put('b', 'q', 5, 13, 'largest bytes'), row: Uint8Array.of(0xff), qualifier: Uint8Array.of(0xff, 0xff) },
];

function walkTests(test: Test): void {
  test('has no current cell before its first move', FEW, ({ scanner }) => {
    assert(scanner.current === null, 'a fresh scanner stands on a cell');
  });

  test('visits all cells in cell order (O-2)', FEW, (pair) => {
    pair.seek(new SeekKey().firstOnRow(new Uint8Array(0)));
    while (pair.stands) pair.next();
    assert(pair.scanner.current === null, 'the scanner has more cells than it was given');
  });

  test('is exhausted after every move if there are no cells', [], (pair) => {
    const key = new SeekKey();
    pair.seek(key.firstOnRow(new Uint8Array(0)));
    pair.seek(key.lastOnColumnOf(viewOf(FEW[0] as TestCell)));
    pair.previousRow(key.firstOnRow(encodeText('z')));
    pair.lastRow();
  });

  test('shows the same cell until it moves', FEW, (pair) => {
    pair.seek(viewOf(FEW[0] as TestCell));
    const { current } = pair.scanner;
    assert(current !== null && current === pair.scanner.current, 'another view without a move');
    assertEqual(printCell(cellOf(current)), printCell(cellOf(current)), 'second look');
  });
}

/** Keys before, at and after each cell, its column and its row. */
function keysAround(cell: TestCell): CellView[] {
  const { row, qualifier } = cell;
  return [
    new SeekKey().firstOnRow(row),
    new SeekKey().firstOnColumn(row, qualifier),
    viewOf({ ...cell, sequenceId: cell.sequenceId + 1 }),
    viewOf(cell),
    viewOf({ ...cell, sequenceId: cell.sequenceId - 1 }),
    viewOf({ ...cell, type: CellType.Minimum }),
    new SeekKey().lastOnColumnOf(viewOf(cell)),
    new SeekKey().firstOnColumn(row, new Uint8Array([...qualifier, 0])),
    new SeekKey().lastOnRow(row),
    new SeekKey().firstOnRow(new Uint8Array([...row, 1])),
  ];
}

function seekTests(test: Test): void {
  test('first seeks to the first cell at or after a key (O-6)', FEW, (pair) => {
    for (const cell of FEW) for (const key of keysAround(cell)) pair.seek(key);
  });

  test('seeks backward as well as forward', FEW, (pair) => {
    for (const from of FEW) {
      for (const cell of [...FEW].reverse()) {
        pair.seek(viewOf(from));
        pair.seek(viewOf(cell));
        if (pair.stands) pair.next();
      }
    }
  });

  test('seeks from a position after the last cell', FEW, (pair) => {
    pair.seek(new SeekKey().lastOnRow(Uint8Array.of(0xff)));
    assert(pair.scanner.current === null, 'there is a cell behind the last');
    pair.seek(viewOf(FEW[3] as TestCell));
  });

  test('reseeks to every key that is not before it, and stays if it is already there', FEW, (pair) => {
    for (const from of FEW) {
      for (const cell of FEW) {
        for (const key of keysAround(cell)) {
          if (compareCells(viewOf(from), key) > 0) continue;
          pair.seek(viewOf(from));
          pair.reseek(key);
        }
      }
    }
  });

  test('stays exhausted after a reseek', FEW, (pair) => {
    pair.seek(new SeekKey().lastOnRow(Uint8Array.of(0xff)));
    pair.reseek(new SeekKey().lastOnRow(Uint8Array.of(0xff, 0xff)));
  });
}

function previousRowTests(test: Test): void {
  test('moves to the first cell of the last row', FEW, (pair) => pair.lastRow());

  test('moves from every key to the first cell of the row before it', FEW, (pair) => {
    for (const cell of FEW) for (const key of keysAround(cell)) pair.previousRow(key);
  });

  test('is exhausted after a move to the row before the first one', FEW, (pair) => {
    pair.previousRow(viewOf(FEW[0] as TestCell));
    assert(pair.scanner.current === null, 'there is a row before the first');
    pair.seek(viewOf(FEW[0] as TestCell));
  });

  test('visits rows backward, and the cells of each row forward', FEW, (pair) => {
    pair.lastRow();
    for (let rows = 0; pair.stands; rows++) {
      assert(rows < FEW.length, 'the walk does not end');
      const row = new SeekKey().firstOnRowOf(pair.scanner.current as CellView);
      if (rows % 2 === 0) while (pair.stands) pair.next();
      else pair.reseek(new SeekKey().lastOnColumnOf(new SeekKey().firstOnColumnOf(row, encodeText('q'))));
      pair.previousRow(row);
    }
    assertEqual(pair.at, FEW.length, 'place after the walk');
  });
}

function pauseTests(test: Test): void {
  test('keeps its position during a pause, and continues from there', FEW, (pair) => {
    pair.pauseAndResume();
    pair.seek(new SeekKey().firstOnRow(new Uint8Array(0)));
    while (pair.stands) {
      pair.pauseAndResume();
      pair.next();
    }
    pair.pauseAndResume();
    pair.lastRow();
    while (pair.stands) {
      pair.pauseAndResume();
      pair.previousRow(new SeekKey().firstOnRowOf(pair.scanner.current as CellView));
    }
  });

  test('can be closed while it is paused', FEW, ({ scanner }) => {
    scanner.seek(viewOf(FEW[0] as TestCell));
    scanner.pause();
  });
}

function valueTests(test: Test): void {
  const tagged: TestCell = { ...put('t', 'q', 1, 1, 'value'), tags: Uint8Array.of(1, 2, 3) };
  const large = [64, 65, 300].map((kib) => put(`large ${kib}`, 'q', 1, kib, new Uint8Array(kib * 1024).fill(kib)));
  const long = { ...put('long', 'q', 1, 1, 'v'), row: new Uint8Array(32_767).fill(7) };

  test('shows values and tags of any length, and rows of the maximum length', [tagged, long, ...large], (pair) => {
    pair.seek(new SeekKey().firstOnRow(new Uint8Array(0)));
    while (pair.stands) pair.next();
    pair.lastRow();
    while (pair.stands) pair.previousRow(new SeekKey().firstOnRowOf(pair.scanner.current as CellView));
  });

  test('reports the length of a large value before it is loaded', large, (pair) => {
    pair.scanner.seek(viewOf(large[2] as TestCell));
    assertEqual(pair.scanner.current?.valueLength, 300 * 1024, 'length');
  });
}

function randomTests(runner: SuiteRunner, make: (cells: readonly TestCell[]) => Promise<ScannerUnderTest>): void {
  runner.test('moves like a sorted array, with random cells and moves', async () => {
    for (const seed of testSeeds(30)) {
      const random = new Random(seed);
      const cells = sortCells(randomCells(random, 1 + random.below(400)));
      const { scanner, dispose } = await make(cells);
      try {
        const pair = new Pair(scanner, cells);
        for (let move = 0; move < 120; move++) randomMove(random, pair);
        scanner.close();
      } catch (error) {
        throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      } finally {
        await dispose();
      }
    }
  });
}

/** Cells that often share row, column or timestamp. No two have the same sequence id. */
export function randomCells(random: Random, count: number): TestCell[] {
  const types = Object.values(CellType).filter((type) => type !== CellType.Minimum && type !== CellType.Maximum);
  const bytes = (most: number): Uint8Array =>
    Uint8Array.from({ length: random.below(most + 1) }, () => random.pick([0, 97, 98, 255]));
  const rows = Array.from(
    { length: 1 + random.below(12) },
    () => new Uint8Array([random.pick([0, 97, 255]), ...bytes(3)]),
  );
  const qualifiers = Array.from({ length: 1 + random.below(6) }, () => bytes(2));
  return Array.from({ length: count }, (_, index) => {
    const type = random.chance(0.7) ? CellType.Put : random.pick(types);
    const isFamilyMarker = type === CellType.DeleteFamily || type === CellType.DeleteFamilyVersion;
    return {
      row: random.pick(rows),
      qualifier: isFamilyMarker ? new Uint8Array(0) : random.pick(qualifiers),
      timestamp: random.below(6),
      type,
      sequenceId: index + 1,
      value: type === CellType.Put ? random.bytes(random.below(30)) : new Uint8Array(0),
      tags: random.chance(0.1) ? random.bytes(1 + random.below(5)) : new Uint8Array(0),
    };
  });
}

function randomMove(random: Random, pair: Pair): void {
  const cell = random.pick(pair.cells);
  const key = random.pick(keysAround(cell));
  const kind = random.below(11);
  if (kind === 10) pair.pauseAndResume();
  if (kind < 5 && pair.stands) {
    pair.next();
  } else if (kind < 7 && pair.stands) {
    if (compareCells(pair.scanner.current as CellView, key) <= 0) pair.reseek(key);
  } else if (kind === 8) {
    pair.previousRow(key);
  } else if (kind === 9) {
    if (random.chance(0.2)) pair.lastRow();
    else if (pair.stands) pair.previousRow(new SeekKey().copyOf(pair.scanner.current as CellView));
  } else if (kind < 8) {
    pair.seek(key);
  }
}
