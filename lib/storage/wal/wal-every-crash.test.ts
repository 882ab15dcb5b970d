import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../simulation/manual-clock.js';
import { OperationCounter } from '../../simulation/operation-counter.js';
import { type ImageOptions, SimFileSystem } from '../../simulation/sim-file-system.js';
import {
  appendRecord,
  asText,
  beyondPowerCut,
  openLog,
  readBack,
  settle,
  testRecord,
  writeGroup,
} from '../../testing/samples/log-records.js';

/** The guarantees of a workload when its process ended. */
interface Promised {
  written: number;
  flushed: number;
  attempted: number;
}

const SEGMENT_BYTES = 500;
const record = (id: number): ReturnType<typeof testRecord> => testRecord(id, 'x'.repeat(id * 20), `page ${id % 2}`);
const texts = (count: number): string[] => Array.from({ length: count }, (_, index) => asText(record(index + 1)));

/** Runs groups, deferred records, flushes, rolls, a failed flush and a close; stops early if the process ends. */
async function workload(files: SimFileSystem, clock: ManualClock, promised: Promised): Promise<void> {
  const { wal } = await openLog(files, { clock, segmentBytes: SEGMENT_BYTES });
  const flush = (): void => {
    wal.flush();
    promised.written = promised.flushed = promised.attempted;
  };
  for (let id = 1; id <= 12; id++) {
    appendRecord(wal, record(id));
    promised.attempted = id;
    if (id % 3 === 1) continue;
    if (id === 5) {
      wal.defer();
    } else {
      wal.write();
      promised.written = id;
    }
    if (id === 8) files.fail({ operation: 'flush', error: 'IO' });
    if (id === 3 || id === 8) flush();
    clock.advance(2);
    await settle();
  }
  await wal.close();
  promised.written = promised.flushed = promised.attempted;
}

async function stoppedAt(stopAt: number): Promise<{ files: SimFileSystem; clock: ManualClock; promised: Promised }> {
  const clock = new ManualClock();
  const files = new SimFileSystem({ seed: 7, clock, counter: new OperationCounter(stopAt) });
  const promised = { written: 0, flushed: 0, attempted: 0 };
  await workload(files, clock, promised).catch((error: unknown) => {
    if (!files.counter.stopped) throw error;
  });
  return { files, clock, promised };
}

/** Expects a prefix of the records, with at least `sure` of them. */
function expectPrefix(records: readonly string[], sure: number, promised: Promised, where: string): void {
  expect(records, where).toEqual(texts(records.length));
  expect(records.length, where).toBeGreaterThanOrEqual(sure);
  expect(records.length, where).toBeLessThanOrEqual(promised.attempted);
}

describe('A log whose process ends in any operation', () => {
  const kinds: readonly Omit<ImageOptions, 'seed'>[] = [
    { kind: 'process-death' },
    { kind: 'power-cut', unflushed: 'drop', names: 'keep' },
    { kind: 'power-cut', unflushed: 'keep', names: 'keep' },
    { kind: 'power-cut', unflushed: 'torn', names: 'keep' },
    { kind: 'power-cut', unflushed: 'any', names: 'any' },
  ];

  it('has many operations', async () => {
    const { files } = await stoppedAt(Number.POSITIVE_INFINITY);
    expect(files.counter.count).toBeGreaterThan(30);
  });

  for (const [index, kind] of kinds.entries()) {
    const name = [kind.kind, kind.unflushed, kind.names].filter((part) => part !== undefined).join(', ');
    it(`keeps its guarantees, even if recovery ends in any operation (${name})`, async () => {
      const { files: whole } = await stoppedAt(Number.POSITIVE_INFINITY);
      for (let n = 1; n <= whole.counter.count; n++) {
        const { files, clock, promised } = await stoppedAt(n);
        const sure = kind.kind === 'process-death' ? promised.written : kind.names === 'any' ? 0 : promised.flushed;
        for (let m = 1; ; m++) {
          const where = `operation ${n}, ${files.counter.log.at(-1)}; of recovery ${m}`;
          const counter = new OperationCounter(m);
          const image = files.image({ ...kind, seed: n * 100 + index, counter });
          const opening = await openLog(image, { clock }).then(
            ({ records }) => records,
            () => null,
          );
          if (opening !== null) expectPrefix(opening, sure, promised, where);
          counter.stop();
          const left = image.image({ ...kind, names: 'keep', seed: m });
          const second = await openLog(left, { clock });
          expectPrefix(second.records, sure, promised, where);
          const { problems } = second.log;
          expect(kind.kind === 'power-cut' ? beyondPowerCut(problems) : problems, where).toEqual([]);
          writeGroup(second.wal, testRecord(100));
          await second.wal.close();
          expect((await readBack(left)).records, where).toEqual([...second.records, asText(testRecord(100))]);
          if (opening !== null) break;
        }
      }
    });
  }
});
