import { STORE_NAMES, STORES, type StoreFacts, type StoreName } from '../stores/store-names.js';
import { FIGURES, type Figure } from '../workloads/figures.js';
import type { RawLine } from './summary.js';

export const MACHINE = {
  processor: 'abacus',
  cores: 2,
  memoryGiB: 8,
  system: 'linux x64',
  browser: 'Chromium 1.2.3.4',
} as const;

/** Durable stores other than Bigtab. */
export const PEERS: readonly StoreName[] = STORE_NAMES.filter((name) => STORES[name].role === 'peer');

/** The peers that a ratio of this figure requires. */
export function peersIn(figure: Figure): readonly StoreName[] {
  return PEERS.filter((peer) => {
    const { only }: StoreFacts = STORES[peer];
    return only?.includes(FIGURES[figure].workload) ?? true;
  });
}

/** A line for tests, of a clean commit. */
export function syntheticLine(
  store: StoreName,
  figures: Partial<Record<Figure, number>>,
  more: Partial<RawLine> = {},
): RawLine {
  return {
    round: 1,
    store,
    workload: 'W3',
    cells: 1_000,
    roundTrip: 20,
    figures,
    machine: MACHINE,
    commit: 'abc1234',
    started: '2001-01-01T00:00:00.000Z',
    version: null,
    ...more,
  };
}

/** One line per round with one figure, whose values are these numbers. */
export function roundsOf(
  store: StoreName,
  figure: Figure,
  values: readonly number[],
  more: Partial<RawLine> = {},
): RawLine[] {
  return values.map((value, at) => syntheticLine(store, { [figure]: value }, { round: at + 1, ...more }));
}

/**
 * The same for Bigtab and for all peers that take part, except `leaving`. SQLite is the best peer; the others are three
 * times worse.
 */
export function besidePeers(
  figure: Figure,
  own: readonly number[],
  best: readonly number[],
  { leaving = [], ...more }: Partial<RawLine> & { readonly leaving?: readonly StoreName[] } = {},
): RawLine[] {
  const peers = peersIn(figure).filter((peer) => !leaving.includes(peer));
  const worse = FIGURES[figure].better === 'higher' ? 1 / 3 : 3;
  return [
    ...roundsOf('bigtab', figure, own, more),
    ...peers.flatMap((peer) =>
      roundsOf(
        peer,
        figure,
        best.map((value) => (peer === 'sqlite' ? value : value * worse)),
        more,
      ),
    ),
  ];
}
