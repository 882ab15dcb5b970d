import { keyAt, randomFrom, valueAt, versionIn } from './data.js';
import { type Bench, inFlight, medianOfPasses, openLoaded, perSecond, timed } from './workload.js';
import { zipfian } from './zipfian.js';

const WIDTH = 16;
const OPERATIONS = 8_000;

/** W6: gets and relaxed puts of rows that are wanted unequally often, 16 in flight. A get must see every write that was acknowledged before it. */
export async function mixes(bench: Bench): Promise<void> {
  const { cells } = bench;
  const store = await openLoaded(bench);
  const random = randomFrom(10);
  const draw = zipfian(cells, random);
  const started = new Uint32Array(cells);
  const acknowledged = new Uint32Array(cells);
  for (const [figure, gets] of [
    ['mix-95-5', 0.95],
    ['mix-50-50', 0.5],
  ] as const) {
    const ms = await medianOfPasses(async () => {
      const operations = Array.from({ length: OPERATIONS }, () => {
        const index = draw();
        const isGet = random() < gets;
        if (!isGet) started[index] = (started[index] as number) + 1;
        const version = started[index] as number;
        return { index, key: keyAt(index, cells), version, value: isGet ? null : valueAt(index, version), least: 0 };
      });
      const answers: (Uint8Array | null)[] = new Array(OPERATIONS).fill(null);
      const ms = await timed(() =>
        inFlight(OPERATIONS, WIDTH, async (at) => {
          const operation = operations[at] as (typeof operations)[number];
          const { index, key, value, version } = operation;
          if (value === null) {
            operation.least = acknowledged[index] as number;
            answers[at] = await store.get(key);
          } else {
            await store.put({ key, value });
            if ((acknowledged[index] as number) < version) acknowledged[index] = version;
          }
        }),
      );
      for (const [at, { index, value, least }] of operations.entries()) {
        if (value !== null) continue;
        const found = versionIn(answers[at], index);
        if (found < least || found > (started[index] as number))
          throw new Error(`row ${index}: version ${found} was read`);
      }
      return ms;
    });
    bench.record(figure, perSecond(OPERATIONS, ms));
  }
  await store.close();
}
