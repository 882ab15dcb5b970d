/** One row of the table of `npm run crash-report`. */
export interface CrashFigures {
  readonly fault: string;
  /** The faults that were tried. */
  readonly faults: number;
  /** The databases that were opened and compared with what they must contain. */
  readonly runs: number;
  /** The faults after which anything was lost or wrong. */
  readonly losses: number;
  /** The faults after which the database did not open, or rejected a call that does not need what was damaged. */
  readonly refusals: number;
}

/** A run of `npm run crash-report`. */
export interface CrashReport {
  readonly date: string;
  readonly commit: string;
  readonly seed: number;
  readonly seconds: number;
  /** The number of jobs that ran at the same time. */
  readonly threads: number;
  /** The jobs that ran, and those of a whole run. */
  readonly jobs: number;
  readonly planned: number;
  readonly figures: readonly CrashFigures[];
}

/** The path of the figures of the last run with `--write`. */
export const FIGURES = 'lib/testing/crash/figures.json';

const BEGIN = /<!-- crashes:[^\n]*-->\n/;
const END = '<!-- /crashes -->';

/** The figures as a table in Markdown, with a line about the run. */
export function figuresTable({ date, commit, seed, seconds, threads, jobs, planned, figures }: CrashReport): string {
  const total = (pick: 'faults' | 'runs' | 'losses' | 'refusals') => figures.reduce((sum, row) => sum + row[pick], 0);
  const all = {
    fault: '**all**',
    faults: total('faults'),
    runs: total('runs'),
    losses: total('losses'),
    refusals: total('refusals'),
  };
  const lines = [...figures, all].map(({ fault, ...row }) => {
    const cells = [row.faults, row.runs, row.losses, row.refusals].map((value) => value.toLocaleString('en-US'));
    return `| ${fault} | ${cells.join(' | ')} |`;
  });
  const share = jobs < planned ? `${Math.floor((100 * jobs) / planned)} % of a whole run; ` : '';
  return [
    '| fault | tried | databases opened and compared | losses | rejected calls |',
    '|---|---:|---:|---:|---:|',
    ...lines,
    '',
    `*${share}${date}; commit ${commit}; seed ${seed}; ${Math.ceil(seconds / 60)} min in ${threads} threads.*`,
    '',
  ].join('\n');
}

/** `readme` with the table of `report`. */
export function withFigures(readme: string, report: CrashReport): string {
  const begin = BEGIN.exec(readme);
  const end = readme.indexOf(END);
  if (begin === null || end < begin.index) throw new Error('the README has no place for the table of crashes');
  return `${readme.slice(0, begin.index + begin[0].length)}\n${figuresTable(report)}\n${readme.slice(end)}`;
}
