import { Bytes, LATEST_TIMESTAMP } from 'bigtab';
import { withoutDirections } from '../ui/cell-text.js';
import { Grid } from '../ui/grid.js';
import { shorten } from '../ui/shorten.js';
import { inTimestamp } from '../ui/times.js';
import type { FilePreview } from './file-preview.js';
import { type ImportPlan, type PlannedPut, planPut } from './import-plan.js';
import { type BadLine, isRecord } from './records.js';

interface Properties {
  readonly preview: FilePreview;
  readonly plan: ImportPlan;
}

/** The number of columns shown. A file may have hundreds. */
const MAX_COLUMNS = 12;

/** The first rows as they will be stored. */
export function PreviewTable({ preview: { columns, records }, plan }: Properties) {
  const qualifiers = columns.filter((column) => column !== plan.key && column !== plan.timestamp);
  const shown = qualifiers.slice(0, MAX_COLUMNS);
  const more = qualifiers.length - shown.length;
  const planned = records.map((record) => (isRecord(record) ? planPut(record, plan) : record));
  const names = shown.map((qualifier) => (
    <code key={qualifier}>{withoutDirections(`${plan.family}:${qualifier}`)}</code>
  ));
  const heads = ['Line', 'Row key', 'Timestamp', ...names, ...(more > 0 ? [`and ${more} more`] : [])];
  return (
    <div class="import-preview">
      <h2>The first rows as they will be stored</h2>
      <Grid label="The first rows" heads={heads}>
        {planned.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an array in one line has all its records there.
          <PreviewRow key={index} planned={one} qualifiers={shown} columns={heads.length - 1} />
        ))}
      </Grid>
      <p class="hint">Empty fields are not written, so they take up no space.</p>
    </div>
  );
}

interface RowProperties {
  readonly planned: PlannedPut | BadLine;
  readonly qualifiers: readonly string[];
  /** The columns of the table, without the one for the line number. */
  readonly columns: number;
}

function PreviewRow({ planned, qualifiers, columns }: RowProperties) {
  if ('reason' in planned) {
    return (
      <tr class="bad">
        <td>{planned.line}</td>
        <td colSpan={columns}>{withoutDirections(planned.reason)} The record will be skipped.</td>
      </tr>
    );
  }
  const { line, put } = planned;
  const values = new Map(put.cells.map(({ qualifier, value }) => [Bytes.toText(qualifier), Bytes.toText(value)]));
  return (
    <tr>
      <td>{line}</td>
      <th scope="row">{withoutDirections(Bytes.toText(put.row))}</th>
      <td class="time">{put.timestamp === LATEST_TIMESTAMP ? 'time of the import' : inTimestamp(put.timestamp)}</td>
      {qualifiers.map((qualifier) => (
        <td key={qualifier}>{withoutDirections(shorten(values.get(qualifier) ?? '', 80))}</td>
      ))}
    </tr>
  );
}
