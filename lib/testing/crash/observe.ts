import type { Connection } from '../../client/connection.js';
import { BigtabError, errorToData } from '../../errors.js';
import { readRows } from './crash-run.js';
import { describeState } from './expected-state.js';

/** The lines of the tables in a state, or only their beginnings where rows cannot be read; null: nothing can be read. */
export type Observed = readonly { readonly line: string; readonly isWhole: boolean }[] | null;

/** Reads every table. A call that rejects with a typed error leaves a part unknown; any other error is thrown. */
export async function observe(connection: Connection): Promise<Observed> {
  const admin = connection.getAdmin();
  return unlessTyped(async () => {
    const tables: { readonly line: string; readonly isWhole: boolean }[] = [];
    for (const name of await admin.listTableNames()) {
      const enabled = await admin.isTableEnabled(name);
      const descriptor = await admin.getDescriptor(name);
      const families = descriptor.families.map((family) => [family.name, family.maxVersions] as const);
      const rows = enabled ? await unlessTyped(() => readRows(connection, name)) : null;
      const [line = ''] = describeState([{ name, enabled, families, rows: rows ?? [] }], [], 0).split('\n');
      tables.push({ line, isWhole: rows !== null });
    }
    return tables;
  });
}

/** Whether the tables of `state` are those that were read. */
export function shows(observed: Observed, state: string): boolean {
  if (observed === null) return true;
  const tables = state.split('\n').slice(0, -2);
  if (tables.length !== observed.length) return false;
  return observed.every(({ line, isWhole }) =>
    tables.some((table) => (isWhole ? table === line : table.startsWith(line))),
  );
}

/** The result of a call, or null if it rejects with a typed error. */
async function unlessTyped<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    typedError(error);
    return null;
  }
}

/** `error` as a page receives it. Throws it if it is a defect: not one of the public interface. */
export function typedError(error: unknown): BigtabError {
  const { code, message, details } = errorToData(error, false);
  if (details?.internal === true) throw error;
  return new BigtabError(code, message, { details });
}
