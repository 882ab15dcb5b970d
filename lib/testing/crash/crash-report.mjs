// npm run crash-report -- [--write] [--seed N] [--minutes N] [--replay NAME]: runs every sweep at full size, with a thread
// for each core, and prints a table of the figures; see run-crash-report.ts. Ctrl-C ends it, with the figures so far.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { runnerImport } from 'vite';

const place = (path) => fileURLToPath(new URL(path, import.meta.url));

/** A thread that runs one job after the other. */
function startThread() {
  const worker = new Worker(place('./report-worker.mjs'));
  return async (job) => {
    worker.postMessage(job);
    return (await once(worker, 'message'))[0];
  };
}

const { module } = await runnerImport(place('./run-crash-report.ts'), { configFile: false, logLevel: 'warn' });
const host = {
  now: Date.now,
  tell: console.log,
  commit: () => execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
  threads: availableParallelism(),
  startThread,
  interrupted: once(process, 'SIGINT'),
  read: (path) => readFile(place(`../../../${path}`), 'utf8'),
  write: (path, text) => writeFile(place(`../../../${path}`), text),
};
process.exit(await module.runCrashReport(process.argv.slice(2), host));
