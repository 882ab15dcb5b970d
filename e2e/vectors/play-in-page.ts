import type { Page } from 'playwright/test';
import type { Outcome } from '../../lib/testing/vectors/outcome.js';

/** Gives `page`, on a site with `lib/testing/browser` below `/testing/`, what `playInPage` needs. */
export async function preparePlaying(page: Page): Promise<void> {
  // As text, because Vite's runner would make another call of an import in a function.
  await page.evaluate('import("/testing/vectors-page.js").then((vectors) => Object.assign(globalThis, { vectors }))');
}

/** Judges lines in a page that was prepared. `options`: of the databases. */
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
