import { readFileSync } from 'node:fs';
import { programOf } from '../../../lib/build/docs/code-blocks.js';
import { CLUSTER_PAGE } from '../../../lib/build/docs/not-carried-table.js';
import { inRoot } from '../../../lib/build/package/places.js';

/** The program of the guide's page about clusters, and the lines that it must print, in order. */
export interface GuideProgram {
  readonly code: string;
  readonly prints: readonly string[];
}

/** The program with the address `url` instead of the one on the page, which is that of a proxy on the page's own site. */
export function guideProgram(url: string): GuideProgram {
  const { code, prints } = programOf(CLUSTER_PAGE, readFileSync(inRoot(CLUSTER_PAGE), 'utf8'));
  return { code: code.replaceAll("'/hbase'", JSON.stringify(url)), prints };
}
