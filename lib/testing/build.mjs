// npm run build: makes dist/.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const path = fileURLToPath(new URL('./package/build-package.ts', import.meta.url));
const { module } = await runnerImport(path, { configFile: false, logLevel: 'warn' });
await module.buildPackage();
