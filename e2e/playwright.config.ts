import { defineConfig } from 'playwright/test';

// Loopback needs no proxy, and a proxy that is configured for the machine must not intercept it.
process.env.NO_PROXY = '127.0.0.1,localhost';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../.out/e2e',
  // Names are not mapped to sources, so tests use the package as it is built.
  tsconfig: '../tsconfig.json',
  workers: 2,
  fullyParallel: false,
  // On a loaded build server, a browser sometimes stalls. A test that passes only at the second attempt is listed by
  // name.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 60_000,
  globalTimeout: 15 * 60_000,
  globalSetup: ['./packed/setup.ts', './suites-setup.ts'],
  reporter: [['line']],
  use: { actionTimeout: 10_000, navigationTimeout: 20_000 },
});
