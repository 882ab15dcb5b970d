import type { Admin, TableDescriptor } from 'bigtab';
import { useRef, useState } from 'preact/hooks';
import type { Notices } from '../ui/notices.js';
import type { PanelProperties } from '../ui/panel.js';
import { useStore } from '../ui/store.js';
import { useAdminRead } from '../ui/use-admin-read.js';
import { useIsLive } from '../ui/use-is-live.js';
import type { Encoding } from './encoding.js';
import { FilePicker } from './file-picker.js';
import { type FilePreview, previewFile } from './file-preview.js';
import './import.css';
import { ImportForm } from './import-form.js';
import { type ImportTarget, suggestPlan } from './import-plan.js';
import { BadLines, ImportState, importSentence } from './import-report.js';
import { openTarget, tableNameOf } from './import-target.js';
import type { Importer } from './importer.js';
import { PreviewTable } from './preview-table.js';
import { isRecord } from './records.js';

interface Properties extends PanelProperties {
  readonly importer: Importer;
  /** Whether the panel is visible. */
  readonly isShown: boolean;
}

/** Imports a file of the user into a table: asks for the columns and the table, shows the first rows, and runs. */
export function ImportPanel({ importer, isShown, ...panel }: Properties) {
  const { connection, notices, onTablesChanged, onOpenTable } = panel;
  const progress = useStore(importer.progress);
  const isSeen = useRef(isShown);
  isSeen.current = isShown;
  const isRunning = progress.phase === 'running';
  const canRun = useIsLive(connection) && !isRunning;
  const { preview, target, setTarget, open } = useChosenFile(notices, importer);
  const tables = useAdminRead(panel, listDescriptors) ?? [];
  const run = (isCheck: boolean) =>
    notices.attempt(async () => {
      if (preview === null) return;
      notices.clear();
      const table = target.table.trim();
      const openTable = async () => {
        const opened = await openTarget(connection, table, target.family);
        onTablesChanged();
        return opened;
      };
      await importer.run(preview.file, preview.form, target, isCheck ? null : openTable).finally(() => {
        // The panel does not show its report while it is hidden.
        if (!isSeen.current) notices.say(importSentence(importer.progress.value, table));
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
            target={target}
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
          <PreviewTable preview={preview} plan={target} />
          <BadLines progress={progress} />
        </>
      )}
    </article>
  );
}

/** The chosen file, and the table that it is imported into. */
function useChosenFile(notices: Notices, importer: Importer) {
  const [preview, setPreview] = useState<FilePreview | null>(null);
  const [target, setTarget] = useState<ImportTarget>({ table: '', key: '', timestamp: null, family: 'data' });
  const open = (file: File, encoding: Encoding | null = null) =>
    notices.attempt(async () => {
      importer.clear();
      notices.clear();
      // A new encoding is for the same file, so its preview stays until the new one is ready.
      if (encoding === null) setPreview(null);
      const opened = await previewFile(file, encoding);
      setPreview(opened);
      setTarget({
        table: encoding === null ? tableNameOf(file.name) : target.table,
        ...suggestPlan(opened.columns, opened.records.filter(isRecord), target.family),
      });
    });
  return { preview, target, setTarget, open };
}

function listDescriptors(admin: Admin): Promise<readonly TableDescriptor[]> {
  return admin.listTableDescriptors();
}
