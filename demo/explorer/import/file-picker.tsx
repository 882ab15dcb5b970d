import { useState } from 'preact/hooks';
import { inBytes } from '../ui/amounts.js';
import { withoutDirections } from '../ui/cell-text.js';
import type { FileFormat } from './file-format.js';
import type { FilePreview } from './file-preview.js';

interface Properties {
  readonly preview: FilePreview | null;
  readonly isDisabled: boolean;
  readonly onFile: (file: File) => void;
}

const DELIMITERS: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};

/** Accepts a file that the user chooses or drops here. */
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
      <label for="import-file">CSV, NDJSON or JSON file</label>
      <input
        id="import-file"
        type="file"
        accept=".csv,.tsv,.txt,.ndjson,.jsonl,.json,text/csv,application/json"
        disabled={isDisabled}
        // This allows the same file to be chosen again.
        onClick={(event) => {
          event.currentTarget.value = '';
        }}
        onChange={(event) => take(event.currentTarget.files)}
      />
      <p role="status">{preview === null ? 'or drop it here' : sentenceOf(preview)}</p>
    </div>
  );
}

function kindOf(format: FileFormat): string {
  if (format.kind === 'csv') return `CSV separated by ${DELIMITERS[format.delimiter] ?? `“${format.delimiter}”`}`;
  return format.kind === 'ndjson' ? 'NDJSON' : 'JSON array';
}

function sentenceOf({ file, form, columns }: FilePreview): string {
  return `${withoutDirections(file.name)}: ${kindOf(form.format)}, ${columns.length} columns, ${inBytes(file.size)}`;
}
