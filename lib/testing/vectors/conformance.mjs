// npm run conformance -- [--transport direct|thread|browser] FILES…: plays recorded histories; see README.md.
import { importBundled } from '../bundle.mjs';

const { runConformance } = await importBundled('lib/testing/vectors/run-conformance.ts');
const openBrowserPlayer = async () => (await importBundled('e2e/vectors/browser-player.ts')).openBrowserPlayer();
process.exit(await runConformance(process.argv.slice(2), openBrowserPlayer));
