import { keyAt, randomFrom } from './data.js';
import { type Bench, checkValues, inFlight, openLoaded, perSecond, timed } from './workload.js';

const LIST = 100;

/** W3: gets of random rows: one await each, 256 in flight, and lists of 100. */
export async function gets(bench: Bench): Promise<void> {
  const { cells } = bench;
  const store = await openLoaded(bench);
  const random = randomFrom(5);
  for (const [figure, count, width] of [
    ['get-single', 4_000, 1],
    ['get-256', 20_480, 256],
  ] as const) {
    const indexes = Uint32Array.from({ length: count }, () => Math.floor(random() * cells));
    const keys = Array.from(indexes, (index) => keyAt(index, cells));
    const values: (Uint8Array | null)[] = new Array(count);
    const ms = await timed(() =>
      inFlight(count, width, async (at) => {
        values[at] = await store.get(keys[at] as string);
      }),
    );
    checkValues(values, indexes);
    bench.record(figure, perSecond(count, ms));
  }
  const indexes = Uint32Array.from({ length: 200 * LIST }, () => Math.floor(random() * cells));
  const keys = Array.from(indexes, (index) => keyAt(index, cells));
  const lists: (readonly (Uint8Array | null)[])[] = [];
  const ms = await timed(async () => {
    for (let at = 0; at < keys.length; at += LIST) lists.push(await store.getMany(keys.slice(at, at + LIST)));
  });
  checkValues(lists.flat(), indexes);
  bench.record('get-many', perSecond(keys.length, ms));
  await store.close();
}
