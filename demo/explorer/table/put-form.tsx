import type { TablePanelProperties } from '../ui/panel.js';
import { CellAddressFields } from './cell-address-fields.js';
import { putCode } from './code.js';
import { CodeBlock } from './code-block.js';
import { FormCheck, TextField } from './fields.js';
import { type PutFields, toPutLike } from './write-fields.js';

interface Properties {
  readonly panel: TablePanelProperties;
  readonly families: readonly string[];
  readonly fields: PutFields;
  readonly onChange: (change: Partial<PutFields>) => void;
}

/** Writes one cell. */
export function PutForm({ panel: { connection, table, notices }, families, fields, onChange }: Properties) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void notices.attempt(async () => {
      await connection.getTable(table).put(toPutLike(fields));
      notices.say(`Put a version of ${fields.family}:${fields.qualifier} in ${fields.row}.`);
    });
  };
  return (
    <form class="card" aria-labelledby="put-title" onSubmit={submit}>
      <h3 id="put-title">Put</h3>
      <div class="fields">
        <CellAddressFields address={fields} families={families} asks="column" onChange={onChange} />
        <TextField label="Value" value={fields.value} onInput={(value) => onChange({ value })} />
        <TextField label="Timestamp" value={fields.time} placeholder="now" onInput={(time) => onChange({ time })} />
        <TextField
          label="Lives for (seconds)"
          value={fields.timeToLive}
          placeholder="as its family says"
          onInput={(timeToLive) => onChange({ timeToLive })}
        />
        <FormCheck form={fields.form} onChange={(form) => onChange({ form })} />
      </div>
      <button type="submit" class="main">
        Put
      </button>
      <CodeBlock
        of="put"
        notices={notices}
        write={() => putCode({ database: connection.name, table }, toPutLike(fields))}
      />
    </form>
  );
}
