import { STORE_NAMES, STORES, type StoreFacts, type StoreName } from '../stores/store-names.js';
import { FIGURES, type Figure, type FigureFacts } from '../workloads/figures.js';
import { type Spread, timesBetter } from './statistics.js';
import { type Summary, type SummaryRow, spreadIn } from './summary.js';

/** `within`: the ranges of the two stores overlap, so that the rounds do not show which is better. */
export type Verdict = 'worse' | 'within' | 'better';

/** Bigtab beside the best other store in one figure. */
export interface Ratio {
  readonly figure: Figure;
  readonly cells: number;
  readonly own: Spread;
  readonly peer: StoreName;
  readonly best: Spread;
  /** How many times better Bigtab's median is: below 1 it is worse. */
  readonly ratio: number;
  /** The ratio of Bigtab's worst round to the peer's best one, and of its best to the peer's worst. */
  readonly least: number;
  readonly most: number;
  readonly verdict: Verdict;
}

/** A figure that gets no ratio, and why. */
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

const PEERS = STORE_NAMES.filter((name) => STORES[name].role === 'peer');
/** Workloads that compare Bigtab with itself. */
const OF_BIGTAB: readonly string[] = ['growth', 'history'];
/** A peer that was less than half as good as the best one at a smaller size is not the best at a larger one. */
const FAR_BEHIND = 0.5;
/** What a store must be able to do to have these figures at all. */
const NEEDS: Partial<Record<Figure, 'strict' | 'compacts'>> = {
  'put-strict': 'strict',
  'put-strict-cold': 'strict',
  'put-strict-p50': 'strict',
  'put-strict-p99': 'strict',
  'put-strict-256': 'strict',
  'put-strict-256-cold': 'strict',
  'disk-compacted': 'compacts',
};

/** Compares Bigtab with the best peer in each figure in which every peer that may be the best was measured. */
export function ratiosOf({ rows }: Summary): Ratios {
  const ratios: Ratio[] = [];
  const without: NoRatio[] = [];
  for (const row of rows) {
    const { figure, cells } = row;
    if (OF_BIGTAB.includes(FIGURES[figure].workload)) continue;
    const found = ratioOf(row, rows);
    if (typeof found === 'string') without.push({ figure, cells, reason: found });
    else ratios.push(found);
  }
  return { ratios: ratios.sort((a, b) => a.ratio - b.ratio), without };
}

/** The ratio, or why there is none. */
function ratioOf(row: SummaryRow, rows: readonly SummaryRow[]): Ratio | string {
  const own = spreadIn(row, 'bigtab');
  if (own === undefined) return 'Bigtab was not measured';
  const missing = PEERS.filter((peer) => row.values[peer] === undefined && mayBeBest(peer, row, rows));
  if (missing.length > 0) return `not measured: ${missing.map((name) => STORES[name].title).join('; ')}`;
  const peers = PEERS.flatMap((peer) => {
    const spread = spreadIn(row, peer);
    return spread === undefined ? [] : [{ peer, spread }];
  });
  // Zero has no ratio, such as nothing lost, and neither has what is smaller than its noise, as memory may be.
  if (own.least <= 0 || peers.some(({ spread }) => spread.least <= 0)) return 'a value is zero';
  const best = peers.find(({ peer }) => peer === bestPeer(row));
  if (best === undefined) return 'no other store can do it';
  return compare(row, own, best.peer, best.spread);
}

function compare({ figure, cells }: SummaryRow, own: Spread, peer: StoreName, best: Spread): Ratio {
  const { better }: FigureFacts = FIGURES[figure];
  const extremes = [timesBetter(own.least, best.most, better), timesBetter(own.most, best.least, better)];
  const [least, most] = [Math.min(...extremes), Math.max(...extremes)];
  const ratio = timesBetter(own.median, best.median, better);
  const verdict = most < 1 ? 'worse' : least > 1 ? 'better' : 'within';
  return { figure, cells, own, peer, best, ratio, least, most, verdict };
}

/** Whether a peer without this figure could be the best in it. */
function mayBeBest(peer: StoreName, { figure, cells }: SummaryRow, rows: readonly SummaryRow[]): boolean {
  const need = NEEDS[figure];
  if (need !== undefined && !STORES[peer][need]) return false;
  const { only }: StoreFacts = STORES[peer];
  if (only !== undefined && !only.includes(FIGURES[figure].workload)) return false;
  const smaller = rows
    .filter((row) => row.figure === figure && row.cells < cells && row.values[peer] !== undefined)
    .sort((a, b) => b.cells - a.cells)[0];
  if (smaller === undefined) return true;
  const best = bestPeer(smaller);
  const [median, bestMedian] = [spreadIn(smaller, peer)?.median, best && spreadIn(smaller, best)?.median];
  if (median === undefined || bestMedian === undefined || bestMedian === null || median <= 0) return true;
  return timesBetter(median, bestMedian, FIGURES[figure].better) >= FAR_BEHIND;
}

/** The measured peer with the best median; null when none was measured. */
export function bestPeer(row: SummaryRow): StoreName | null {
  const medianOf = (peer: StoreName) => spreadIn(row, peer)?.median ?? Number.NaN;
  const sign = FIGURES[row.figure].better === 'higher' ? -1 : 1;
  const measured = PEERS.filter((peer) => row.values[peer] !== undefined);
  return measured.sort((a, b) => sign * (medianOf(a) - medianOf(b)))[0] ?? null;
}
