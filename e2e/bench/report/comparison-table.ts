import { markdownTable, thousands } from '../../../lib/build/report/table.js';
import type { BuildName, Comparison } from './comparison.js';

/** The comparison as Markdown. */
export function comparisonTable(
  { figures, failures }: Comparison,
  titles: Readonly<Record<BuildName, string>>,
): string {
  const severalSizes = new Set(figures.map(({ cells }) => cells)).size > 1;
  const lines = figures.map(({ figure, cells, tree, commit, ratios, verdict }) => [
    `${figure.workload} ${figure.title}${severalSizes ? `, ${thousands(cells)} cells` : ''} (${figure.unit})`,
    `**${ratios.median.toFixed(3)}**`,
    `${ratios.low.toFixed(3)} to ${ratios.high.toFixed(3)}`,
    `${ratios.least.toFixed(3)} to ${ratios.most.toFixed(3)}`,
    String(ratios.count),
    thousands(tree),
    thousands(commit),
    verdict === 'same' ? '' : verdict,
  ]);
  const heading = ['workload', 'ratio', 'middle half', 'least to most', 'rounds', 'tree', 'commit', ''];
  const failed = failures.map(
    ({ build, workload, round, error }) => `- ${titles[build]} failed in ${workload}, round ${round}: ${error}`,
  );
  return [
    `Tree: ${titles.tree}. Commit: ${titles.commit}.`,
    'A ratio above 1 means that the tree is better. Each is the median of the ratios of all rounds. The largest loss comes first.',
    '',
    markdownTable(heading, lines, [heading.length - 1]),
    '',
    ...(failed.length > 0 ? [...failed, ''] : []),
  ].join('\n');
}
