import { thousands } from '../../../lib/build/report/table.js';
import { machineText } from '../run/machine.js';
import type { RawLine } from './summary.js';

/** The lines of one file of raw runs. */
export interface RunFile {
  readonly name: string;
  readonly lines: readonly RawLine[];
}

/**
 * The lines of all files, if one table can be made from them: all must have measured the same commit in the same
 * browser on the same machine, and no two files the same workload at the same size. Otherwise throws an Error with a
 * message for people.
 */
export function joinRuns(files: readonly RunFile[]): readonly RawLine[] {
  const [first] = files;
  const start = first?.lines[0];
  if (first === undefined || start === undefined) throw new Error(`${first?.name ?? 'no file'} has no runs`);
  for (const { name, lines } of files) {
    if (lines.length === 0) throw new Error(`${name} has no runs`);
    for (const line of lines) {
      for (const [what, factOf] of MUST_AGREE) {
        const [wanted, found] = [factOf(start), factOf(line)];
        if (wanted !== found) {
          throw new Error(`one table needs one ${what}: ${first.name} has ${wanted}, ${name} has ${found}`);
        }
      }
    }
  }
  refuseRepeats(files);
  return files.flatMap(({ lines }) => lines);
}

const MUST_AGREE: readonly (readonly [what: string, factOf: (line: RawLine) => string])[] = [
  ['commit', ({ commit }) => `${commit}`],
  ['browser', ({ machine }) => machine.browser],
  ['machine', ({ machine }) => machineText(machine)],
];

function refuseRepeats(files: readonly RunFile[]): void {
  // The command that measured each workload and size. A file may be passed twice, and may contain two runs.
  const measuredBy = new Map<string, { readonly name: string; readonly started: string }>();
  for (const [at, { name, lines }] of files.entries()) {
    for (const { workload, cells, started } of lines) {
      const what = `${workload} with ${thousands(cells)} cells`;
      const other = measuredBy.get(what);
      const by = { name, started: `${at} ${started}` };
      if (other !== undefined && other.started !== by.started) {
        throw new Error(
          `${other.name} and ${name} both measured ${what}, so they are two runs: --from A --again B compares them`,
        );
      }
      measuredBy.set(what, by);
    }
  }
}
