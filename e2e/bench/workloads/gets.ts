import { keyAt, randomFrom } from './data.js';
import {
  type Bench,
  callsInFlight,
  checkValues,
  measureCalls,
  openLoaded,
  provideLoaded,
  type Step,
  timed,
  type Workload,
} from './workload.js';

const GETS = 1_000;
const IN_FLIGHT = 256;
const LIST = 100;
const LISTS = 20;

/** W3: gets of random rows: one await each, 256 in flight, and lists of 100. */
export const gets: Workload = [
  provideLoaded,
  singleGets('get-single', GETS, 1),
  singleGets('get-256', IN_FLIGHT * 8, IN_FLIGHT),
  getsInLists,
];

function singleGets(figure: 'get-single' | 'get-256', count: number, width: number): Step {
  return async (bench) => {
    const store = await openLoaded(bench);
    const draw = drawRows(bench);
    await measureCalls(bench, figure, count, async () => {
      const { indexes, keys } = draw(count);
      const values: (Uint8Array | null)[] = new Array(count);
      const pass = await callsInFlight(count, width, async (at) => {
        values[at] = await store.get(keys[at] as string);
      });
      checkValues(values, indexes);
      return pass;
    });
    await store.close();
  };
}

async function getsInLists(bench: Bench): Promise<void> {
  const store = await openLoaded(bench);
  const draw = drawRows(bench);
  await measureCalls(bench, 'get-many', LISTS * LIST, async () => {
    const { indexes, keys } = draw(LISTS * LIST);
    const lists: (readonly (Uint8Array | null)[])[] = [];
    const ms = await timed(async () => {
      for (let at = 0; at < keys.length; at += LIST) lists.push(await store.getMany(keys.slice(at, at + LIST)));
    });
    checkValues(lists.flat(), indexes);
    return { ms };
  });
  await store.close();
}

/** Draws rows of the loaded table, the same ones in each run. */
function drawRows({ cells }: Bench): (count: number) => { readonly indexes: Uint32Array; readonly keys: string[] } {
  const random = randomFrom(5);
  return (count) => {
    const indexes = Uint32Array.from({ length: count }, () => Math.floor(random() * cells));
    return { indexes, keys: Array.from(indexes, (index) => keyAt(index, cells)) };
  };
}
