import { STORE_NAMES, STORES, type StoreFacts, type StoreName } from '../stores/store-names.js';
import { FIGURES, type Figure, type FigureFacts } from '../workloads/figures.js';
import { LEAST_ROUNDS } from './publishable.js';
import { type Spread, timesBetter } from './statistics.js';
import { type LeftOut, type Summary, type SummaryRow, spreadIn } from './summary.js';

/**
 * `worse`: the whole range is worse than that of the best peer. `better`: it is better than that of every peer.
 * `within`: it overlaps the range of the best peer, or that of another peer that Bigtab would be better than, so the
 * rounds do not show which is better.
 */
export type Verdict = 'worse' | 'within' | 'better';

/** Bigtab and the best other store in one figure. */
export interface Ratio {
  readonly figure: Figure;
  readonly cells: number;
  readonly own: Spread;
  readonly peer: StoreName;
  readonly best: Spread;
  /** How many times better Bigtab's median is. Below 1, it is worse. */
  readonly ratio: number;
  /** The ratio of Bigtab's worst round to the peer's best one, and of Bigtab's best round to the peer's worst. */
  readonly least: number;
  readonly most: number;
  readonly verdict: Verdict;
}

/** A figure without a ratio, and the reason. */
export interface NoRatio {
  readonly figure: Figure;
  readonly cells: number;
  readonly reason: string;
}

export interface Ratios {
  /** The largest loss first. */
  readonly ratios: readonly Ratio[];
  readonly without: readonly NoRatio[];
}

/** The values of a peer in one figure. */
interface Measured {
  readonly peer: StoreName;
  readonly spread: Spread;
}

const PEERS = STORE_NAMES.filter((name) => STORES[name].role === 'peer');
/**
 * Workloads without ratios: two measure only Bigtab, the rate that `kill` counts in its second of puts is that of
 * W2 again, and transactions and indexes are compared with puts and scans of the same store.
 */
const NOT_COMPARED: readonly string[] = ['growth', 'history', 'kill', 'transactions', 'indexes'];
/** Workloads for stores that keep rows in order, and versions of them. */
const SORTED: readonly string[] = ['W4', 'W5', 'W9'];
/** What a store must support to have these figures at all. */
const NEEDS: Partial<Record<Figure, 'strict' | 'compacts'>> = {
  'put-strict': 'strict',
  'put-strict-cold': 'strict',
  'put-strict-p50': 'strict',
  'put-strict-p99': 'strict',
  'put-strict-256': 'strict',
  'put-strict-256-cold': 'strict',
  'disk-compacted': 'compacts',
};

/** Compares Bigtab with the best peer in each figure for which every peer that supports it was measured. */
export function ratiosOf({ rows, leftOut = [] }: Summary): Ratios {
  const ratios: Ratio[] = [];
  const without: NoRatio[] = [];
  for (const row of rows) {
    const { figure, cells } = row;
    if (NOT_COMPARED.includes(FIGURES[figure].workload)) continue;
    const rare = leftOut.filter((out) => out.figure === figure && out.cells === cells);
    const found = ratioOf(row, rare);
    if (typeof found === 'string') without.push({ figure, cells, reason: found });
    else ratios.push(found);
  }
  return { ratios: ratios.sort((a, b) => a.ratio - b.ratio), without };
}

/** The rows of these ratios. */
export function rowsOf(ratios: readonly Ratio[], { rows }: Summary): readonly SummaryRow[] {
  return rows.filter(({ figure, cells }) => ratios.some((ratio) => ratio.figure === figure && ratio.cells === cells));
}

/** The ratio, or the reason why there is none. */
function ratioOf(row: SummaryRow, leftOut: readonly LeftOut[]): Ratio | string {
  const rare = leftOut.filter(({ store }) => store === 'bigtab' || PEERS.includes(store));
  if (rare.length > 0) {
    return `fewer than ${LEAST_ROUNDS} rounds: ${rare.map(({ store, rounds }) => `${STORES[store].title} (${rounds})`).join('; ')}`;
  }
  const own = spreadIn(row, 'bigtab');
  if (own === undefined) return 'Bigtab was not measured';
  const missing = PEERS.filter((peer) => row.values[peer] === undefined && canDo(peer, row.figure));
  if (missing.length > 0) return `not measured: ${missing.map((name) => STORES[name].title).join('; ')}`;
  const peers = PEERS.flatMap((peer): Measured[] => {
    const spread = spreadIn(row, peer);
    return spread === undefined ? [] : [{ peer, spread }];
  });
  const best = bestOf(peers, row.figure);
  if (best === undefined) return 'no other store can do it';
  // A value smaller than its noise, which happens with memory, has no ratio.
  if (own.least <= 0 || best.spread.least <= 0) return 'a value is zero or less';
  const isApart = peers.every(({ spread }) => !overlap(own, spread));
  return compare(row, own, best, isApart);
}

/** `isApart`: whether no peer's range overlaps that of Bigtab. */
function compare({ figure, cells }: SummaryRow, own: Spread, best: Measured, isApart: boolean): Ratio {
  const { better }: FigureFacts = FIGURES[figure];
  const extremes = [timesBetter(own.least, best.spread.most, better), timesBetter(own.most, best.spread.least, better)];
  const [least, most] = [Math.min(...extremes), Math.max(...extremes)];
  const ratio = timesBetter(own.median, best.spread.median, better);
  const verdict = most < 1 ? 'worse' : least > 1 && isApart ? 'better' : 'within';
  return { figure, cells, own, peer: best.peer, best: best.spread, ratio, least, most, verdict };
}

/** Whether a peer supports, and is meant for, what a figure measures. Only such a peer may be the best. */
function canDo(peer: StoreName, figure: Figure): boolean {
  const facts: StoreFacts = STORES[peer];
  const { workload } = FIGURES[figure];
  const need = NEEDS[figure];
  return (
    (need === undefined || facts[need]) &&
    (facts.sorted || !SORTED.includes(workload)) &&
    (facts.only?.includes(workload) ?? true)
  );
}

/** Whether two ranges from minimum to maximum have a value in common. */
export function overlap(a: Pick<Spread, 'least' | 'most'>, b: Pick<Spread, 'least' | 'most'>): boolean {
  return a.least <= b.most && b.least <= a.most;
}

/** The peer with the best median; undefined if none was measured. */
function bestOf(peers: readonly Measured[], figure: Figure): Measured | undefined {
  const sign = FIGURES[figure].better === 'higher' ? -1 : 1;
  return [...peers].sort((a, b) => sign * (a.spread.median - b.spread.median))[0];
}
