/*
 * The package's entry `bigtab/playwright`: fixtures for the browser tests of an app. It imports nothing of Playwright.
 */
import { type Bigtab, bigtabIn } from './bigtab-in.js';
import type { ContextLike } from './playwright-types.js';

export { type Bigtab, bigtabIn } from './bigtab-in.js';
export type { ContextLike, PageLike, RouteLike } from './playwright-types.js';
export type { Seed, SeedTable } from './seed.js';

/** The type of `bigtabFixtures`, for `test.extend`. */
export interface BigtabFixtures {
  /** The databases of the test's browser context. */
  bigtab: Bigtab;
}

/**
 * Fixtures for Playwright's test runner: `base.extend<BigtabFixtures>(bigtabFixtures)`, where `base` is the `test` of
 * `@playwright/test`. Each test then has the fixture `bigtab`.
 */
export const bigtabFixtures = {
  // Playwright reads the names of the fixtures from this pattern.
  bigtab: async (
    { context }: { readonly context: ContextLike },
    use: (bigtab: Bigtab) => Promise<void>,
  ): Promise<void> => use(bigtabIn(context)),
};
