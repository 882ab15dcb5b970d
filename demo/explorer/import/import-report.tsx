import { countOf, inCount, inTime } from '../ui/amounts.js';
import { withoutDirections } from '../ui/cell-text.js';
import type { ImportProgress } from './importer.js';

interface ProgressProperties {
  readonly progress: ImportProgress;
  readonly table: string;
  readonly onCancel: () => void;
  readonly onOpen: () => void;
}

/** The progress and the end of an import. Its height never changes. */
export function ImportState({ progress, table, onCancel, onOpen }: ProgressProperties) {
  const { phase, isCheck, bytesDone, bytes, rows, badLines, ended } = progress;
  return (
    <div class="import-state">
      {/* The status changes only at the start and at the end. It comes first, so that it never moves. */}
      <p role="status">{importSentence(progress, table)}</p>
      {phase === 'running' && (
        <>
          <progress aria-label={isCheck ? 'Lines checked' : 'File imported'} value={bytesDone} max={bytes} />
          <span>
            {countOf(rows, 'row')}, {countOf(badLines, 'bad line')}
          </span>
          <button type="button" onClick={onCancel}>
            Cancel
          </button>
        </>
      )}
      {ended !== null && !isCheck && rows > 0 && (
        <button type="button" onClick={onOpen}>
          Open the table
        </button>
      )}
    </div>
  );
}

/** The skipped lines, with the reasons. */
export function BadLines({ progress: { badLines, listed } }: { readonly progress: ImportProgress }) {
  if (listed.length === 0) return null;
  return (
    <section class="bad-lines" aria-labelledby="bad-lines">
      <h2 id="bad-lines">{countOf(badLines, 'bad line')} skipped</h2>
      <ol>
        {listed.map(({ line, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an array in one line has all its records there.
          <li key={index}>
            <b>Line {inCount(line)}</b> {withoutDirections(reason)}
          </li>
        ))}
      </ol>
      {badLines > listed.length && <p class="hint">and {inCount(badLines - listed.length)} more</p>}
    </section>
  );
}

/** The progress of an import, or its end. */
export function importSentence({ phase, isCheck, rows, badLines, ended, ms }: ImportProgress, table: string): string {
  if (phase === 'running') return isCheck ? 'Checking the lines …' : `Importing into ${table} …`;
  if (ended === null) return '';
  const bad = badLines === 0 ? 'no bad lines' : countOf(badLines, 'bad line');
  if (isCheck) return `${ended === 'finished' ? 'Checked' : 'Check not finished'}: ${countOf(rows, 'row')}, ${bad}.`;
  if (ended === 'finished' && rows === 0) return `The file has no rows to import and ${bad}. Nothing was written.`;
  const written = `${countOf(rows, 'row')} written to ${table}`;
  if (ended === 'finished') return `${written} in ${inTime(ms)}, ${bad}.`;
  if (ended === 'lost')
    return `The worker ended during the import. ${countOf(rows, 'row')} ${rows === 1 ? 'is' : 'are'} saved in ${table}. Import the file again to write the rest.`;
  return `${ended === 'cancelled' ? 'Cancelled' : 'Stopped by an error'}: ${written}, ${bad}. The rows written so far are kept.`;
}
