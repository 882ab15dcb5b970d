// npm run soak -- [--minutes N] [--seed N] [--transports direct,watches,thread,browser,crashes]: compares
// random histories with the oracle, and live reads with fresh ones, and tries crashes and errors in every operation of random workloads, and random quotas; see
// run-soak.ts.
// npm run soak -- --kills N [--seed N]: kills real browsers instead; see e2e/run/run-kills.ts.
// npm run soak -- machine [--seed N] [--runs N]: runs that mix every operation; see ../machine/README.md.
// npm run soak -- --help: prints every form of the command.
// npm run soak -- tabs [--seeds N] [--seed N] [--browser [--leaks N]]: several tabs, simulated or in Chromium; see e2e/run/run-tabs.ts.
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
  }),
);
