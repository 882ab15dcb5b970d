import type { SnapshotDescription } from 'bigtab';
import { useId, useState } from 'preact/hooks';
import { Choice } from '../fields/choice.js';
import { submitting } from '../fields/submitting.js';
import type { PanelProperties } from '../ui/panel.js';
import { type BackupSubject, type ImportMode, importBackup, saveBackup } from './backup.js';

interface Properties {
  readonly panel: PanelProperties;
  readonly tables: readonly string[];
  readonly snapshots: readonly SnapshotDescription[];
  /** Reads the state of the engine again. */
  readonly onChanged: () => void;
}

/** The running work, and the text that reports its progress. */
interface Running {
  readonly what: 'save' | 'import';
  readonly words: string;
  readonly abort: AbortController;
}

type Run = (
  what: Running['what'],
  work: (signal: AbortSignal, onProgress: (words: string) => void) => Promise<string>,
) => void;

/** Saves backups to files, and imports them. */
export function BackupSection({ panel, tables, snapshots, onChanged }: Properties) {
  const { notices } = panel;
  const [running, setRunning] = useState<Running | null>(null);
  const run: Run = async (what, work) => {
    if (running !== null) return;
    const abort = new AbortController();
    setRunning({ what, words: 'Beginning …', abort });
    await notices.attempt(async () =>
      notices.say(await work(abort.signal, (words) => setRunning({ what, words, abort }))),
    );
    setRunning(null);
    panel.onTablesChanged();
    onChanged();
  };
  return (
    <section class="engine-backup" aria-labelledby="engine-backup">
      <header>
        <h2 id="engine-backup">Backup</h2>
        <p class="engine-about">
          A backup is a file with every version and delete of the tables at one point in time. Keep it outside of this
          browser.
        </p>
      </header>
      <SaveForm panel={panel} tables={tables} snapshots={snapshots} running={running} run={run} />
      <ImportForm panel={panel} running={running} run={run} />
      <button type="button" class={running === null ? 'quiet idle' : 'quiet'} onClick={() => running?.abort.abort()}>
        Cancel the backup
      </button>
    </section>
  );
}

interface FormProperties {
  readonly panel: PanelProperties;
  readonly running: Running | null;
  readonly run: Run;
}

function SaveForm({
  panel,
  tables,
  snapshots,
  running,
  run,
}: FormProperties & Pick<Properties, 'tables' | 'snapshots'>) {
  const subjects: readonly (readonly [subject: BackupSubject, text: string])[] = [
    [{ kind: 'all', name: '' }, 'All tables'],
    ...tables.map((name) => [{ kind: 'table', name }, `Table ${name}`] as const),
    ...snapshots.map(({ name }) => [{ kind: 'snapshot', name }, `Snapshot ${name}`] as const),
  ];
  const [chosen, setChosen] = useState('All tables');
  const [subject, text] = subjects.find((one) => one[1] === chosen) ?? (subjects[0] as (typeof subjects)[number]);
  const save = () =>
    run('save', async (signal, onProgress) => {
      const { fileName, content, sentence } = await saveBackup(panel.connection, subject, signal, onProgress);
      download(fileName, content);
      return sentence;
    });
  return (
    <form class="engine-snapshot-form" onSubmit={submitting(save)}>
      <Choice label="Content" value={text} options={subjects.map((one) => one[1])} onChange={setChosen} />
      <button type="submit" aria-disabled={running !== null}>
        {running?.what === 'save' ? running.words : 'Save a backup'}
      </button>
    </form>
  );
}

const MODES: readonly (readonly [mode: ImportMode, text: string])[] = [
  ['create', 'Create its tables'],
  ['merge', 'Add its cells to existing tables'],
];

function ImportForm({ panel, running, run }: FormProperties) {
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [mode, setMode] = useState<ImportMode>('create');
  const start = () => {
    if (file === null) return;
    run('import', (signal, onProgress) => importBackup(panel.connection, file, mode, signal, onProgress));
  };
  return (
    <form class="engine-snapshot-form" onSubmit={submitting(start)}>
      <div class="field">
        <label for={id}>Backup file</label>
        <input
          id={id}
          type="file"
          accept=".ndjson"
          required
          onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
        />
      </div>
      <Choice label="Tables" value={mode} options={MODES} onChange={setMode} />
      <button type="submit" aria-disabled={running !== null}>
        {running?.what === 'import' ? running.words : 'Import'}
      </button>
    </form>
  );
}

/** Lets the browser save a file. */
function download(fileName: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = fileName;
  link.click();
  // The browser begins to read it only after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
