import { bindFields } from '../../fields/bind-fields.js';
import { submitting } from '../../fields/submitting.js';
import { TextField } from '../../fields/text-field.js';
import { TypedFormCheck } from '../../fields/typed-form-check.js';
import type { TablePanelProperties } from '../../ui/panel.js';
import { CellAddressFields } from '../cells/cell-address-fields.js';
import { putCode } from '../code/code.js';
import { CodeBlock } from '../code/code-block.js';
import { type PutFields, toPutLike } from './write-fields.js';

interface Properties {
  readonly panel: TablePanelProperties;
  readonly families: readonly string[];
  readonly fields: PutFields;
  readonly onChange: (change: Partial<PutFields>) => void;
}

/** Writes one cell. */
export function PutForm({ panel: { connection, table, notices }, families, fields, onChange }: Properties) {
  const bind = bindFields(fields, onChange);
  const put = () =>
    notices.attempt(async () => {
      await connection.getTable(table).put(toPutLike(fields));
      notices.say(`Wrote a version of ${fields.family}:${fields.qualifier} in ${fields.row}.`);
    });
  return (
    <form class="card" aria-labelledby="put-title" onSubmit={submitting(put)}>
      <h3 id="put-title">Put</h3>
      <div class="fields">
        <CellAddressFields address={fields} families={families} asks="column" onChange={onChange} />
        <TextField label="Value" {...bind('value')} />
        <TextField label="Timestamp or UTC date" {...bind('time')} placeholder="now" />
        <TextField label="Time to live (seconds)" {...bind('timeToLive')} placeholder="set by the family" />
        <TypedFormCheck {...bind('form')} />
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
