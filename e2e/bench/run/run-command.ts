import { spawn } from 'node:child_process';

/**
 * Runs a command. If it fails, throws an Error with `failure` and the output of the command. If the signal aborts, the
 * command is ended.
 */
export async function runCommand(
  command: string,
  words: readonly string[],
  cwd: string,
  failure: string,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  // A separate process group, so that the processes it starts end with it.
  const child = spawn(command, words, { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = () => child.exitCode === null && child.pid !== undefined && process.kill(-child.pid, 'SIGTERM');
  signal.addEventListener('abort', end);
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => printed.push(bytes));
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    signal.throwIfAborted();
    if (code !== 0) throw new Error(`${failure}:\n${Buffer.concat(printed).toString().trim()}`);
  } finally {
    signal.removeEventListener('abort', end);
  }
}
