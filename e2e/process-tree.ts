import { readdirSync, readFileSync } from 'node:fs';

/* Processes as Linux lists them. A browser runs pages and workers in processes that are children of its own. */

/** These processes and all their descendants. */
export function withDescendants(roots: readonly number[]): readonly number[] {
  const all = processIds().map((id) => ({ id, parent: parentOf(id) }));
  const found = [...roots];
  // The loop also visits elements that it adds to the list.
  for (const id of found) found.push(...all.filter(({ parent }) => parent === id).map((child) => child.id));
  return [...new Set(found)];
}

/** Whether a process runs. A process that has ended is listed until its parent has waited for it. */
export function isRunning(id: number): boolean {
  const state = statOf(id)?.state;
  return state !== undefined && state !== 'Z';
}

/** Kills a process (SIGKILL) if it still runs. */
export function endProcess(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // The process has ended meanwhile.
  }
}

/** The ids of all processes; none if the system does not list them. */
export function processIds(): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function parentOf(id: number): number | null {
  return statOf(id)?.parent ?? null;
}

function statOf(id: number): { readonly state: string; readonly parent: number } | null {
  try {
    // The program's name, in parentheses, may contain any character.
    const [, state, parent] = /.*\) (\S) (\d+)/s.exec(readFileSync(`/proc/${id}/stat`, 'utf8')) ?? [];
    return state === undefined ? null : { state, parent: Number(parent) };
  } catch {
    return null;
  }
}
