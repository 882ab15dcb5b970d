import { ERROR_KINDS } from '../../errors.js';

const BEGIN = /<!-- errors:[^\n]*-->\n/;
const END = '<!-- /errors -->';

/** The table of all error codes, as Markdown. */
function errorTable(): string {
  const rows = Object.entries(ERROR_KINDS).map(([code, { cause, cure }]) => `| \`${code}\` | ${cause} | ${cure} |`);
  return ['| code | cause | what to do |', '|---|---|---|', ...rows, ''].join('\n');
}

/** `readme` with the current error table. */
export function withErrorTable(readme: string): string {
  const begin = BEGIN.exec(readme);
  const end = readme.indexOf(END);
  if (begin === null || end < begin.index) throw new Error('the README has no place for the error table');
  return `${readme.slice(0, begin.index + begin[0].length)}\n${errorTable()}\n${readme.slice(end)}`;
}
