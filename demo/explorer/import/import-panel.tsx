import type { TableDescriptor } from 'bigtab';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PanelProperties } from '../ui/panel.js';
import { useStore } from '../ui/store.js';
import { useIsLive } from '../ui/use-is-live.js';
import type { Encoding } from './encoding.js';
import { FilePicker } from './file-picker.js';
import { type FilePreview, previewFile } from './file-preview.js';
import './import.css';
import { ImportForm } from './import-form.js';
import { type ImportPlan, suggestPlan } from './import-plan.js';
import { BadLines, ImportState, importSentence } from './import-report.js';
import { openTarget, tableNameOf } from './import-target.js';
import type { Importer } from './importer.js';
import { PreviewTable } from './preview-table.js';
import { isRecord } from './records.js';

/** The table that a file is imported into, and the plan for its columns. */
interface Target {
  readonly table: string;
  readonly plan: ImportPlan;
}

interface Properties extends PanelProperties {
  readonly importer: Importer;
  /** Whether the panel is visible. */
  readonly isShown: boolean;
  /** A new value means that tables were created or dropped. */
  readonly tablesVersion: number;
}

/** Imports a file of the user into a table: asks for the columns and the table, shows the first rows, and runs. */
export function ImportPanel({ importer, isShown, tablesVersion, ...panel }: Properties) {
  const { connection, notices, onTablesChanged, onOpenTable } = panel;
  const progress = useStore(importer.progress);
  const isSeen = useRef(isShown);
  isSeen.current = isShown;
  const isRunning = progress.phase === 'running';
  const canRun = useIsLive(connection) && !isRunning;
  const [preview, setPreview] = useState<FilePreview | null>(null);
  const [target, setTarget] = useState<Target>({ table: '', plan: { key: '', timestamp: null, family: 'data' } });
  const [tables, setTables] = useState<readonly TableDescriptor[]>([]);
  const listTables = () => notices.attempt(async () => setTables(await connection.getAdmin().listTableDescriptors()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is another list.
  useEffect(() => void listTables(), [connection, tablesVersion]);

  const open = (file: File, encoding: Encoding | null = null) =>
    notices.attempt(async () => {
      // The messages about the last file.
      importer.clear();
      notices.clear();
      // With a new encoding, it is still the same file.
      if (encoding === null) setPreview(null);
      const opened = await previewFile(file, encoding);
      setPreview(opened);
      setTarget({
        table: encoding === null ? tableNameOf(file.name) : target.table,
        plan: suggestPlan(opened.columns, opened.records.filter(isRecord), target.plan.family),
      });
    });
  const run = (isCheck: boolean) =>
    notices.attempt(async () => {
      if (preview === null) return;
      notices.clear();
      const { plan } = target;
      const table = target.table.trim();
      const openTable = async () => {
        const opened = await openTarget(connection, table, plan.family);
        onTablesChanged();
        return opened;
      };
      await importer.run(preview.file, preview.form, plan, isCheck ? null : openTable).finally(() => {
        // If the panel is hidden, the end is reported elsewhere.
        if (!isSeen.current) notices.say(importSentence(importer.progress.value, table));
        return listTables();
      });
    });

  return (
    <article class="import">
      <header>
        <h1>Import</h1>
        <p class="import-about">
          Import your own CSV, NDJSON or JSON file into a table of this database. The file never leaves this device.
        </p>
      </header>
      <FilePicker preview={preview} isDisabled={isRunning} onFile={(file) => void open(file)} />
      {preview !== null && (
        <>
          <ImportForm
            columns={preview.columns}
            encoding={preview.form.encoding}
            onEncoding={(encoding) => void open(preview.file, encoding)}
            tables={tables}
            table={target.table}
            plan={target.plan}
            isRunning={isRunning}
            canRun={canRun}
            onChange={setTarget}
            onRun={(isCheck) => void run(isCheck)}
          />
          <ImportState
            progress={progress}
            table={target.table}
            onCancel={() => importer.cancel()}
            onOpen={() => onOpenTable(target.table)}
          />
          <PreviewTable preview={preview} plan={target.plan} />
          <BadLines progress={progress} />
        </>
      )}
    </article>
  );
}
