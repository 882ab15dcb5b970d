// npm run soak: compares random histories with the oracle, tries faults, kills browsers, or simulates tabs, for as long as
// you like; for the modes and options, see `npm run soak -- --help`.
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

// Kept until the end, because some modules are imported only when they are needed.
const loader = await createServer({
  configFile: false,
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  logLevel: 'warn',
  appType: 'custom',
  server: { middlewareMode: true, watch: null, hmr: false, ws: false },
  optimizeDeps: { noDiscovery: true },
});
const load = (path) => loader.ssrLoadModule(fileURLToPath(new URL(path, import.meta.url)));
const { runSoak } = await load('./run-soak.ts');
const openBrowserPlayer = async () => (await load('../../../e2e/vectors/browser-player.ts')).openBrowserPlayer();
const killBrowsers = async (kills, seed) => (await load('../../../e2e/run/run-kills.ts')).runKills(kills, seed);
const tabs = () => load('../../../e2e/run/run-tabs.ts');
const simulateTabs = async (...wanted) => (await tabs()).simulateTabs(...wanted);
const runTabs = async (...wanted) => (await tabs()).runTabs(...wanted);
process.exit(
  await runSoak(process.argv.slice(2), {
    openBrowserPlayer,
    killBrowsers,
    simulateTabs,
    runTabs,
    now: Date.now,
    tell: console.log,
    memory: () => process.memoryUsage(),
  }),
);
