import { thousands } from '../../../lib/build/report/table.js';
import { machineText } from '../run/machine.js';
import { isOfEmptyTable } from './figure-names.js';
import { mostFrequent, type Spread } from './statistics.js';
import type { Summary, SummaryRow } from './summary.js';

/** The line above each table. */
export function caption(summary: Summary, rows: readonly SummaryRow[]): string {
  return `*${factsOf(summary, rows)}.*`;
}

/** The number of rounds, the commit, browser and machine, and the size. */
export function factsOf(summary: Summary, rows: readonly SummaryRow[]): string {
  const { commit, machine, runs } = summary;
  const sized = rows.filter(({ figure }) => !isOfEmptyTable(figure));
  const sizes = [...new Set(sized.map(({ cells }) => cells))].sort((a, b) => a - b).map(thousands);
  return [
    roundsText(usualRounds(rows)) + (runs > 1 ? ` (${runs} commands, each for different workloads or sizes)` : ''),
    `commit ${commit}`,
    machine.browser,
    machineText(machine),
    sizes.length === 0 ? 'an empty table' : `${sizes.join(' and ')} cells`,
  ].join('; ');
}

/**
 * The number of rounds of most numbers in these rows; if two counts are equally frequent, the larger one. A number with
 * another count is shown with it.
 */
export function usualRounds(rows: readonly SummaryRow[]): number {
  const counts = rows.flatMap(({ values }) => Object.values(values).map(({ length }) => length));
  return mostFrequent(counts.sort((a, b) => b - a)) ?? 0;
}

/** A median with its extremes, such as `8,680 (8,100 to 9,020)`. */
export function spreadText({ median, least, most, count }: Spread, rounds: number): string {
  const unusual = count === rounds ? '' : `, ${roundsText(count)}`;
  return `${thousands(median)} (${thousands(least)} to ${thousands(most)}${unusual})`;
}

export function roundsText(rounds: number): string {
  return rounds === 1 ? '1 round' : `${rounds} rounds`;
}
