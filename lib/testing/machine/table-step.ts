import fc from 'fast-check';
import { agrees, expectedOf, type Got } from '../vectors/compare.js';
import type { Step as HistoryStep, Operation } from '../vectors/history.js';
import { PlayedTable } from '../vectors/play-step.js';
import { type Model, picked, type TableModel, withTable } from './model.js';
import type { Stage, Step } from './operation.js';

/** A step that acts on one table. */
export interface TableStep extends Step {
  /** Chooses a table. */
  readonly table: number;
}

/** Mostly the first table, so that many steps meet. */
export const tablePicks: fc.Arbitrary<number> = fc.constantFrom(0, 0, 0, 1, 2);

/** The table of a step, with its name; null if there is none. */
export function tableOf(
  model: Model,
  { table }: TableStep,
): { readonly name: string; readonly table: TableModel } | null {
  const name = picked(model.tables, table);
  return name === undefined ? null : { name, table: model.tables.get(name) as TableModel };
}

/** Makes the call of a history's step. */
export function playCall({ connection, model }: Stage, name: string, call: Operation): Promise<unknown> {
  const { created, families } = model.tables.get(name) as TableModel;
  return PlayedTable.on(connection, name, { ...created, families }).play(call as HistoryStep);
}

/** Whether the answer of a call is the one of the oracle. */
export function isRight(call: Operation, answer: object, got: Got): boolean {
  return agrees(expectedOf({ ...call, ...answer } as HistoryStep), got);
}

/** The model after a change that the oracle knows, or after none if the answer is wrong. */
export function afterChange(model: Model, step: TableStep, call: Operation, got: Got | null, now: number): Model[] {
  const { name, table } = tableOf(model, step) as { name: string; table: TableModel };
  const { answer, next } = table.change(call, now);
  return got === null || isRight(call, answer, got) ? [withTable(model, name, next)] : [];
}
