import type { Command } from '../command.js';

export const processlist: Command = {
  name: 'processlist',
  group: 'general',
  arity: [0, 0],
  help: `Lists the background work of the database, flushes and compactions that are waiting or running:

  processlist`,
  async run({ connection, output }) {
    const { flushing, compactions } = await connection.status();
    const tasks: [task: string, state: string][] = [];
    if (flushing) tasks.push(['flush', 'waiting or running']);
    if (compactions.running > 0) tasks.push(['compaction', `${compactions.running} waiting or running`]);
    output.header('TASK', 'STATE');
    for (const task of tasks) output.row(...task);
    output.footer(tasks.length);
  },
};
