import { describe, expect, it } from 'vitest';
import { type CommandForm, readCommand } from './command-words.js';

const FORM: CommandForm = {
  help: 'npm run x -- [options]',
  options: { seed: { type: 'string' }, write: { type: 'boolean' } },
  words: ['tabs'],
};

function read(args: readonly string[], form: CommandForm = FORM) {
  const told: string[] = [];
  return { read: readCommand(args, form, (text) => void told.push(text)), told: told.join('\n') };
}

describe('the words of a command', () => {
  it('are options with and without a value, and words', () => {
    expect(read(['tabs', '--seed', '7', '--write']).read).toEqual({
      values: { seed: '7', write: true },
      words: ['tabs'],
    });
    expect(read(['--seed=7']).read).toMatchObject({ values: { seed: '7' } });
    expect(read([]).read).toEqual({ values: {}, words: [] });
  });

  it('request the help, wherever it stands, and nothing else then', () => {
    for (const args of [['--help'], ['-h'], ['--seed', '7', '--help'], ['--help', '--unknown']]) {
      expect(read(args)).toEqual({ read: 0, told: FORM.help });
    }
  });

  it('are refused, with the help, if the command does not have them or a value is missing', () => {
    for (const [args, text] of [
      [['--sed', '7'], "'--sed'"],
      [['others'], "'others'"],
      [['--seed'], '--seed'],
      [['--write=now'], '--write'],
      [['-x'], "'-x'"],
    ] as const) {
      const { read: code, told } = read(args);
      expect(code).toBe(1);
      expect(told.split('\n')[0]).toContain(text);
      expect(told).toContain(FORM.help);
    }
  });

  it('are any, if the command says so', () => {
    expect(read(['a', 'b'], { ...FORM, words: null }).read).toMatchObject({ words: ['a', 'b'] });
    expect(read(['tabs'], { help: FORM.help, options: {} }).read).toBe(1);
  });
});
