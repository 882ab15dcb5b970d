import type { TableDescriptor } from 'bigtab';
import { bindFields } from '../fields/bind-fields.js';
import { Choice } from '../fields/choice.js';
import { submitting } from '../fields/submitting.js';
import { TextField } from '../fields/text-field.js';
import { tableNameProblem } from '../table/schema/table-name.js';
import { ENCODINGS, type Encoding } from './encoding.js';
import type { ImportTarget } from './import-plan.js';
import { targetSentence } from './import-target.js';

interface Properties {
  readonly columns: readonly string[];
  readonly encoding: Encoding;
  readonly onEncoding: (encoding: Encoding) => void;
  readonly tables: readonly TableDescriptor[];
  readonly target: ImportTarget;
  readonly isRunning: boolean;
  /** Whether the database is open and no import runs. */
  readonly canRun: boolean;
  readonly onChange: (target: ImportTarget) => void;
  readonly onRun: (isCheck: boolean) => void;
}

/** Chooses the row key, the timestamp, the table and the family. */
export function ImportForm({ columns, encoding, tables, target, isRunning, onChange, onRun, ...on }: Properties) {
  const { table, key, timestamp, family } = target;
  const problem = tableNameProblem(table);
  const canRun = on.canRun && problem === null;
  const change = (part: Partial<ImportTarget>) => onChange({ ...target, ...part });
  const bind = bindFields(target, change);
  const families = tables.find(({ name }) => name === table)?.families ?? [];
  return (
    <form class="import-form" onSubmit={submitting(() => canRun && onRun(false))}>
      <fieldset class="fields" disabled={isRunning}>
        <Choice
          label="Row key"
          value={key}
          options={columns}
          onChange={(column) => change({ key: column, timestamp: timestamp === column ? null : timestamp })}
        />
        <Choice
          label="Timestamp"
          value={timestamp ?? ''}
          options={[['', 'None: use the time of the import'], ...columns.filter((column) => column !== key)]}
          onChange={(column) => change({ timestamp: column === '' ? null : column })}
        />
        <TextField
          label="Table"
          {...bind('table')}
          required
          problem={problem}
          suggestions={tables.map(({ name }) => name)}
        />
        <TextField label="Column family" {...bind('family')} required suggestions={families.map(({ name }) => name)} />
        <Choice label="File encoding" value={encoding} options={ENCODINGS} onChange={on.onEncoding} />
      </fieldset>
      <p class="hint">
        {targetSentence(tables, table, family)}{' '}
        {timestamp === null
          ? 'If several lines have the same row key, only the last one is kept. If you choose a timestamp column, each line is kept as a version.'
          : 'A timestamp is a date or a number of milliseconds since 1970. Dates are in UTC unless they name a time zone.'}
      </p>
      <p class="buttons">
        <button type="submit" class="main" aria-disabled={!canRun}>
          Import
        </button>
        <button type="button" aria-disabled={!canRun} onClick={() => canRun && onRun(true)}>
          Check without importing
        </button>
      </p>
    </form>
  );
}
