import type { Page } from 'playwright/test';
import type { Outcome } from '../../lib/testing/vectors/outcome.js';

/** Prepares `page`, on a site with `lib/testing/browser` below `/testing/`, for `playInPage`. */
export async function preparePlaying(page: Page): Promise<void> {
  // Passed as text, because Vite's runner would replace an import in a function by another call.
  await page.evaluate('import("/testing/vectors-page.js").then((vectors) => Object.assign(globalThis, { vectors }))');
}

/** Judges lines in a prepared page. `options`: of the databases. */
export function playInPage(page: Page, lines: readonly unknown[], options: object = {}): Promise<readonly Outcome[]> {
  return page.evaluate(
    ([lines, options]) => {
      const { vectors } = globalThis as unknown as {
        readonly vectors: { playLines(lines: readonly unknown[], options: object): Promise<readonly Outcome[]> };
      };
      return vectors.playLines(lines, options);
    },
    [lines, options] as const,
  );
}

/** Judges lines on `follower`, in databases that `leader` opens. */
export async function playFollowing(
  leader: Page,
  follower: Page,
  lines: readonly unknown[],
): Promise<readonly Outcome[]> {
  await Promise.all([preparePlaying(leader), preparePlaying(follower)]);
  await leader.evaluate(() => (globalThis as unknown as { readonly vectors: { lead(): void } }).vectors.lead());
  return follower.evaluate((lines) => {
    const { vectors } = globalThis as unknown as {
      readonly vectors: { followLines(lines: readonly unknown[]): Promise<readonly Outcome[]> };
    };
    return vectors.followLines(lines);
  }, lines);
}
