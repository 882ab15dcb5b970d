// npm run build: makes dist/.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const path = fileURLToPath(new URL('./package/build-package.ts', import.meta.url));
const { module } = await runnerImport(path, { configFile: false, logLevel: 'warn' });
try {
  await module.buildPackage();
} catch (error) {
  console.error(`npm run build: ${error.message}`);
  process.exitCode = 1;
}
