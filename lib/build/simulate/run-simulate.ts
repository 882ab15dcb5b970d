import { simulatedResults } from './results.js';
import { resultsChart } from './results-chart.js';
import { resultsPage } from './results-page.js';

export const HELP = `npm run simulate -- [options]
  --seed N   other random sizes and times of writes, default 1
  --write    replaces results.json, results.md and results.svg in lib/build/simulate`;

/** Where the command prints and writes. `name` is that of a file in this folder. */
export interface SimulateHost {
  tell(text: string): void;
  write(name: string, text: string): Promise<void>;
}

/** Returns the exit code: 1 for an unknown argument. */
export async function runSimulate(words: readonly string[], { tell, write }: SimulateHost): Promise<number> {
  const writes = words.includes('--write');
  const left = words.filter((word) => word !== '--write');
  const [option, seed = '1', ...rest] = left;
  if ((option !== undefined && option !== '--seed') || rest.length > 0 || !/^\d{1,9}$/.test(seed)) {
    tell(HELP);
    return option === '--help' ? 0 : 1;
  }
  const results = simulatedResults(Number(seed));
  const page = resultsPage(results);
  tell(page);
  if (!writes) return 0;
  await write('results.json', `${JSON.stringify(results, null, 2)}\n`);
  await write('results.md', page);
  await write('results.svg', resultsChart(results.policies));
  return 0;
}
