import { STORES } from '../stores/store-names.js';
import type { Summary } from './summary.js';

/** The report as Markdown. */
export function resultTable(summary: Summary): string {
  const { rows, stores, machine, roundTrip, rounds } = summary;
  const names = stores.map((store) => STORES[store].title);
  const severalSizes = new Set(rows.map(({ cells }) => cells)).size > 1;
  const lines = [
    row(['workload', ...names, 'over the best peer']),
    row(['---', ...names.map(() => '---:'), '---:']),
    ...rows.map(({ figure, cells, medians, ratio, bestPeer }) => {
      const size = severalSizes ? `, ${thousands(cells)} cells` : '';
      return row([
        `${figure.workload} ${figure.title}${size} (${figure.unit})`,
        ...stores.map((store) => amountOf(medians[store])),
        ratio === null || bestPeer === null ? '' : `**${short(ratio)}x** ${STORES[bestPeer].title}`,
      ]);
    }),
  ];
  const facts = [
    machine === null
      ? ''
      : `${machine.browser} on ${machine.system}, ${machine.cores} cores (${machine.processor}), ${machine.memoryGiB} GiB of memory.`,
    `Medians of ${roundsText(rounds)}, each store on a fresh profile in each.`,
    severalSizes || rows[0] === undefined ? '' : `${thousands(rows[0].cells)} cells, keys of 16 bytes, values of 100.`,
    roundTrip === null
      ? ''
      : `An empty round trip to a worker took ${Math.round(roundTrip.median)} µs (${Math.round(roundTrip.least)} to ${Math.round(roundTrip.most)}).`,
  ];
  const paths = stores.map((store) => `- ${STORES[store].title}: ${STORES[store].path}`);
  return `${lines.join('\n')}\n\n${facts.filter((fact) => fact !== '').join(' ')}\n\n${paths.join('\n')}\n`;
}

function roundsText({ least, most }: Summary['rounds']): string {
  if (least < most) return `${least} to ${most} rounds`;
  return most === 1 ? '1 round' : `${most} rounds`;
}

function amountOf(amount: number | undefined): string {
  return amount === undefined ? '–' : thousands(amount);
}

/** Three digits that count, thousands apart. */
export function thousands(amount: number): string {
  const digits = amount >= 1_000 ? Number(amount.toPrecision(3)) : amount;
  return digits.toLocaleString('en', { maximumFractionDigits: digits < 10 ? 2 : 0 });
}

/** A ratio with as many digits as matter. */
export function short(ratio: number): string {
  return ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(0);
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
