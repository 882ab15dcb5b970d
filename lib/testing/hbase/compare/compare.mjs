// node lib/testing/hbase/compare/compare.mjs URL [--write]: makes the same calls of a real gateway and of the fake, and
// prints the answers that differ; see compare-gateways.ts.
import { importBundled } from '../../bundle.mjs';

const [url, option] = process.argv.slice(2);
if (url === undefined) throw new Error('pass the address of a gateway, such as http://127.0.0.1:9095/');
const { compareGateways } = await importBundled('lib/testing/hbase/compare/compare-gateways.ts');
process.exit((await compareGateways(url, option === '--write', console.log)) === 0 ? 0 : 1);
