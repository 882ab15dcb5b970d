import { markdownTable, thousands } from '../../../lib/build/report/table.js';
import type { FigureFacts } from '../workloads/figures.js';
import { type BuildName, type Comparison, missesGoal, type NewFigure } from './comparison.js';

/** The comparison as Markdown. */
export function comparisonTable(
  { figures, added, failures }: Comparison,
  titles: Readonly<Record<BuildName, string>>,
): string {
  const severalSizes = new Set([...figures, ...added].map(({ cells }) => cells)).size > 1;
  const lines = figures.map(({ figure, cells, tree, commit, ratios, verdict }) => [
    title(figure, severalSizes ? cells : null),
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
    ...(added.length > 0 ? [newTable(added, severalSizes), ''] : []),
    ...(failed.length > 0 ? [...failed, ''] : []),
  ].join('\n');
}

function newTable(added: readonly NewFigure[], severalSizes: boolean): string {
  const heading = ['only in the tree', 'median', 'least to most', 'rounds', 'goal'];
  const lines = added.map((one) => {
    const { figure, cells, values } = one;
    const goal = figure.goal === undefined ? '' : `at most ${thousands(figure.goal)}`;
    return [
      title(figure, severalSizes ? cells : null),
      `**${thousands(values.median)}**`,
      `${thousands(values.least)} to ${thousands(values.most)}`,
      String(values.count),
      missesGoal(one) ? `**missed**: ${goal}` : goal,
    ];
  });
  return markdownTable(heading, lines, [heading.length - 1]);
}

function title({ workload, title, unit }: FigureFacts, cells: number | null): string {
  return `${workload} ${title}${cells === null ? '' : `, ${thousands(cells)} cells`} (${unit})`;
}
