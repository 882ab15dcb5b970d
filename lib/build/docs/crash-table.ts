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

/** The path of the figures of the last full run. */
export const FIGURES = 'lib/testing/crash/figures.json';

const BEGIN = /<!-- crashes:[^\n]*-->\n/;
const END = '<!-- /crashes -->';

/** The figures as a table in Markdown. */
export function figuresTable(figures: readonly CrashFigures[]): string {
  const number = (value: number): string => value.toLocaleString('en-US');
  const rows = figures.map(({ fault, faults, runs, losses }) => [fault, faults, runs, losses] as const);
  const total = (pick: keyof Omit<CrashFigures, 'fault'>) => figures.reduce((sum, row) => sum + row[pick], 0);
  const all = [...rows, ['all', total('faults'), total('runs'), total('losses')] as const];
  const lines = all.map(([fault, ...numbers]) => `| ${fault} | ${numbers.map(number).join(' | ')} |`);
  return ['| fault | tried | databases opened and compared | losses |', '|---|---:|---:|---:|', ...lines, ''].join(
    '\n',
  );
}

/** `readme` with the table of `figures`. */
export function withFigures(readme: string, figures: readonly CrashFigures[]): string {
  const begin = BEGIN.exec(readme);
  const end = readme.indexOf(END);
  if (begin === null || end < begin.index) throw new Error('the README has no place for the table of crashes');
  return `${readme.slice(0, begin.index + begin[0].length)}\n${figuresTable(figures)}\n${readme.slice(end)}`;
}
