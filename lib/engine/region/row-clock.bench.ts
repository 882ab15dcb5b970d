import { bench, describe } from 'vitest';
import { encodeText } from '../../bytes/text.js';
import { type ClockedTable, RowClock } from './row-clock.js';

/* 20,000 puts of rows of 13 bytes, 1,000 in each millisecond: divide by 20,000. */
const PUTS = 20_000;
const ROW_BYTES = 13;
const rows = encodeText(Array.from({ length: PUTS }, (_, index) => `row-${String(index).padStart(9, '0')}`).join(''));
let now = 0;
const clock = new RowClock({ now: () => now, monotonic: () => 0, after: () => () => {} }, 'ordered', 0);

function putAll(keepsVersions: boolean): void {
  const table: ClockedTable = {
    id: 1,
    keepsVersions,
    maxForeignTime: -1,
    newestImplicit: () => ({ newest: -1, deleted: false }),
  };
  for (let put = 0; put < PUTS; put++) {
    if (put % 1000 === 0) {
      now++;
      clock.tick();
    }
    clock.forPut(table, rows, put * ROW_BYTES, ROW_BYTES, keepsVersions);
  }
}

describe('timestamps of 20,000 puts', () => {
  bench('in a table with one version', () => putAll(false));
  bench('in a table with several versions', () => putAll(true));
});
