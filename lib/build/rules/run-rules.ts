import { allRules, titlesByRule } from './rule-titles.js';
import { runMutations } from './run-mutations.js';
import { UNTESTED_RULES } from './untested-rules.js';

const HELP = 'npm run rules -- [RULES…] | --mutate [RULES…]; rules as R-24';

/**
 * Prints each rule, or each named one, with its tests. Returns 1 if a rule has neither a test nor a reason. With
 * `--mutate`, switches off the rules of the mutation list one by one, and returns 1 if no test fails.
 */
export async function runRules(words: readonly string[]): Promise<number> {
  const named = words.filter((word) => word !== '--mutate');
  const unknown = named.filter((rule) => !allRules().includes(rule));
  if (unknown.length > 0) {
    console.error(`no rule is called ${unknown.join(', ')}\n${HELP}`);
    return 2;
  }
  if (words.includes('--mutate')) return (await runMutations(named)) ? 0 : 1;
  const titles = titlesByRule();
  const missing: string[] = [];
  for (const rule of allRules()) {
    if (named.length > 0 && !named.includes(rule)) continue;
    const tests = titles.get(rule) ?? [];
    const reason = UNTESTED_RULES[rule];
    if (tests.length > 0) console.log(`${rule}  ${tests.length} tests`);
    else if (reason === undefined) missing.push(rule);
    else console.log(`${rule}  no test: ${reason}`);
    for (const { path, title } of tests) console.log(`    ${path}: ${title}`);
  }
  console.log(
    `\n${missing.length === 0 ? 'every rule has a test or a reason' : `without a test: ${missing.join(', ')}`}`,
  );
  return missing.length === 0 ? 0 : 1;
}
