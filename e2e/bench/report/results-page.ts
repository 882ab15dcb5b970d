import { markdownTable, thousands } from '../../../lib/build/report/table.js';
import { STORE_NAMES, STORES, type StoreFacts } from '../stores/store-names.js';
import { FIGURES } from '../workloads/figures.js';
import { caption, roundsText, spreadText, usualRounds } from './caption.js';
import { CLOCK_STEP_US } from './clock-step.js';
import { READINGS_EXPLAINED } from './figure-names.js';
import { ratioTable } from './ratio-table.js';
import { BOLD_EXPLAINED, storesOf, storeTables } from './store-tables.js';
import { type Failure, type Summary, type SummaryRow, spreadIn } from './summary.js';

/** Workloads with a separate section. */
const APART: readonly string[] = ['W8', 'kill', 'growth', 'history', 'transactions', 'indexes'];

/** The report as Markdown. */
export function resultsPage(summary: Summary): string {
  const of = (workload: string) => (row: SummaryRow) => FIGURES[row.figure].workload === workload;
  const durable = storesOf(summary, ['own', 'peer']);
  const sections: readonly (readonly [title: string, text: string])[] = [
    ['Bigtab compared with the best other store', `${RATIOS_EXPLAINED}\n\n${ratioTable(summary)}`],
    [
      'All durable stores',
      explained(
        BOLD_EXPLAINED,
        storeTables(summary, durable, ({ figure }) => !APART.includes(FIGURES[figure].workload), '###'),
      ),
    ],
    [
      'Acknowledged writes after a kill',
      explained(
        `${KILL_EXPLAINED} ${BOLD_EXPLAINED}`,
        storeTables(summary, storesOf(summary, ['own', 'peer', 'ceiling']), of('kill'), '###'),
      ),
    ],
    ['Storage and memory', explained(BOLD_EXPLAINED, storeTables(summary, durable, of('W8'), '###'))],
    ['Upper limits', explained(CEILING_EXPLAINED, ceilingTables(summary))],
    ['Transactions', explained(BOLD_EXPLAINED, storeTables(summary, durable, of('transactions'), '###'))],
    [
      'Secondary indexes',
      explained(`${INDEXES_EXPLAINED} ${BOLD_EXPLAINED}`, storeTables(summary, durable, of('indexes'), '###')),
    ],
    ['Bigtab with every version kept', storeTables(summary, storesOf(summary, ['own']), of('history'), '###')],
    ['Bigtab by size', growthTable(summary, summary.rows.filter(of('growth')))],
    ['How each store is used', storeList(summary)],
    ['What failed', failureList(summary.failures)],
  ];
  const shown = sections.filter(([, text]) => text !== '').map(([title, text]) => `## ${title}\n\n${text}`);
  return `${['# Results of the benchmark', intro(summary), ...shown].join('\n\n')}\n`;
}

const RATIOS_EXPLAINED =
  "A ratio is Bigtab's median divided by that of the best other durable store, or the reverse if less is better. Below 1, Bigtab is " +
  "worse. The range of a ratio goes from Bigtab's worst round compared with the other store's best round to Bigtab's best round " +
  "compared with the other's worst. If Bigtab's range overlaps that of the best other store, the verdict is 'within the spread'. " +
  'The verdict is the same if Bigtab is better than the best other store but its range overlaps that of another one. A figure has ' +
  'no ratio if a store that supports the operation was not measured.';

const KILL_EXPLAINED =
  'A page puts rows for one second, one at a time, and awaits each. Right after the last acknowledgement, its process is killed. Another page then reads the acknowledged rows. Rows that are missing or wrong are lost.';

const INDEXES_EXPLAINED =
  'Every row has a value and two short texts, which each put changes. 100 rows share the first text, and about 1,000 the second. Scans return whole rows.';

const CEILING_EXPLAINED =
  "These stores answer from the page's memory, or are not stores, so they take no part in the ratios. They show how fast a read or write could be if it did not have to reach a file that another page can open.";

function intro({ roundTrip }: Summary): string {
  const trips =
    roundTrip === null
      ? ''
      : ` An empty round trip to a worker took ${Math.round(roundTrip.median)} µs (${Math.round(roundTrip.least)} to ${Math.round(roundTrip.most)}).`;
  return (
    `Written by \`npm run bench -- --publish\`. Every number is the median of all rounds, with the minimum and the maximum in brackets. ` +
    `Keys have 16 bytes, values 100. ${READINGS_EXPLAINED} The page's clock has steps of ${CLOCK_STEP_US} µs, so a shorter time counts as ${CLOCK_STEP_US} µs.${trips}`
  );
}

/** Bigtab and the stores that the ratios leave out, in the figures that those stores have. */
function ceilingTables(summary: Summary): string {
  const ceiling = storesOf(summary, ['ceiling']);
  const isTheirs = ({ figure, values }: SummaryRow) =>
    !APART.includes(FIGURES[figure].workload) && ceiling.some((store) => values[store] !== undefined);
  return storeTables(summary, [...storesOf(summary, ['own']), ...ceiling], isTheirs, '###');
}

function growthTable(summary: Summary, rows: readonly SummaryRow[]): string {
  if (rows.length === 0) return '';
  const rounds = usualRounds(rows);
  const sizes = [...new Set(rows.map(({ cells }) => cells))];
  const lines = [...new Set(rows.map(({ figure }) => figure))].map((figure) => [
    `${FIGURES[figure].title} (${FIGURES[figure].unit})`,
    ...sizes.map((cells) => {
      const row = rows.find((row) => row.figure === figure && row.cells === cells);
      const spread = row && spreadIn(row, 'bigtab');
      return spread === undefined ? '–' : spreadText(spread, rounds);
    }),
  ]);
  const heading = ['figure', ...sizes.map((cells) => `${thousands(cells)} cells`)];
  return `${caption(summary, rows)}\n\n${markdownTable(heading, lines)}`;
}

function storeList({ stores }: Summary): string {
  return STORE_NAMES.flatMap((name) => {
    const used = stores[name];
    if (used === undefined) return [];
    const facts: StoreFacts = STORES[name];
    const source = facts.package === null ? '' : ` (\`${facts.package}\` ${used.version ?? ''})`;
    return [`- **${facts.title}**${source}: ${used.path}`];
  }).join('\n');
}

function failureList(failures: readonly Failure[]): string {
  return failures
    .map(
      ({ store, workload, cells, rounds, error }) =>
        `- ${STORES[store].title} in ${workload} with ${thousands(cells)} cells, ${roundsText(rounds)}: ${error}`,
    )
    .join('\n');
}

function explained(explanation: string, tables: string): string {
  return tables === '' ? '' : `${explanation}\n\n${tables}`;
}
