import type { OpenConnection } from '../conformance/table-suite.js';
import { tableSuite } from '../conformance/table-suite.js';
import { refusedPart } from './compared.js';
import { DIFFERENT_TESTS, FROM_STORE_FILES, REFUSED_TESTS, UNTRIED_TESTS } from './suite-exceptions.js';

/** A test of the Table suite. */
export interface SuiteTest {
  readonly name: string;
  /** Why it must fail over HBase; null if it must pass. */
  readonly fails: string | null;
  body(): Promise<void>;
}

/** The tests of the Table suite that can be tried over HBase. `open`: see `tableSuite`. */
export function suiteTests(open: OpenConnection): readonly SuiteTest[] {
  const parts = Object.entries(REFUSED_TESTS).flatMap(([part, names]) => names.map((name) => [name, part] as const));
  const reasons = new Map([...parts, ...Object.entries(DIFFERENT_TESTS)]);
  const tests: SuiteTest[] = [];
  const names = new Set<string>();
  const test = (name: string, body: () => Promise<void>): void => {
    names.add(name);
    if (name.endsWith(FROM_STORE_FILES) || Object.hasOwn(UNTRIED_TESTS, name)) return;
    tests.push({ name, body, fails: reasons.get(name) ?? null });
  };
  tableSuite({ test }, open);
  const strangers = [...reasons.keys(), ...Object.keys(UNTRIED_TESTS)].filter((name) => !names.has(name));
  if (strangers.length > 0) throw new Error(`the suite has no test with these names: ${strangers.join('; ')}`);
  return tests;
}

/** Runs a test. Throws if it fails and must pass, if it passes and must fail, or if another part was refused. */
export async function runSuiteTest({ body, fails }: SuiteTest): Promise<void> {
  if (fails === null) return body();
  const failure = await body().then(
    () => null,
    (error: unknown) => error,
  );
  if (failure === null) throw new Error(`it passes, and is listed as failing: ${fails}`);
  const part = refusedPart((failure as Error).message);
  if (part !== null && part !== fails) throw new Error(`it is listed for '${fails}', and fails for '${part}'`);
}
