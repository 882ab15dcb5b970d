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
  // Otherwise one worker has nothing to do while the other runs the rest of a long file.
  fullyParallel: true,
  // On a loaded build server, a browser sometimes stalls. A test that passes only at the second attempt is listed by
  // name.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 60_000,
  // Only a failing test waits so long, and a busy machine needs it.
  expect: { timeout: 15_000 },
  // The limits of the tests end one that hangs. A slow or busy machine still finishes the run.
  globalTimeout: 40 * 60_000,
  globalSetup: ['./packed/setup.ts', './suites-setup.ts'],
  reporter: [['line']],
  use: { actionTimeout: 10_000, navigationTimeout: 20_000 },
});
