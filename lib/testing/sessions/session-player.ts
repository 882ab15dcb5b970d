import type { Connection } from '../../client/connection.js';
import { openMemory } from '../../memory.js';
import { createShell, type Shell, type ShellOptions } from '../../shell.js';
import type { Step } from './session-parser.js';

/** The time of the clock at the beginning of a session. */
const BEGIN_MS = 1000;
/** The output of each command, with a shell clock that does not move. */
const TOOK = 'Took 0.0000 seconds';

/** Plays the steps of one session with a database in memory. */
export class SessionPlayer {
  private now = BEGIN_MS;
  private configuration: Readonly<Record<string, string>> = {};
  private options: ShellOptions = {};
  private connection: Connection | null = null;
  private shell: Shell | null = null;

  /**
   * The output of a step, without empty lines at the end. The durations of commands are removed, unless the step shows
   * them.
   */
  async play(step: Step): Promise<readonly string[]> {
    switch (step.prompt) {
      case 'clock':
        this.now = Number(step.text);
        return [];
      case 'shell':
        this.options = Object.fromEntries(pairsOf(step.text).map(([key, value]) => [key, numberOr(value)]));
        this.shell = null;
        return [];
      case 'database':
        this.configuration = Object.fromEntries(pairsOf(step.text));
        return [];
      case 'hbase': {
        const lines = (await (await this.open()).run(step.text)).split('\n');
        while (lines.at(-1) === '') lines.pop();
        if (step.output.includes(TOOK)) return lines;
        const printed = lines.filter((line) => line !== TOOK);
        while (printed.at(-1) === '') printed.pop();
        return printed;
      }
    }
  }

  async close(): Promise<void> {
    await this.connection?.close();
  }

  private async open(): Promise<Shell> {
    const { configuration } = this;
    this.connection ??= await openMemory({ clock: { now: () => this.now }, timestamps: 'wall', configuration });
    this.shell ??= createShell(this.connection, { now: () => 0, ...this.options });
    return this.shell;
  }
}

/** `a=1 b=2`. */
function pairsOf(text: string): readonly (readonly [string, string])[] {
  return text.split(' ').map((word) => {
    const [key = '', value = ''] = word.split('=');
    return [key, value];
  });
}

function numberOr(value: string): number | string {
  return /^\d+$/.test(value) ? Number(value) : value;
}
