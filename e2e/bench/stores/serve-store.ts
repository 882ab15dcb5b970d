import { buffersOf, packValues, unpackAll } from './packed-values.js';
import type { StoreAnswer, StoreRequest } from './remote-store.js';
import type { Row, Rows, Store } from './store.js';

/** Answers the requests of `RemoteStore` in a worker, one after the other. */
export function serveStore(store: Store): void {
  let turn: Promise<void> = Promise.resolve();
  addEventListener('message', ({ data }) => {
    const request = data as StoreRequest;
    turn = turn.then(async () => {
      let answer: Omit<StoreAnswer, 'id'>;
      try {
        answer = await respond(store, request);
      } catch (error) {
        answer = { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
      }
      postMessage(
        { id: request.id, ...answer },
        { transfer: answer.values === undefined ? [] : buffersOf(answer.values) },
      );
    });
  });
}

async function respond(store: Store, request: StoreRequest): Promise<Omit<StoreAnswer, 'id'>> {
  const { keys = [], numbers: [number = 0] = [] } = request;
  const [key = ''] = keys;
  switch (request.method) {
    case 'open':
      await store.open(key, request.durability ?? 'relaxed');
      return {};
    case 'load':
      await store.load(rowsOf(request));
      return {};
    case 'put':
      await store.put(rowsOf(request)[0] as Row);
      return {};
    case 'get':
      return { values: packValues([await store.get(key)]) };
    case 'getMany':
      return { values: packValues(await store.getMany(keys)) };
    case 'scan':
      return answerOf(await store.scan(key, number));
    case 'scanAll':
      return answerOf(await store.scanAll());
    case 'deleteMany':
      await store.deleteMany(keys);
      return {};
    case 'loadVersions': {
      const timestamps = request.timestamps ?? [];
      await store.loadVersions(
        rowsOf(request).map((row, index) => ({ ...row, timestamp: timestamps[index] as number })),
      );
      return {};
    }
    case 'latest':
      return answerOf(await store.latest());
    case 'asOf':
      return answerOf(await store.asOf(number));
    case 'newest': {
      const found = await store.newest(keys, number);
      return {
        values: packValues(found.flatMap((values) => Array.from({ length: number }, (_, i) => values[i] ?? null))),
      };
    }
    case 'close':
    case 'sync':
    case 'compact':
    case 'keepHistory':
      await store[request.method]?.();
      return {};
  }
}

function rowsOf({ keys = [], values }: StoreRequest): Row[] {
  const unpacked = values === undefined ? [] : unpackAll(values);
  return keys.map((key, index) => ({ key, value: unpacked[index] as Uint8Array }));
}

function answerOf({ keys, values }: Rows): Omit<StoreAnswer, 'id'> {
  return { keys, values: packValues(values) };
}
