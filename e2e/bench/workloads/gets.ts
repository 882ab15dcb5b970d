import { keyAt, randomFrom } from './data.js';
import { type Bench, checkValues, inFlight, medianOfPasses, openLoaded, perSecond, timed } from './workload.js';

const LIST = 100;
const LISTS = 100;

/** W3: gets of random rows: one await each, 256 in flight, and lists of 100. */
export async function gets(bench: Bench): Promise<void> {
  const { cells } = bench;
  const store = await openLoaded(bench);
  const random = randomFrom(5);
  const wanted = (count: number) => {
    const indexes = Uint32Array.from({ length: count }, () => Math.floor(random() * cells));
    return { indexes, keys: Array.from(indexes, (index) => keyAt(index, cells)) };
  };
  for (const [figure, count, width] of [
    ['get-single', 2_000, 1],
    ['get-256', 10_240, 256],
  ] as const) {
    const ms = await medianOfPasses(async () => {
      const { indexes, keys } = wanted(count);
      const values: (Uint8Array | null)[] = new Array(count);
      const ms = await timed(() =>
        inFlight(count, width, async (at) => {
          values[at] = await store.get(keys[at] as string);
        }),
      );
      checkValues(values, indexes);
      return ms;
    });
    bench.record(figure, perSecond(count, ms));
  }
  const ms = await medianOfPasses(async () => {
    const { indexes, keys } = wanted(LISTS * LIST);
    const lists: (readonly (Uint8Array | null)[])[] = [];
    const ms = await timed(async () => {
      for (let at = 0; at < keys.length; at += LIST) lists.push(await store.getMany(keys.slice(at, at + LIST)));
    });
    checkValues(lists.flat(), indexes);
    return ms;
  });
  bench.record('get-many', perSecond(LISTS * LIST, ms));
  await store.close();
}
