import fc from 'fast-check';
import { freeName, MOST_TABLES, type Model, picked, type SnapshotModel, withTable } from '../model.js';
import { type MachineOperation, SKIPPED, type Step } from '../operation.js';

export interface UseSnapshot extends Step {
  readonly kind: 'clone' | 'restore' | 'deleteSnapshot';
  /** Chooses a snapshot. */
  readonly snapshot: number;
}

/** Clones a snapshot into another table, restores its table, or deletes it. */
export const useSnapshot: MachineOperation<UseSnapshot> = {
  name: 'useSnapshot',
  weight: 9,
  steps: () =>
    fc.record({
      op: fc.constant('useSnapshot'),
      kind: fc.constantFrom(
        'clone' as const,
        'clone' as const,
        'restore' as const,
        'restore' as const,
        'deleteSnapshot' as const,
      ),
      snapshot: fc.nat(3),
    }),
  async play(step, { connection, model }) {
    const { kind } = step;
    const name = picked(model.snapshots, step.snapshot);
    if (name === undefined) return SKIPPED;
    const admin = connection.getAdmin();
    const { of } = snapshotOf(model, step);
    if (kind === 'deleteSnapshot') await admin.deleteSnapshot(name);
    else if (kind === 'clone') {
      if (model.tables.size >= MOST_TABLES) return SKIPPED;
      await admin.cloneSnapshot(name, freeName(model.tables, 't'));
    } else {
      if (!model.tables.has(of)) return SKIPPED;
      await admin.disableTable(of);
      await admin.restoreSnapshot(name);
      await admin.enableTable(of);
    }
    return null;
  },
  after(step, model, got) {
    if (got !== null && 'error' in got) return [];
    const { of, table } = snapshotOf(model, step);
    if (step.kind === 'clone') return [withTable(model, freeName(model.tables, 't'), table)];
    if (step.kind === 'restore') return [withTable(model, of, table)];
    const snapshots = new Map(model.snapshots);
    snapshots.delete(picked(model.snapshots, step.snapshot) as string);
    return [{ ...model, snapshots }];
  },
  label: ({ kind }) => kind,
};

function snapshotOf(model: Model, { snapshot }: UseSnapshot): SnapshotModel {
  return model.snapshots.get(picked(model.snapshots, snapshot) as string) as SnapshotModel;
}
