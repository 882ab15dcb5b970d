import { describe, expect, it } from 'vitest';
import { openMemory } from '../memory.js';
import { COMMANDS } from './commands.js';
import { MISSING_COMMANDS, missingCommand } from './missing-commands.js';
import { createShell } from './shell.js';

describe('a command of HBase that Bigtab does not have', () => {
  it("is not one of Bigtab's commands", () => {
    expect(MISSING_COMMANDS.filter((name) => COMMANDS.has(name))).toEqual([]);
    expect(missingCommand('toString')).toBe(null);
  });

  it('answers with one line that names it, and so does its help', async () => {
    const shell = createShell(await openMemory());
    expect(MISSING_COMMANDS.length).toBeGreaterThan(120);
    for (const name of MISSING_COMMANDS) {
      const line = missingCommand(name);
      expect(line).toContain(`HBase's command ${name}: `);
      expect(await shell.run(`${name} 'x', UNKNOWN => OTHER`)).toBe(`\nERROR: ${line}\n`);
      expect(await shell.run(`help '${name}'`)).toBe(line);
    }
  });

  it('rejects if the shell is not interactive', async () => {
    const shell = createShell(await openMemory(), { interactive: false });
    await expect(shell.run("split 't'")).rejects.toMatchObject({
      code: 'UNSUPPORTED_OPERATION',
      message: expect.stringContaining('a table is one region'),
    });
  });

  it('may still be the name of a variable', async () => {
    const shell = createShell(await openMemory(), { now: () => 0 });
    expect(await shell.run(['move = 5', 'move'])).toBe('=> 5\n=> 5');
  });
});
