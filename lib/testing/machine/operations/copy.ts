import fc from 'fast-check';
import { exported, streamOf } from '../../samples/backups.js';
import { memoryMedium, openEngine } from '../../samples/engine.js';
import { rowsOf } from '../../vectors/answers.js';
import type { Operation } from '../../vectors/history.js';
import { allFlushed, perhapsFlushed } from '../model.js';
import type { MachineOperation, Step } from '../operation.js';

const EVERYTHING: Operation = { op: 'scan', versions: 'all' };

/** Exports the database, which flushes it, and imports it into another one, whose tables must have the same cells. */
export const copy: MachineOperation<Step> = {
  name: 'export and import',
  weight: 2,
  steps: () => fc.constant({ op: 'export and import' }),
  async play(_step, { connection, host: { clock }, model }) {
    const text = await exported(connection);
    const other = await openEngine({ ...memoryMedium(), clock }, { timestamps: 'wall' });
    try {
      await other.connection.importStream(streamOf(text), { mode: 'create' });
      const { problems } = await verified(other.connection);
      const tables: unknown[] = [];
      for (const name of model.tables.keys()) {
        const all = await other.connection.getTable(name).getScanner({ versions: 'all' }).toArray();
        tables.push([name, rowsOf(all, false)]);
      }
      return { problems, tables };
    } finally {
      await other.connection.close();
    }
  },
  after(_step, model, got, now) {
    if (got === null) return perhapsFlushed(model, now);
    const tables = [...model.tables].map(([name, table]) => [name, table.read(EVERYTHING, now).expect]);
    return 'value' in got && JSON.stringify(got.value) === JSON.stringify({ problems: [], tables })
      ? [allFlushed(model, now)]
      : [];
  },
};

async function verified(connection: Parameters<typeof exported>[0]): Promise<{ readonly problems: readonly string[] }> {
  const { files } = await connection.verify();
  return { problems: files.flatMap(({ problems }) => problems) };
}
