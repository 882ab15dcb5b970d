import { type Bound, bindFields } from '../../fields/bind-fields.js';
import { Check } from '../../fields/check.js';
import { Choice } from '../../fields/choice.js';
import { LinesField } from '../../fields/lines-field.js';
import { submitting } from '../../fields/submitting.js';
import { TextField } from '../../fields/text-field.js';
import { TypedFormCheck } from '../../fields/typed-form-check.js';
import type { ShownIndex } from '../indexes/shown-index.js';
import { IndexValueFields } from './index-value-fields.js';
import { chosenIndex } from './index-values.js';
import type { ScanFields } from './scan-fields.js';

interface Properties {
  readonly fields: ScanFields;
  /** The indexes that can be read. */
  readonly indexes: readonly ShownIndex[];
  readonly onChange: (change: Partial<ScanFields>) => void;
  readonly onRun: () => void;
}

const ROWS = [
  ['all', 'All'],
  ['range', 'In a range'],
  ['prefix', 'With a prefix'],
  ['index', 'By an index'],
] as const;

const TIMES = [
  ['any', 'Any'],
  ['asOf', 'As of'],
  ['range', 'In a range'],
  ['at', 'Exactly'],
] as const;

export function ScanForm({ fields, indexes, onChange, onRun }: Properties) {
  const bind = bindFields(fields, onChange);
  const index = fields.rows === 'index' ? chosenIndex(fields.index, indexes) : null;
  return (
    <form class="card" aria-label="Scan" onSubmit={submitting(onRun)}>
      <RowFields fields={fields} hasIndexes={indexes.length > 0} bind={bind} />
      {index !== null && <IndexValueFields values={fields} index={index} indexes={indexes} onChange={onChange} />}
      {/* An index has only the newest values. */}
      {index === null && <TimeFields fields={fields} bind={bind} />}
      <div class="fields">
        {index === null && <TextField label="Versions" {...bind('versions')} placeholder="all" />}
        <TextField label="Row limit" {...bind('limit')} placeholder="all" />
        <LinesField
          label={fields.raw && index === null ? 'Families, one per line' : 'Families or columns, one per line'}
          {...bind('columns')}
          placeholder="all"
        />
        <div class="wide checks">
          {index === null && <Check {...bind('raw')}>Raw, with markers (whole families only)</Check>}
          <TypedFormCheck {...bind('form')} />
        </div>
      </div>
      <button type="submit" class="main">
        Scan
      </button>
    </form>
  );
}

interface FieldsProperties {
  readonly fields: ScanFields;
  readonly bind: <K extends keyof ScanFields>(name: K) => Bound<ScanFields[K]>;
}

function RowFields({
  fields: { rows, reversed },
  hasIndexes,
  bind,
}: FieldsProperties & { readonly hasIndexes: boolean }) {
  return (
    <div class="fields">
      <Choice label="Rows" {...bind('rows')} options={ROWS.filter(([kind]) => kind !== 'index' || hasIndexes)} />
      <Check {...bind('reversed')}>Reversed</Check>
      {rows === 'prefix' && <TextField label="Prefix" {...bind('prefix')} />}
      {rows === 'range' && (
        <>
          <TextField label="Start" {...bind('start')} placeholder={reversed ? 'the last row' : 'the first row'} />
          <Check {...bind('startInclusive')}>Include the start</Check>
          <TextField label="Stop" {...bind('stop')} placeholder={reversed ? 'the first row' : 'the last row'} />
          <Check {...bind('stopInclusive')}>Include the stop</Check>
        </>
      )}
    </div>
  );
}

function TimeFields({ fields: { time }, bind }: FieldsProperties) {
  return (
    <div class="fields">
      <Choice label="Timestamps" {...bind('time')} options={TIMES} />
      {time !== 'any' && (
        <TextField
          label={time === 'range' ? 'From (UTC)' : 'Timestamp or UTC date'}
          {...bind('from')}
          placeholder="2026-11-21 09:30"
        />
      )}
      {time === 'range' && <TextField label="Before" {...bind('to')} placeholder="2026-11-22" />}
    </div>
  );
}
