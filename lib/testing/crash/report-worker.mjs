// A thread of `npm run crash-report`: runs the jobs that it receives, and posts their figures.

import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { runnerImport } from 'vite';

const jobs = fileURLToPath(new URL('./report-jobs.ts', import.meta.url));
const { module } = await runnerImport(jobs, { configFile: false, logLevel: 'warn' });
parentPort.on('message', async (job) => parentPort.postMessage(await module.runJob(job)));
