import { GROUPS } from './command.js';
import { COMMANDS } from './commands.js';
import { missingCommand } from './missing-commands.js';

/**
 * The text of `help`, `help 'command'` and `help 'group'` (H-10), and the reason why Bigtab lacks a command of HBase;
 * null for any other name.
 */
export function helpText(name: string | null): string | null {
  if (name === null) return overview();
  const command = COMMANDS.get(name);
  if (command !== undefined) return command.help;
  const missing = missingCommand(name);
  if (missing !== null) return missing;
  const group = GROUPS.find((one) => one === name);
  if (group === undefined) return null;
  return commandsOf(group)
    .map((member) => `Command: ${member}\n${COMMANDS.get(member)?.help}`)
    .join('\n\n');
}

function overview(): string {
  const groups = GROUPS.map((group) => `  Group name: ${group}\n  Commands: ${commandsOf(group).join(', ')}`);
  return `The commands of HBase's shell. help "get" explains one command, and help "dml" explains a group. The quotes are required.

COMMAND GROUPS:
${groups.join('\n\n')}

Write names of tables, rows and columns in quotes. Text in single quotes is used as it is; in double quotes, "\\x00" is a byte. Options are
hashes: {KEY => 'value', OTHER => 5}. After a comma at the end of a line, the command continues on the next line. # begins a comment. exit
ends the shell.`;
}

function commandsOf(group: string): readonly string[] {
  return [...COMMANDS.values()].filter((command) => command.group === group).map(({ name }) => name);
}
