/** The result of one part of the test run. */
export interface Outcome {
  readonly passed: number;
  readonly failed: readonly string[];
  readonly skipped: readonly SkippedTest[];
}

export interface SkippedTest {
  readonly title: string;
  readonly reason: string;
}

export const NO_REASON = 'no reason given';

/** The sum of `outcomes`. */
export function total(outcomes: readonly Outcome[]): Outcome {
  return {
    passed: outcomes.reduce((sum, outcome) => sum + outcome.passed, 0),
    failed: outcomes.flatMap((outcome) => outcome.failed),
    skipped: outcomes.flatMap((outcome) => outcome.skipped),
  };
}

/**
 * The last lines of a run: the failed tests, the skipped tests with their reasons, and, on the last line, only the
 * counts. With `strict`, a test that is skipped for a reason not in `allowed` counts as failed. A run without any test
 * always fails.
 */
export function summary(
  outcome: Outcome,
  allowed: readonly string[],
  strict: boolean,
): { readonly lines: readonly string[]; readonly ok: boolean } {
  const refused = strict ? outcome.skipped.filter((test) => !allowed.includes(test.reason)) : [];
  const failed = [
    ...outcome.failed,
    ...refused.map((test) => `${test.title}: skipped for a reason that is not in e2e/allowed-skips.json`),
  ];
  if (outcome.passed === 0 && failed.length === 0) failed.push('no test ran');
  const lines = [
    ...outcome.skipped.map((test) => `skipped: ${test.title}: ${test.reason}`),
    ...failed.map((title) => `failed: ${title}`),
    `${outcome.passed} passed, ${failed.length} failed`,
  ];
  return { lines, ok: failed.length === 0 };
}
