import { Check, Choice, FormCheck, TextField } from './fields.js';
import type { ScanFields } from './scan-fields.js';

interface Properties {
  readonly fields: ScanFields;
  readonly onChange: (change: Partial<ScanFields>) => void;
  readonly onRun: () => void;
}

const ROWS = [
  ['all', 'All'],
  ['range', 'A range'],
  ['prefix', 'That begin with'],
] as const;

const TIMES = [
  ['any', 'Any'],
  ['asOf', 'As of'],
  ['range', 'In a range'],
  ['at', 'Exactly'],
] as const;

/** Asks what to scan. */
export function ScanForm({ fields, onChange, onRun }: Properties) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onRun();
  };
  return (
    <form class="card" aria-label="Scan" onSubmit={submit}>
      <RowFields fields={fields} onChange={onChange} />
      <TimeFields fields={fields} onChange={onChange} />
      <div class="fields">
        <TextField
          label="Versions"
          value={fields.versions}
          placeholder="all"
          onInput={(versions) => onChange({ versions })}
        />
        <TextField
          label="Rows at most"
          value={fields.limit}
          placeholder="all"
          onInput={(limit) => onChange({ limit })}
        />
        <label class="field wide">
          <span>Families or columns, one a line</span>
          <textarea
            rows={2}
            value={fields.columns}
            placeholder="all"
            spellcheck={false}
            onInput={(event) => onChange({ columns: event.currentTarget.value })}
          />
        </label>
        <Check checked={fields.raw} onChange={(raw) => onChange({ raw })}>
          Raw (with markers)
        </Check>
        <FormCheck form={fields.form} onChange={(form) => onChange({ form })} />
      </div>
      <button type="submit" class="main">
        Scan
      </button>
    </form>
  );
}

type FieldsProperties = Pick<Properties, 'fields' | 'onChange'>;

function RowFields({ fields, onChange }: FieldsProperties) {
  const { rows } = fields;
  return (
    <div class="fields">
      <Choice label="Rows" value={rows} options={ROWS} onChange={(chosen) => onChange({ rows: chosen })} />
      {rows === 'prefix' && (
        <TextField label="Prefix" value={fields.prefix} onInput={(prefix) => onChange({ prefix })} />
      )}
      {rows === 'range' && (
        <>
          <TextField
            label="Start"
            value={fields.start}
            placeholder={fields.reversed ? 'the last row' : 'the first row'}
            onInput={(start) => onChange({ start })}
          />
          <Check checked={fields.startInclusive} onChange={(startInclusive) => onChange({ startInclusive })}>
            Include the start
          </Check>
          <TextField
            label="Stop"
            value={fields.stop}
            placeholder={fields.reversed ? 'the first row' : 'the last row'}
            onInput={(stop) => onChange({ stop })}
          />
          <Check checked={fields.stopInclusive} onChange={(stopInclusive) => onChange({ stopInclusive })}>
            Include the stop
          </Check>
        </>
      )}
      <Check checked={fields.reversed} onChange={(reversed) => onChange({ reversed })}>
        Reversed
      </Check>
    </div>
  );
}

function TimeFields({ fields, onChange }: FieldsProperties) {
  const { time } = fields;
  return (
    <div class="fields">
      <Choice label="Timestamps" value={time} options={TIMES} onChange={(chosen) => onChange({ time: chosen })} />
      {time !== 'any' && (
        <TextField
          label={time === 'range' ? 'From' : 'Timestamp or date'}
          value={fields.from}
          placeholder="2026-11-21 09:30"
          onInput={(from) => onChange({ from })}
        />
      )}
      {time === 'range' && (
        <TextField
          label="Up to, and without"
          value={fields.to}
          placeholder="2026-11-22"
          onInput={(to) => onChange({ to })}
        />
      )}
    </div>
  );
}
