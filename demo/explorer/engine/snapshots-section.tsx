import type { SnapshotDescription } from 'bigtab';
import { useState } from 'preact/hooks';
import { Choice } from '../fields/choice.js';
import { submitting } from '../fields/submitting.js';
import { TextField } from '../fields/text-field.js';
import { withoutDirections } from '../ui/cell-text.js';
import { ConfirmButton } from '../ui/confirm-button.js';
import { Grid } from '../ui/grid.js';
import type { PanelProperties } from '../ui/panel.js';
import { inTimestamp } from '../ui/times.js';
import {
  cloneName,
  cloneSnapshot,
  deleteSnapshot,
  keptUntil,
  restoreSnapshot,
  snapshotName,
  takeSnapshot,
} from './snapshots.js';

interface Properties {
  readonly panel: PanelProperties;
  /** The table of which a snapshot is taken; null if there is none. */
  readonly table: string | null;
  readonly tables: readonly string[];
  readonly snapshots: readonly SnapshotDescription[];
  /** Reads the state of the engine again. */
  readonly onChanged: () => void;
}

/** Takes, clones, restores and deletes snapshots. */
export function SnapshotsSection({ panel, table, tables, snapshots, onChanged }: Properties) {
  const { connection, notices } = panel;
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<string>) => {
    if (busy) return;
    setBusy(true);
    await notices.attempt(async () => notices.say(await work()));
    setBusy(false);
    panel.onTablesChanged();
    onChanged();
  };
  const own = { busy, run, connection };
  return (
    <section class="engine-snapshots" aria-labelledby="engine-snapshots">
      <header>
        <h2 id="engine-snapshots">Snapshots</h2>
        <p class="engine-about">
          A snapshot keeps a table as it is now. Nothing is copied: the files stay as long as a snapshot or a table
          needs them.
        </p>
      </header>
      {table !== null && <TakeForm key={table} {...own} table={table} snapshots={snapshots} />}
      {snapshots.length > 0 && (
        <>
          <Grid label="List of snapshots" heads={['Name', 'Table', 'Taken', 'Actions']}>
            {snapshots.map((snapshot) => (
              <tr key={snapshot.name}>
                <td title={keptUntil(snapshot)}>
                  {snapshot.name} {snapshot.expired && <span class="tag">expired</span>}
                </td>
                <td>{withoutDirections(snapshot.table)}</td>
                <td>{inTimestamp(snapshot.creationTime)}</td>
                <td>
                  <span class="buttons">
                    <ConfirmButton
                      text="Restore"
                      question={`Replace ${withoutDirections(snapshot.table)} by ${snapshot.name}`}
                      onConfirm={() => void run(() => restoreSnapshot(connection, snapshot))}
                    />
                    <ConfirmButton
                      text="Delete"
                      question={`Delete ${snapshot.name}`}
                      onConfirm={() => void run(() => deleteSnapshot(connection, snapshot.name))}
                    />
                  </span>
                </td>
              </tr>
            ))}
          </Grid>
          <CloneForm {...own} tables={tables} snapshots={snapshots} />
        </>
      )}
    </section>
  );
}

interface FormProperties {
  readonly busy: boolean;
  readonly run: (work: () => Promise<string>) => Promise<void>;
  readonly connection: PanelProperties['connection'];
  readonly snapshots: readonly SnapshotDescription[];
}

function TakeForm({ busy, run, connection, table, snapshots }: FormProperties & { readonly table: string }) {
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? snapshotName(table, Date.now(), snapshots);
  const take = async () => {
    await run(() => takeSnapshot(connection, table, name));
    setTyped(null);
  };
  return (
    <form class="engine-snapshot-form" onSubmit={submitting(take)}>
      <TextField label="Name of the snapshot" value={name} onChange={setTyped} required />
      <button type="submit" aria-disabled={busy}>
        Take a snapshot of {withoutDirections(table)}
      </button>
    </form>
  );
}

function CloneForm({
  busy,
  run,
  connection,
  tables,
  snapshots,
}: FormProperties & { readonly tables: readonly string[] }) {
  const [chosen, setChosen] = useState('');
  const [typed, setTyped] = useState<string | null>(null);
  const snapshot = snapshots.find(({ name }) => name === chosen) ?? (snapshots[0] as SnapshotDescription);
  const table = typed ?? cloneName(snapshot, tables);
  const clone = async () => {
    await run(() => cloneSnapshot(connection, snapshot.name, table));
    setTyped(null);
  };
  return (
    <form class="engine-snapshot-form" onSubmit={submitting(clone)}>
      <Choice
        label="Snapshot"
        value={snapshot.name}
        options={snapshots.map(({ name }) => name)}
        onChange={(name) => {
          setChosen(name);
          setTyped(null);
        }}
      />
      <TextField label="New table" value={table} onChange={setTyped} required />
      <button type="submit" aria-disabled={busy}>
        Clone
      </button>
    </form>
  );
}
