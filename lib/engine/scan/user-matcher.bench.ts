import { bench, describe } from 'vitest';
import { encodeText } from '../../bytes/text.js';
import { CellType } from '../../model/cell-type.js';
import { ALL_TIME } from '../../model/time-range.js';
import { marker, put, viewOf } from '../../testing/samples/cells.js';
import { scanInfo } from '../../testing/samples/scan-infos.js';
import type { ColumnTracker } from './column-tracker.js';
import { ExplicitColumnTracker } from './explicit-column-tracker.js';
import { UserMatcher } from './user-matcher.js';
import { WildcardColumnTracker } from './wildcard-column-tracker.js';

/*
 * Rows of eight columns with five versions each. Every cell is matched: jumps are not followed. Divide by 40,000 cells.
 */
const ROWS = 1_000;
const COLUMNS = Array.from({ length: 8 }, (_, index) => `column-${index}`);
const VERSIONS = [9, 8, 7, 6, 5];
const puts = COLUMNS.flatMap((column) => VERSIONS.map((version) => put('row', column, version, 1)));
const row = puts.map(viewOf);
const deletedRow = [marker(CellType.DeleteFamily, 'row', '', 7, 2), ...puts].map(viewOf);

const explicit = new ExplicitColumnTracker();
explicit.select(['column-2', 'column-5'].map((qualifier) => encodeText(qualifier)));

function match(matcher: UserMatcher, columns: ColumnTracker, maxVersions: number, cells: typeof row): void {
  const info = scanInfo({ maxVersions: 5 });
  matcher.reset(columns, { info, timeRange: ALL_TIME, maxVersions, readPoint: 1000, now: 100 });
  for (let left = ROWS; left > 0; left--) {
    matcher.startRow();
    for (const cell of cells) matcher.match(cell);
  }
}

describe('the matcher of ordinary reads', () => {
  const wildcard = new WildcardColumnTracker();
  const matcher = new UserMatcher(wildcard);
  bench('newest versions', () => match(matcher, wildcard, 1, row));
  bench('all versions', () => match(matcher, wildcard, 5, row));
  bench('two columns', () => match(matcher, explicit, 1, row));
  bench('all versions beside a family marker', () => match(matcher, wildcard, 5, deletedRow));
});
