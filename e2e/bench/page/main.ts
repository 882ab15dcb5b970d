import { hasProbe } from '../probes/make-probe.js';
import { STORES, type StoreName } from '../stores/store-names.js';
import type { Figure } from '../workloads/figures.js';
import { PAGE_WORKLOADS } from '../workloads/page-workloads.js';
import { close, compact, fill, fillHalf, firstGet } from './driven.js';
import { makeStore } from './make-store.js';
import { measureProbe } from './measure-probe.js';
import { measureRoundTrip } from './round-trip.js';

/*
 * The page that measures. What drives it calls functions of `bench` and gets plain numbers back.
 */

/** Runs one workload from beginning to end. */
async function run(workload: string, store: StoreName, cells: number): Promise<Partial<Record<Figure, number>>> {
  const figures: Partial<Record<Figure, number>> = {};
  const measure = PAGE_WORKLOADS[workload];
  if (measure === undefined) throw new Error(`no workload is called ${workload}`);
  await measure({
    cells,
    strict: STORES[store].strict,
    async open(name, durability = 'relaxed') {
      const opened = makeStore(store);
      await opened.open(name, durability);
      return opened;
    },
    record(figure, value) {
      figures[figure] = value;
    },
  });
  return figures;
}

declare global {
  var bench: {
    readonly run: typeof run;
    readonly measureRoundTrip: typeof measureRoundTrip;
    readonly fill: typeof fill;
    readonly fillHalf: typeof fillHalf;
    readonly firstGet: typeof firstGet;
    readonly compact: typeof compact;
    readonly close: typeof close;
    readonly hasProbe: typeof hasProbe;
    readonly measureProbe: typeof measureProbe;
  };
}
globalThis.bench = { run, measureRoundTrip, fill, fillHalf, firstGet, compact, close, hasProbe, measureProbe };
