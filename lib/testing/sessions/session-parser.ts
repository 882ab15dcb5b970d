/** A file of sessions. */
export interface SessionFile {
  readonly path: string;
  readonly sessions: readonly Session[];
}

/** A session with a shell over its own database. */
export interface Session {
  readonly title: string;
  /** The line of its title, counted from 1. */
  readonly line: number;
  readonly steps: readonly Step[];
}

/** The input at a prompt, and the output that follows. */
export interface Step {
  readonly line: number;
  readonly prompt: 'hbase' | 'clock' | 'shell' | 'database';
  readonly text: string;
  /** Without the empty lines at its end. */
  readonly output: readonly string[];
}

const PROMPT = /^(hbase|clock|shell|database)> (.*)$/;
/** The continuation of the line before it. */
const MORE = /^ {4} > ?(.*)$/;

/** Reads the format that README.md describes. Throws for a line that does not belong to it. */
export function parseSessions(path: string, text: string): SessionFile {
  const sessions: { title: string; line: number; steps: { -readonly [K in keyof Step]: Step[K] }[] }[] = [];
  const outputs = new Map<object, string[]>();
  for (const [index, line] of text.split('\n').entries()) {
    const steps = sessions.at(-1)?.steps;
    const last = steps?.at(-1);
    const [, prompt, typed] = PROMPT.exec(line) ?? [];
    const more = MORE.exec(line);
    if (line.startsWith('== ')) sessions.push({ title: line.slice(3), line: index + 1, steps: [] });
    else if (line.startsWith('# ')) continue;
    else if (prompt !== undefined && steps !== undefined) {
      const output: string[] = [];
      const step = { line: index + 1, prompt: prompt as Step['prompt'], text: typed as string, output };
      outputs.set(step, output);
      steps.push(step);
    } else if (more !== null && last !== undefined && last.output.length === 0) last.text += `\n${more[1]}`;
    else if (last !== undefined) outputs.get(last)?.push(line);
    else if (line !== '') throw new Error(`${path}:${index + 1} stands before the first command`);
  }
  for (const output of outputs.values()) while (output.at(-1) === '') output.pop();
  return { path, sessions };
}
