import { type CommandForm, readCommand } from '../command-words.js';
import { allRules, titlesByRule } from './rule-titles.js';
import { runMutations } from './run-mutations.js';
import { UNTESTED_RULES } from './untested-rules.js';

const COMMAND: CommandForm = {
  help: `npm run rules -- [options] [RULES…]: prints each rule of lib/rules, or only those named, such as R-24, with its tests
  --mutate   disables the lines of the engine that implement the rules, one at a time; their tests must then fail`,
  options: { mutate: { type: 'boolean' } },
  words: null,
};

/**
 * Prints each rule, or each named one, with its tests. Returns 1 if a rule has neither a test nor a reason. With
 * `--mutate`, switches off the rules of the mutation list one by one, and returns 1 if no test fails.
 */
export async function runRules(words: readonly string[]): Promise<number> {
  const read = readCommand(words, COMMAND, console.log);
  if (typeof read === 'number') return read;
  const { values, words: named } = read;
  const unknown = named.filter((rule) => !allRules().includes(rule));
  if (unknown.length > 0) {
    console.error(`no rule is called ${unknown.join(', ')}\n${COMMAND.help}`);
    return 2;
  }
  if (values.mutate === true) return (await runMutations(named)) ? 0 : 1;
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
