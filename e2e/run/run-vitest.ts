import { startVitest, type TestCase } from 'vitest/node';
import { inRoot } from '../../lib/build/package/places.js';
import { LongestFirst } from './longest-first.js';
import { NO_REASON, type Outcome, type SkippedTest } from './outcome.js';

/** Runs the tests next to the code, and the type tests. */
export async function runVitest(): Promise<Outcome> {
  const vitest = await startVitest('test', [], {
    config: inRoot('vite.config.ts'),
    run: true,
    watch: false,
    typecheck: { enabled: true },
    sequence: { sequencer: LongestFirst },
  });
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
