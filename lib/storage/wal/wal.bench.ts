import { bench, describe } from 'vitest';
import { openLog } from '../../testing/samples/log-records.js';
import { MemoryFileSystem } from '../fs/memory-file-system.js';

const cells = new Uint8Array(200);
const answer = new Uint8Array(4);

describe('1,000 records of 200 bytes', async () => {
  const { wal } = await openLog(new MemoryFileSystem(), { segmentBytes: 1 << 20 });
  let id = 1;
  const append = (): void => {
    wal.beginRecord('a connection', id, id);
    wal.beginSection(1).raw(cells);
    wal.endRecord(id, answer);
    id++;
  };

  bench('in one group that is discarded: encoding alone', () => {
    for (let left = 1_000; left > 0; left--) append();
    wal.discard();
  });

  bench('in one group', () => {
    for (let left = 1_000; left > 0; left--) append();
    wal.write();
  });

  bench('in groups of one', () => {
    for (let left = 1_000; left > 0; left--) {
      append();
      wal.write();
    }
  });
});
