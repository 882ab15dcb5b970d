import type { Plugin } from 'vite';
import { startVitest } from 'vitest/node';
import { inRoot } from '../package/places.js';
import { MUTATIONS, type Mutation } from './mutations.js';
import { titlesByRule } from './rule-titles.js';

/** The tests that run scripts and recordings from other files. */
const PLAYED_BY: readonly (readonly [RegExp, string])[] = [
  [/^lib\/testing\/conformance\/table\//, 'lib/client/table.conformance.test.ts'],
  [/^lib\/testing\/scripts\/.*\.txt$/, 'lib/testing/scripts/scripts.test.ts'],
  [/^lib\/testing\/sessions\/.*\.txt$/, 'lib/testing/sessions/sessions.test.ts'],
  [/^lib\/.*\.test\.ts$/, '$&'],
];

/**
 * For each mutation of these rules, or for each of all, runs the tests whose titles name its rule, with the rule's line
 * switched off while the sources are loaded; the files do not change. Prints which tests fail. Returns true if at least
 * one test fails for each mutation.
 */
export async function runMutations(rules: readonly string[]): Promise<boolean> {
  const silent: string[] = [];
  for (const mutation of MUTATIONS) {
    if (rules.length > 0 && !rules.includes(mutation.rule)) continue;
    const failed = await failuresUnder(mutation);
    console.log(
      `${mutation.rule}  ${mutation.path}: ${failed.length === 0 ? 'nobody notices' : `${failed.length} fail`}`,
    );
    for (const title of failed.slice(0, 5)) console.log(`    ${title}`);
    if (failed.length === 0) silent.push(mutation.rule);
  }
  console.log(`\n${silent.length === 0 ? 'each is noticed' : `not noticed: ${silent.join(', ')}`}`);
  return silent.length === 0;
}

/** The test files that vitest runs for the tests that name a rule. */
function filesOf(rule: string): readonly string[] {
  const files = (titlesByRule().get(rule) ?? []).flatMap(({ path }) => {
    const played = PLAYED_BY.find(([pattern]) => pattern.test(path));
    return played === undefined ? [] : [path.replace(...played)];
  });
  return [...new Set(files)].map((file) => file.replace(/\.ts.*$/, '.ts'));
}

async function failuresUnder(mutation: Mutation): Promise<readonly string[]> {
  const vitest = await startVitest(
    'test',
    [...filesOf(mutation.rule)],
    {
      config: inRoot('vite.config.ts'),
      run: true,
      watch: false,
      reporters: [{}],
      testNamePattern: new RegExp(`(?<![\\w-])${mutation.rule}(?![\\w-])`),
    },
    { plugins: [switchedOff(mutation)] },
  );
  const failed: string[] = [];
  for (const module of vitest.state.getTestModules()) {
    if (module.errors().length > 0) failed.push(`${module.relativeModuleId}: cannot be loaded`);
    for (const test of module.children.allTests('failed')) failed.push(test.fullName);
  }
  await vitest.close();
  process.exitCode = 0;
  return failed;
}

function switchedOff({ path, line, off }: Mutation): Plugin {
  return {
    name: 'bigtab:switched-off',
    enforce: 'pre',
    transform: (code, id) => (id.split('?')[0] === inRoot(path) ? code.replace(line, () => off) : null),
  };
}
