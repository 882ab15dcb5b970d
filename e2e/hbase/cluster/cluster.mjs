// node e2e/hbase/cluster/cluster.mjs [VERSION] [NAME=VALUE]...: runs a real HBase until Ctrl-C, SIGTERM or the end of
// the input, and prints its addresses. NAME=VALUE is a setting of HBase.
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const words = process.argv.slice(2);
const version = words.find((word) => !word.includes('='));
const properties = Object.fromEntries(words.filter((word) => word.includes('=')).map((word) => word.split(/=(.*)/s)));

const path = fileURLToPath(new URL('./start-cluster.ts', import.meta.url));
const { module } = await runnerImport(path, { configFile: false, logLevel: 'warn' });
const cluster = await module.startCluster({ version, properties, log: console.error });
console.log(JSON.stringify({ gateway: cluster.gateway, zookeeper: cluster.zookeeper, version: cluster.version }));
process.stdin.resume();
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), once(process.stdin, 'end')]);
await cluster.stop();
process.exit(0);
