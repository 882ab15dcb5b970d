/*
 * Mistakes of live reads that random histories must find. Each function plants one in the product's code and returns
 * the function that removes it.
 */
import { ByteReader } from '../../bytes/byte-reader.js';
import { Watches as LiveReads } from '../../client/live/watches.js';
import { ClientServiceImpl } from '../../engine/server/client-service-impl.js';
import { Requests } from '../../engine/server/requests.js';
import { RowTimes } from '../../engine/watch/row-times.js';
import { Watch } from '../../engine/watch/watch.js';
import { Watches } from '../../engine/watch/watches.js';
import { Window } from '../../engine/watch/window.js';
import { OFFSET_TYPE } from '../../keyvalue/cell-layout.js';
import { CellType } from '../../model/cell-type.js';
import { Operation } from '../../service/client-service.js';
import { decodePacket } from '../../service/packet-codec.js';
import { replaceMethod } from '../fakes/replace-method.js';

export type PlantWatchBug = () => () => void;

/** The names of the bugs say what is wrong. */
export const PLANTED_WATCH_BUGS: Readonly<Record<string, PlantWatchBug>> = {
  'a delete touches no row': () =>
    replaceMethod(
      Requests.prototype,
      'mutate',
      (mutate) =>
        function (this: Requests, request, operation, own) {
          const cursor = request.cursor();
          const isDelete = cursor.next() && request.block.bytes[cursor.offset + OFFSET_TYPE] !== CellType.Put;
          const ran = mutate.call(this, request, operation, own);
          return isDelete ? { ...ran, eachRow: () => {} } : ran;
        },
    ),
  'cells that expire are forgotten': () => replaceMethod(RowTimes.prototype, 'set', () => () => {}),
  'a flush or a compaction touches no row': () => replaceMethod(Watches.prototype, 'rewritten', () => () => {}),
  'rows that enter a full window are missed': () =>
    replaceMethod(
      Watch.prototype,
      'touch',
      (touch) =>
        function (this: Watch, row) {
          return this.rows < this.read.limit && touch.call(this, row);
        },
    ),
  'rows after a limit stay in its window': () => replaceMethod(Window.prototype, 'cut', () => () => {}),
  'a window that has lost rows is not filled': () => notFilled(),
  'an old difference is applied after a newer one': () => {
    const last = new WeakMap<Applying, Uint8Array>();
    return replaceMethod(
      prototypeOf(LiveReads),
      'apply',
      (apply) =>
        function (this: Applying, reader) {
          const old = last.get(this);
          const bytes = reader.bytes.slice(reader.offset, reader.end);
          last.set(this, bytes);
          const applyAny = (differences: Uint8Array) => {
            this.nextDifferences = null;
            apply.call(this, new ByteReader(differences, 0, differences.length, 'differences'));
          };
          applyAny(bytes);
          if (old !== undefined) void later(() => applyAny(old));
        },
    );
  },
  'a reply comes without the differences of its writes': () => {
    /** The connections whose last packet requested differences. */
    const requesting = new Set<string>();
    const undo = [
      replaceMethod(
        ClientServiceImpl.prototype,
        'call',
        (call) =>
          function (this: ClientServiceImpl, packet) {
            const { connection, calls } = decodePacket(packet);
            if (calls.some(({ operation }) => operation === Operation.ReadWatches)) requesting.add(connection);
            else requesting.delete(connection);
            return call.call(this, packet);
          },
      ),
      replaceMethod(
        Watches.prototype,
        'hasNews',
        (hasNews) =>
          function (this: Watches, connection) {
            return requesting.has(connection) && hasNews.call(this, connection);
          },
      ),
    ];
    return () => {
      for (const one of undo) one();
    };
  },
  'watches are not opened again for another engine': () =>
    replaceMethod(prototypeOf(LiveReads), 'renew', () => () => {}),
  'watches do not get the commits': () => replaceMethod(Watches.prototype, 'ran', () => () => {}),
};

/** Private methods of LiveReads. */
interface Applying {
  renew(): void;
  nextDifferences: number | null;
  apply(reader: ByteReader): void;
}

function prototypeOf({ prototype }: typeof LiveReads): Applying {
  return prototype as never;
}

/** By then, users have seen the present state. */
async function later(run: () => void): Promise<void> {
  for (let wait = 0; wait < 100; wait++) await null;
  run();
}

/** A window never seems to be smaller than it was. */
function notFilled(): () => void {
  const most = new WeakMap<Window, number>();
  const getter = Object.getOwnPropertyDescriptor(Window.prototype, 'size') as PropertyDescriptor;
  Object.defineProperty(Window.prototype, 'size', {
    configurable: true,
    get(this: Window) {
      const size = Math.max(getter.get?.call(this), most.get(this) ?? 0);
      most.set(this, size);
      return size;
    },
  });
  const undo = replaceMethod(
    Window.prototype,
    'clear',
    (clear) =>
      function (this: Window) {
        most.delete(this);
        clear.call(this);
      },
  );
  return () => {
    undo();
    Object.defineProperty(Window.prototype, 'size', getter);
  };
}
