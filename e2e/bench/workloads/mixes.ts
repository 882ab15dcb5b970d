import { keyAt, randomFrom, valueAt, versionIn } from './data.js';
import { callsInFlight, measureCalls, openLoaded, provideLoaded, type Step, type Workload } from './workload.js';
import { zipfian } from './zipfian.js';

const WIDTH = 16;
const OPERATIONS = 1_024;

/**
 * W6: gets and relaxed puts of rows that are requested with unequal frequency, 16 in flight. A get must see every write
 * that was acknowledged before it.
 */
export const mixes: Workload = [provideLoaded, mix('mix-95-5', 0.95, 0), mix('mix-50-50', 0.5, 1_000_000)];

/** `base`: the versions written here are above it, those of earlier steps are not. */
function mix(figure: 'mix-95-5' | 'mix-50-50', shareOfGets: number, base: number): Step {
  return async (bench) => {
    const { cells } = bench;
    const store = await openLoaded(bench);
    const random = randomFrom(10);
    const draw = zipfian(cells, random);
    const started = new Uint32Array(cells).fill(base);
    const acknowledged = new Uint32Array(cells);
    const plan = () => {
      const index = draw();
      const isGet = random() < shareOfGets;
      if (!isGet) started[index] = (started[index] as number) + 1;
      const version = started[index] as number;
      return { index, key: keyAt(index, cells), version, value: isGet ? null : valueAt(index, version), least: 0 };
    };
    await measureCalls(bench, figure, OPERATIONS, async () => {
      const operations = Array.from({ length: OPERATIONS }, plan);
      const answers: (Uint8Array | null)[] = new Array(OPERATIONS).fill(null);
      const pass = await callsInFlight(OPERATIONS, WIDTH, async (at) => {
        const operation = operations[at] as (typeof operations)[number];
        const { index, key, value, version } = operation;
        if (value === null) {
          operation.least = acknowledged[index] as number;
          answers[at] = await store.get(key);
        } else {
          await store.put({ key, value });
          if ((acknowledged[index] as number) < version) acknowledged[index] = version;
        }
      });
      for (const [at, { index, value, least }] of operations.entries()) {
        if (value !== null) continue;
        const found = versionIn(answers[at], index);
        if (found < least || found > (started[index] as number))
          throw new Error(`row ${index}: version ${found} was read`);
      }
      return pass;
    });
    await store.close();
  };
}
