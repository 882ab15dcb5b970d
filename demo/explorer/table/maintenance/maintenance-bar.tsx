import { useState } from 'preact/hooks';
import { Choice } from '../../fields/choice.js';
import type { TablePanelProperties } from '../../ui/panel.js';
import { erase, type MaintenanceKind, maintain } from './maintenance.js';

const KINDS: readonly (readonly [kind: MaintenanceKind, name: string, title: string])[] = [
  ['flush', 'Flush', 'Write the memstore to store files'],
  ['compact', 'Compact', 'Merge store files if there are enough of them'],
  [
    'majorCompact',
    'Major compact',
    'Merge all store files of a family into one, and remove cells that no read can return',
  ],
];

const ERASE = 'Erase deleted data';

interface Properties {
  readonly panel: TablePanelProperties;
  readonly families: readonly string[];
}

/** Starts flushes and compactions, which the engine would also start later, and the erasure of deleted data. */
export function MaintenanceBar({ panel: { connection, table, notices }, families }: Properties) {
  const [family, setFamily] = useState('');
  const [running, setRunning] = useState<AbortController | null>(null);
  const [erasing, setErasing] = useState(ERASE);
  const run = async (work: (signal: AbortSignal) => Promise<string>) => {
    const abort = new AbortController();
    setRunning(abort);
    await notices.attempt(async () => notices.say(await work(abort.signal)));
    setRunning(null);
    setErasing(ERASE);
  };
  const runKind = (kind: MaintenanceKind) =>
    run((signal) => maintain(connection, kind, { table, family: family === '' ? null : family, signal }));
  const runErase = () => run((signal) => erase(connection, { table, signal }, setErasing));
  const busy = running !== null;
  return (
    <fieldset class="maintenance" aria-label="Store files">
      <button type="button" class={busy ? 'quiet' : 'quiet idle'} onClick={() => running?.abort()}>
        Cancel
      </button>
      <Choice label="Families" value={family} options={[['', 'All families'], ...families]} onChange={setFamily} />
      {KINDS.map(([kind, name, title]) => (
        <button key={kind} type="button" title={title} aria-disabled={busy} onClick={() => !busy && void runKind(kind)}>
          {name}
        </button>
      ))}
      <button
        type="button"
        class="erase"
        title="Remove deleted and overwritten values of all families from this device. This takes about a minute"
        aria-disabled={busy}
        onClick={() => !busy && void runErase()}
      >
        {erasing}
      </button>
    </fieldset>
  );
}
