import { bindFields } from '../../fields/bind-fields.js';
import { Choice } from '../../fields/choice.js';
import { submitting } from '../../fields/submitting.js';
import { TextField } from '../../fields/text-field.js';
import { TypedFormCheck } from '../../fields/typed-form-check.js';
import type { TablePanelProperties } from '../../ui/panel.js';
import { CellAddressFields } from '../cells/cell-address-fields.js';
import { deleteCode } from '../code/code.js';
import { CodeBlock } from '../code/code-block.js';
import { deleteCounted, outcomeSentence } from './counted-delete.js';
import { DELETE_KINDS, type DeleteFields, inWords, toDeleteLike } from './write-fields.js';

interface Properties {
  readonly panel: TablePanelProperties;
  readonly families: readonly string[];
  readonly fields: DeleteFields;
  readonly onChange: (change: Partial<DeleteFields>) => void;
}

const TIMES = { optional: 'now', required: 'timestamp of the version to hide', none: '' };

/** Writes one marker of a kind that HBase has, and reports what it hides. */
export function DeleteForm({ panel: { connection, table, notices }, families, fields, onChange }: Properties) {
  const { name, hides, asks, time } = inWords(fields.kind);
  const bind = bindFields(fields, onChange);
  const remove = () =>
    notices.attempt(async () => {
      const outcome = await deleteCounted(connection.getTable(table), toDeleteLike(fields));
      notices.say(`Wrote a ${name.toLowerCase()} marker in ${fields.row}. ${outcomeSentence(outcome)}`);
    });
  return (
    <form class="card" aria-labelledby="delete-title" onSubmit={submitting(remove)}>
      <h3 id="delete-title">Delete</h3>
      <div class="fields">
        <Choice label="Kind" {...bind('kind')} options={DELETE_KINDS.map((one) => [one.kind, one.name] as const)} />
        <p class="soft wide">
          Hides {hides}
          {time === 'optional' && ', up to the timestamp'}.
        </p>
        <CellAddressFields address={fields} families={families} asks={asks} onChange={onChange} />
        <TextField
          label="Timestamp or UTC date"
          {...bind('time')}
          placeholder={TIMES[time]}
          required={time === 'required'}
          disabled={time === 'none'}
        />
        <TypedFormCheck {...bind('form')} />
      </div>
      <button type="submit" class="danger">
        Delete
      </button>
      <CodeBlock
        of="delete"
        notices={notices}
        write={() => deleteCode({ database: connection.name, table }, toDeleteLike(fields))}
      />
    </form>
  );
}
