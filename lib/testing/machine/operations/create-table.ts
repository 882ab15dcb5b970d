import fc from 'fast-check';
import type { Connection } from '../../../client/connection.js';
import { tables } from '../../operations/tables.js';
import { familyOf } from '../../vectors/descriptors.js';
import type { History } from '../../vectors/history.js';
import { INDEXES } from '../indexes.js';
import { freeName, MOST_TABLES, TableModel, withTable } from '../model.js';
import { type MachineOperation, SKIPPED, type Step } from '../operation.js';

export interface CreateTable extends Step {
  readonly table: History['table'];
  readonly isIndexed: boolean;
}

/** Creates a table with random attributes of its families, and with indexes or without. */
export const createTable: MachineOperation<CreateTable> = {
  name: 'create',
  weight: 3,
  steps: (moments) =>
    fc.record({
      op: fc.constant('create'),
      table: tables(moments),
      isIndexed: fc.constantFrom(true, true, false),
    }),
  async play({ table, isIndexed }, { connection, model }) {
    if (model.tables.size >= MOST_TABLES) return SKIPPED;
    const { families, config = {} } = table;
    await connection.ensureTable({
      name: freeName(model.tables, 't'),
      families: families.map(familyOf),
      configuration: config,
      ...(isIndexed && { indexes: INDEXES }),
    } as Parameters<Connection['ensureTable']>[0]);
    return null;
  },
  after: ({ table, isIndexed }, model, got) =>
    got !== null && 'error' in got
      ? []
      : [withTable(model, freeName(model.tables, 't'), new TableModel(table, isIndexed))],
};
