/*
 * The command `bigtab`.
 */
import { runCommand } from './command.js';

/** How long after the first signal the process ends at the latest, whatever a login module waits for. */
const END_MS = 9_500;

let told = false;
const stopped = new Promise<void>((resolve) => {
  const stop = (): void => {
    if (told) process.exit(1);
    told = true;
    setTimeout(() => process.exit(1), END_MS).unref();
    resolve();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
});

process.exitCode = await runCommand(process.argv.slice(2), {
  print: (text) => void process.stdout.write(text),
  printError: (text) => void process.stderr.write(text),
  stopped,
});
// A login module may keep the process alive, for example with connections to a database.
if (told) process.exit();
