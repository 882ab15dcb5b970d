/** What runs a conformance suite: vitest in Node, `CollectingRunner` in a page. */
export interface SuiteRunner {
  test(name: string, body: () => Promise<void>): void;
}

/** The outcome of one test. */
export interface TestOutcome {
  readonly name: string;
  /** The message and stack of the failure; null if the test passed. */
  readonly error: string | null;
}

/** Collects tests, and runs them on request, one after the other. */
export class CollectingRunner implements SuiteRunner {
  private readonly tests: { readonly name: string; readonly body: () => Promise<void> }[] = [];

  test(name: string, body: () => Promise<void>): void {
    this.tests.push({ name, body });
  }

  async run(): Promise<readonly TestOutcome[]> {
    const outcomes: TestOutcome[] = [];
    for (const { name, body } of this.tests) outcomes.push({ name, error: await errorOf(body) });
    return outcomes;
  }
}

async function errorOf(body: () => Promise<void>): Promise<string | null> {
  try {
    await body();
    return null;
  } catch (error) {
    return error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : String(error);
  }
}
