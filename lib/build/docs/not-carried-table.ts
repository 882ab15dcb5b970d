import { NOT_CARRIED } from '../../hbase/not-carried.js';

/** The page of the guide with the table. */
export const CLUSTER_PAGE = 'demo/guide/pages/cluster.md';

const BEGIN = /<!-- not carried:[^\n]*-->\n/;
const END = '<!-- /not carried -->';

/** `page` with the current table of what a connection to HBase refuses. */
export function withNotCarried(page: string): string {
  const begin = BEGIN.exec(page);
  const end = page.indexOf(END);
  if (begin === null || end < begin.index) throw new Error(`${CLUSTER_PAGE} has no place for the table`);
  return `${page.slice(0, begin.index + begin[0].length)}\n${table()}\n${page.slice(end)}`;
}

function table(): string {
  const rows = Object.entries(NOT_CARRIED).map(([part, { what, instead }]) => `| ${what} | ${instead} | \`${part}\` |`);
  return ['| not available | what to do instead | `part` |', '|---|---|---|', ...rows, ''].join('\n');
}
