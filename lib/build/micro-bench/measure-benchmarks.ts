/*
 * The process that measures: prints the ratios of the benchmark files in its arguments, which are bundled next to it.
 */
import { collect } from './collect.js';
import { measure } from './measure.js';
import { referenceLoop } from './reference-loop.js';

const ROUNDS = 10;

const found = [];
for (const file of process.argv.slice(2)) {
  found.push(...(await collect(file, () => import(new URL(`./${file}.mjs`, import.meta.url).href))));
}
const now = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
console.log(JSON.stringify(measure(found, { reference: referenceLoop, rounds: ROUNDS, now })));
