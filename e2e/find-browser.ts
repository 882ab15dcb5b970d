import { chromium } from 'playwright/test';
import { findInPath, installOnDebian, isProgram } from './find-program.js';

/** The advice if no browser can be found. */
export const NO_BROWSER =
  'No Chromium found. Install one (Debian: apt-get install chromium; elsewhere: npx playwright install chromium), ' +
  'or name it: CHROMIUM=/path/to/chromium npm test.';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_APPLICATIONS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The path of an existing Chromium: the one in the variable CHROMIUM, an installed one, or the one that Playwright
 * downloaded. Null if there is none.
 */
export function findBrowser(): string | null {
  return findProgram('CHROMIUM', NAMES, [...MAC_APPLICATIONS, chromium.executablePath()]);
}

/**
 * The path of an existing Firefox: the one in the variable FIREFOX, or an installed one. Null if there is none. The one
 * that Playwright downloads is no stock Firefox.
 */
export function findFirefox(): string | null {
  const application = '/Applications/Firefox.app/Contents/MacOS/firefox';
  return findProgram('FIREFOX', ['firefox-esr', 'firefox'], [application]);
}

/** The program in `variable`, else the first one with one of `names` in the PATH, else the first of `others`. */
function findProgram(variable: string, names: readonly string[], others: readonly string[]): string | null {
  const named = process.env[variable];
  if (named !== undefined && named !== '') {
    if (!isProgram(named)) throw new Error(`${variable} names ${named}, which is no program.`);
    return named;
  }
  return findInPath(names) ?? others.find(isProgram) ?? null;
}

/** Like `findBrowser`, but installs Debian's Chromium if possible. Otherwise throws `NO_BROWSER`. */
export function obtainBrowser(): string {
  const found = findBrowser();
  if (found !== null) return found;
  installOnDebian(['chromium']);
  const installed = findBrowser();
  if (installed === null) throw new Error(NO_BROWSER);
  return installed;
}
