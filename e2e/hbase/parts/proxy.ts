import { installOnDebian } from '../../find-program.js';
import { runPlaywright } from '../../run/run-playwright.js';
import { isInstalled } from '../proxy/front-server.js';
import type { HBasePart } from './part.js';

/** The servers in front of the proxy that the guide has examples of, and their packages. */
const PACKAGES = { nginx: 'nginx-light', caddy: 'caddy' } as const;

/** Runs the tests of the proxy in Chromium, and those of its examples with nginx and Caddy. Uses no cluster. */
export const testProxy: HBasePart = async () => {
  const names = Object.keys(PACKAGES) as (keyof typeof PACKAGES)[];
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length > 0) installOnDebian([...missing.map((name) => PACKAGES[name]), 'openssl']);
  const outcome = await runPlaywright(Promise.resolve(), ['e2e/hbase/proxy']);
  const { passed, failed, skipped } = outcome;
  return { ...outcome, figures: `${passed} passed, ${failed.length} failed, ${skipped.length} skipped` };
};
