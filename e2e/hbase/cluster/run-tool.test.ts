import { describe, expect, it } from 'vitest';
import { runTool } from './run-tool.js';

function run(program: string, timeLimit = 60_000): Promise<string> {
  return runTool(process.execPath, ['-e', program], timeLimit);
}

describe('a program that runs to its end', () => {
  it('resolves to what it has printed', async () => {
    expect(await run(`console.log('one\\ntwo'); console.error('not this')`)).toBe('one\ntwo\n');
  });

  it('rejects with the end of its output if it fails', async () => {
    const failure = run(`
      console.log(Array.from({ length: 100 }, (_, index) => 'line ' + index).join('\\n'));
      console.error('the reason');
      process.exitCode = 1;
    `);
    await expect(failure).rejects.toThrow(
      / has failed\. The end of its output:\nline 61\n(line \d+\n)*line 99\nthe reason$/,
    );
  });

  it('rejects with the reason if there is no such program', async () => {
    await expect(runTool('/no/such/program', [], 1000)).rejects.toThrow(/program has failed.*\n.*ENOENT/);
  });

  it('is ended when its time is up', async () => {
    await expect(run('process.stdin.resume(); setInterval(() => {}, 1e6)', 1)).rejects.toThrow(
      /was ended after 0\.001 seconds/,
    );
  });
});
