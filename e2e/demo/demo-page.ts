import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, expect, type Page } from 'playwright/test';
import { ROOT } from '../fixtures.js';

/*
 * The built demo page, and checks of every state of it: no error, no request to another site, no layout shift, no
 * control that is too small, nothing wider than the window, and no violation of axe-core's rules.
 */

const SCREENSHOTS = join(ROOT, '.out/screenshots');
const AXE = join(ROOT, 'node_modules/axe-core/axe.min.js');

const SIZES = [
  [1280, 800],
  [390, 844],
] as const;
const THEMES = ['light', 'dark'] as const;

/** A page with the demo, and its problems so far. */
export interface DemoPage {
  readonly page: Page;
  /** Errors and warnings of the console, and requests that failed or went to another site. */
  readonly problems: string[];
}

/** Opens the built demo at the path `address` of `origin`, in a window of `size`, and waits for the database. */
export async function openDemo(
  context: BrowserContext,
  origin: string,
  address: string = '',
  size?: { readonly width: number; readonly height: number },
): Promise<DemoPage> {
  const page = await context.newPage();
  if (size !== undefined) await page.setViewportSize(size);
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('requestfailed', (request) => problems.push(`failed: ${request.url()}`));
  page.on('request', (request) => {
    if (/^http/.test(request.url()) && !request.url().startsWith(origin)) problems.push(`stranger: ${request.url()}`);
  });
  await page.addInitScript(recordShifts);
  await page.goto(`${origin}/${address}`);
  await expect(page.locator('.phase.open')).toBeVisible();
  return { page, problems };
}

/** The rows of the table `diary`. */
interface DiaryRows {
  readonly rows: readonly string[];
  /** The value of each row. */
  readonly value: string;
  /** Whether they are flushed to a store file. */
  readonly isFlushed?: boolean;
}

/** Fills the table `diary` of the demo's database, before the demo opens it. `page`: one of the site, without the demo. */
export function fillDiary(page: Page, diary: DiaryRows): Promise<void> {
  return page.evaluate(async ({ rows, value, isFlushed = false }) => {
    const { connect } = await import('bigtab');
    const connection = await connect('demo');
    const table = await connection.ensureTable({ name: 'diary', families: ['text'] });
    await table.put(rows.map((row) => ({ row, cells: { text: { q: value } } })));
    if (isFlushed) await connection.getAdmin().flush('diary');
    await connection.close();
  }, diary);
}

/** Checks the page wide and narrow, light and dark, and keeps pictures of it. */
export async function checkLooks(page: Page, name: string): Promise<void> {
  await mkdir(SCREENSHOTS, { recursive: true });
  for (const [width, height] of SIZES) {
    for (const colorScheme of THEMES) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const where = `${name}-${width}-${colorScheme}`;
      await page.screenshot({ path: join(SCREENSHOTS, `${where}.png`), animations: 'disabled' });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), where).toBeLessThanOrEqual(
        0,
      );
      expect(await smallTargets(page), where).toEqual([]);
      expect(await axeViolations(page), where).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/**
 * Resolves when the menu has shown the progress of work in a part, next to this heading. The page itself watches for
 * this, because a test may be too late.
 */
export function workSeenInMenu(page: Page, part: string, heading: string): Promise<void> {
  return page.evaluate(
    ([label, title]) =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          const bar = document.querySelector(`nav progress[aria-label="Progress in ${label}"]`);
          if (bar === null || document.querySelector('main > :not([hidden]) h1')?.textContent !== title) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body, { subtree: true, childList: true, attributes: true });
      }),
    [part, heading] as const,
  );
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

/** The layout shifts of the page that the user did not cause, as counted by the browser. */
export function layoutShifts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (globalThis as { layoutShifts?: string[] }).layoutShifts ?? ['not recorded']);
}

function recordShifts(): void {
  const shifts: string[] = [];
  (globalThis as { layoutShifts?: string[] }).layoutShifts = shifts;
  const observer = new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
      const moved = sources.map(({ node }) =>
        (node instanceof Element ? node : node?.parentElement)?.outerHTML.slice(0, 200),
      );
      if (!hadRecentInput) shifts.push(`${value}: ${moved.join(', ')}`);
    }
  });
  observer.observe({ type: 'layout-shift', buffered: true });
}

/** Controls that are too small for a finger: less than 24 px in one direction. */
function smallTargets(page: Page): Promise<readonly string[]> {
  return page.locator('button, input, select, textarea, nav a').evaluateAll((found) =>
    found
      .filter((control) => {
        // A check box or radio button is as large as its label.
        const target = control.closest('label:has([type=radio], [type=checkbox])') ?? control;
        const { width, height } = target.getBoundingClientRect();
        return control.checkVisibility() && Math.min(width, height) < 24;
      })
      .map((control) => control.outerHTML),
  );
}

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

async function axeViolations(page: Page): Promise<readonly string[]> {
  // Evaluated, because the policy of the page allows no other scripts.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await readFile(AXE, 'utf8'));
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
