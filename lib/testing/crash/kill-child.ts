/*
 * The process that `kill-sweep` kills. Its arguments are `write`, or `open` for a recovery, the directory of the
 * database, and the seed of the workload. After each acknowledged step it prints the number of acknowledged steps, and
 * the number of those that survive its death.
 */
import { writeSync } from 'node:fs';
import { readState, runWorkload } from './crash-run.js';
import { inTime } from './in-time.js';
import { killMedium, killWorkload } from './kill-medium.js';

const [mode, directory = '', seed] = process.argv.slice(2);
const medium = killMedium(directory);
const STDOUT = 1;

if (mode === 'open') await inTime(medium.clock, readState(medium));
else {
  const { error } = await runWorkload(medium, killWorkload(Number(seed)), ({ acknowledged, written }) => {
    writeSync(STDOUT, `${acknowledged} ${written}\n`);
  });
  if (error !== null) throw error;
}
