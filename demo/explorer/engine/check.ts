import type { Connection, VerifiedFile } from 'bigtab';
import { countOf, inTime } from '../ui/amounts.js';

/** The outcome of a check of everything that is stored. */
export interface CheckOutcome {
  /** A sentence about the outcome. */
  readonly sentence: string;
  /** A sentence about each problem. */
  readonly problems: readonly string[];
}

/** Checks everything that is stored. `onProgress` receives a few words for the user. */
export async function check(
  connection: Connection,
  signal: AbortSignal,
  onProgress: (words: string) => void,
): Promise<CheckOutcome> {
  const began = performance.now();
  const { files } = await connection.verify({
    signal,
    onProgress: ({ done, total }) => onProgress(`Checking: ${Math.floor((100 * done) / Math.max(1, total))} %`),
  });
  const damaged = files.filter(({ problems }) => problems.length > 0);
  const checked = `Checked ${countOf(files.length, 'file')} in ${inTime(performance.now() - began)}`;
  const found = damaged.length === 0 ? 'no problems' : `problems in ${countOf(damaged.length, 'file')}`;
  const leftovers = files.filter(({ kind }) => kind === 'leftover').length;
  const left = leftovers === 0 ? '' : ` Nothing needs ${countOf(leftovers, 'file')} that a power cut left unfinished.`;
  return { sentence: `${checked}: ${found}.${left}`, problems: damaged.flatMap(sentencesOf) };
}

/** Some problems name the file already. */
function sentencesOf({ path, problems }: VerifiedFile): readonly string[] {
  return problems.map((problem) => (problem.includes(path) ? problem : `${path}: ${problem}`));
}
