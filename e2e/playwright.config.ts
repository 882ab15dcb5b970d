import { defineConfig } from 'playwright/test';

// Loopback needs no proxy, and a proxy set for the machine must not get between.
process.env.NO_PROXY = '127.0.0.1,localhost';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../.out/e2e',
  // No mapping of names to sources: a test sees the package as it is built.
  tsconfig: '../tsconfig.json',
  workers: 2,
  fullyParallel: false,
  // A browser on a loaded build server stalls now and then; what passes only at the second try is named.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 60_000,
  globalTimeout: 15 * 60_000,
  globalSetup: ['./packed/setup.ts', './suites-setup.ts'],
  reporter: [['line']],
  use: { actionTimeout: 10_000, navigationTimeout: 20_000 },
});
