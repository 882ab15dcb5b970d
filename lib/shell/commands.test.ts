import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { GROUPS } from './command.js';
import { COMMANDS } from './commands.js';

it('are listed in the README, group by group', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8').split('\n');
  for (const group of GROUPS) {
    const names = [...COMMANDS.values()].filter((command) => command.group === group).map(({ name }) => `\`${name}\``);
    expect(readme.filter((line) => line.startsWith(`| ${group} | \``))).toEqual([`| ${group} | ${names.join(' ')} |`]);
  }
});
