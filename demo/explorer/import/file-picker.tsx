import { useState } from 'preact/hooks';
import { inBytes } from '../ui/amounts.js';
import type { FilePreview } from './file-preview.js';

interface Properties {
  readonly preview: FilePreview | null;
  readonly isDisabled: boolean;
  readonly onFile: (file: File) => void;
}

const DELIMITERS: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' };

/** Takes a file that is chosen, or dropped here. */
export function FilePicker({ preview, isDisabled, onFile }: Properties) {
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file !== undefined && !isDisabled) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file can also be dropped; the button inside does the same.
    <div
      class={isOver ? 'import-file over' : 'import-file'}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        take(event.dataTransfer?.files);
      }}
    >
      <label for="import-file">CSV or NDJSON file</label>
      <input
        id="import-file"
        type="file"
        accept=".csv,.tsv,.txt,.ndjson,.jsonl,.json,text/csv"
        disabled={isDisabled}
        // The same file can be chosen once more.
        onClick={(event) => {
          event.currentTarget.value = '';
        }}
        onChange={(event) => take(event.currentTarget.files)}
      />
      <p role="status">{preview === null ? 'or drop it here' : sentenceOf(preview)}</p>
    </div>
  );
}

function sentenceOf({ file, format, columns }: FilePreview): string {
  const kind =
    format.kind === 'ndjson' ? 'NDJSON' : `CSV with ${DELIMITERS[format.delimiter] ?? `“${format.delimiter}”`}`;
  return `${file.name}: ${kind}, ${columns.length} columns, ${inBytes(file.size)}`;
}
