// node lib/testing/databases/store-database.mjs NAME: stores a database in the current format; see README.md.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const place = fileURLToPath(new URL('./store-database.ts', import.meta.url));
const { module } = await runnerImport(place, { configFile: false, logLevel: 'warn' });
await module.storeDatabase(process.argv[2]);
