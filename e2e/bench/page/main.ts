import { STORES, type StoreName } from '../stores/store-names.js';
import type { Figure } from '../workloads/figures.js';
import { PAGE_WORKLOADS } from '../workloads/page-workloads.js';
import { loadedRows, type Workload } from '../workloads/workload.js';
import * as driven from './driven.js';
import * as live from './live.js';
import { makeStore } from './make-store.js';
import { measureProbe } from './measure-probe.js';
import * as opens from './opens.js';
import { measureRoundTrip } from './round-trip.js';
import * as tabs from './tabs.js';

/* The page that measures. The code that controls it calls functions of `bench`, which return plain numbers. */

/** The number of steps of a workload. */
function stepsOf(workload: string): number {
  return find(workload).length;
}

/** Runs one step of a workload. REQUIRES that nothing ran in this page before. */
async function run(
  workload: string,
  step: number,
  store: StoreName,
  cells: number,
): Promise<Partial<Record<Figure, number>>> {
  const figures: Partial<Record<Figure, number>> = {};
  const measure = find(workload)[step];
  if (measure === undefined) throw new Error(`${workload} has no step ${step}`);
  await measure({
    cells,
    strict: STORES[store].strict,
    compacts: STORES[store].role === 'own',
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

function find(workload: string): Workload {
  const found = PAGE_WORKLOADS[workload];
  if (found === undefined) throw new Error(`no workload is called ${workload}`);
  return found;
}

declare global {
  var bench: {
    readonly stepsOf: typeof stepsOf;
    readonly run: typeof run;
    readonly measureRoundTrip: typeof measureRoundTrip;
    readonly measureProbe: typeof measureProbe;
    readonly loadedRows: typeof loadedRows;
  } & typeof driven &
    typeof live &
    typeof opens &
    typeof tabs;
}
globalThis.bench = { stepsOf, run, measureProbe, loadedRows, measureRoundTrip, ...driven, ...live, ...opens, ...tabs };
