import { useState } from 'preact/hooks';
import { Choice } from '../../fields/choice.js';
import type { TablePanelProperties } from '../../ui/panel.js';
import { type MaintenanceKind, maintain } from './maintenance.js';

const KINDS: readonly (readonly [kind: MaintenanceKind, name: string, title: string])[] = [
  ['flush', 'Flush', 'Write the memstore to store files'],
  ['compact', 'Compact', 'Merge store files if there are enough of them'],
  [
    'majorCompact',
    'Major compact',
    'Merge all store files of a family into one, and remove cells that no read can return',
  ],
];

interface Properties {
  readonly panel: TablePanelProperties;
  readonly families: readonly string[];
}

/** Starts flushes and compactions, which the engine would also start later. */
export function MaintenanceBar({ panel: { connection, table, notices }, families }: Properties) {
  const [family, setFamily] = useState('');
  const [running, setRunning] = useState<AbortController | null>(null);
  const run = async (kind: MaintenanceKind) => {
    const abort = new AbortController();
    setRunning(abort);
    await notices.attempt(async () => {
      const { signal } = abort;
      notices.say(await maintain(connection, kind, { table, family: family === '' ? null : family, signal }));
    });
    setRunning(null);
  };
  const busy = running !== null;
  return (
    <fieldset class="maintenance" aria-label="Store files">
      {busy && (
        <button type="button" class="quiet" onClick={() => running.abort()}>
          Cancel
        </button>
      )}
      <Choice label="Families" value={family} options={[['', 'All families'], ...families]} onChange={setFamily} />
      {KINDS.map(([kind, name, title]) => (
        <button key={kind} type="button" title={title} aria-disabled={busy} onClick={() => !busy && void run(kind)}>
          {name}
        </button>
      ))}
    </fieldset>
  );
}
