import { configDefaults } from 'vitest/config';
import { startVitest, type TestCase, type TestUserConfig } from 'vitest/node';
import { inRoot } from '../../lib/build/package/places.js';
import { sourceFiles } from '../../lib/testing/source-files.js';
import { LongestFirst } from './longest-first.js';
import { NO_REASON, type Outcome, type SkippedTest, total } from './outcome.js';

/**
 * Runs the tests next to the code, and the type tests. Most files share processes, because starting one and loading the
 * engine takes longer than most tests. Those that need a process of their own have one each.
 */
export async function runVitest(): Promise<Outcome> {
  const alone = needingAProcess();
  const shared = { isolate: false, exclude: [...configDefaults.exclude, ...alone] };
  return total([
    await run([], { ...shared, typecheck: { enabled: true }, sequence: { sequencer: LongestFirst } }),
    await run(alone),
  ]);
}

/**
 * The tests that replace modules, because later tests in their process would get the replacements. Those that collect
 * garbage: with the heap of all earlier tests, each collection would take long, and what those left running may refer to
 * what should be collected. And those that count steps, because code that has run before is not counted completely.
 */
function needingAProcess(): string[] {
  return ['lib', 'worker', 'demo', 'e2e']
    .flatMap((folder) => sourceFiles(folder, ['.test.ts']))
    .filter(({ text }) => /\bvi\.(mock|doMock)\(|--expose-gc|new StepCounter\(/.test(text))
    .map(({ path }) => path);
}

/** Runs the files that `filters` match; without filters, all. */
async function run(filters: string[], options: TestUserConfig = {}): Promise<Outcome> {
  const config = inRoot('vite.config.ts');
  const vitest = await startVitest('test', filters, { config, run: true, watch: false, ...options });
  let passed = 0;
  const failed: string[] = [];
  const skipped: SkippedTest[] = [];
  for (const module of vitest.state.getTestModules()) {
    if (module.errors().length > 0) failed.push(`${module.relativeModuleId}: cannot be loaded`);
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') passed++;
      else if (state === 'skipped') skipped.push({ title: titleOf(test), reason: reasonOf(test) });
      else failed.push(titleOf(test));
    }
  }
  const stray = vitest.state.getUnhandledErrors().length;
  if (stray > 0) failed.push(`${stray} errors outside of any test`);
  await vitest.close();
  return { passed, failed, skipped };
}

function titleOf(test: TestCase): string {
  return `${test.module.relativeModuleId} > ${test.fullName}`;
}

function reasonOf(test: TestCase): string {
  const result = test.result();
  return (result.state === 'skipped' ? result.note : undefined) ?? NO_REASON;
}
