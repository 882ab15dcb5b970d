/*
 * The command `bigtab`.
 */
import { runCommand } from './command.js';

const stopped = new Promise<void>((resolve) => {
  let told = false;
  const stop = (): void => {
    if (told) process.exit(1);
    told = true;
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
