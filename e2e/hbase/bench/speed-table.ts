import { median } from '../../bench/report/statistics.js';
import type { JavaMeasurement, JavaWorkload } from './run-java-client.js';

/** The rows per second of each round. */
function speeds(measured: readonly JavaMeasurement[], workload: JavaWorkload): readonly number[] {
  return measured
    .filter((one) => one.workload === workload)
    .map(({ operations, milliseconds }) => (operations / milliseconds) * 1000);
}

/** A Markdown table of both clients: medians of all rounds, the slowest and the fastest round; the worst ratio first. */
export function speedTable(bigtab: readonly JavaMeasurement[], java: readonly JavaMeasurement[]): string {
  const workloads = [...new Set(java.map(({ workload }) => workload))];
  const rows = workloads
    .map((workload) => ({ workload, own: speeds(bigtab, workload), other: speeds(java, workload) }))
    .map((row) => ({ ...row, ratio: median(row.own) / median(row.other) }))
    .sort((a, b) => a.ratio - b.ratio);
  return [
    "| workload | `bigtab/hbase`, rows/s | HBase's Java client, rows/s | ratio |",
    '|---|--:|--:|--:|',
    ...rows.map(
      ({ workload, own, other, ratio }) => `| ${workload} | ${spread(own)} | ${spread(other)} | ${ratio.toFixed(2)} |`,
    ),
  ].join('\n');
}

function spread(values: readonly number[]): string {
  const text = (value: number): string => Math.round(value).toLocaleString('en');
  return `${text(median(values))} (${text(Math.min(...values))} – ${text(Math.max(...values))})`;
}
