import type { TableDescriptor } from 'bigtab';
import { bindFields } from '../../fields/bind-fields.js';
import { Check } from '../../fields/check.js';
import { Choice } from '../../fields/choice.js';
import { LinesField } from '../../fields/lines-field.js';
import { submitting } from '../../fields/submitting.js';
import { useFieldsOf } from '../../fields/use-fields.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { DURABILITIES, type TableFields, tableFieldsOf } from './table-fields.js';

interface Properties {
  readonly descriptor: TableDescriptor;
  readonly onSave: (fields: TableFields) => void;
  readonly onDrop: () => void;
}

/** Changes the attributes of the table itself, and drops it. */
export function TableCard({ descriptor, onSave, onDrop }: Properties) {
  const { name } = descriptor;
  const [fields, change] = useFieldsOf(descriptor, tableFieldsOf);
  const bind = bindFields(fields, change);
  return (
    <section class="card" aria-label={`Settings of ${name}`}>
      <h3>
        Table <code>{name}</code> {descriptor.readOnly && <small>is read-only</small>}
      </h3>
      <details>
        <summary>Change {name}</summary>
        <form onSubmit={submitting(() => onSave(fields))}>
          <div class="fields">
            <Choice label="Durability" {...bind('durability')} options={DURABILITIES} />
            <Check {...bind('readOnly')}>Read-only</Check>
            <LinesField
              label="HBase settings for all families, one per line"
              {...bind('settings')}
              placeholder="hbase.hregion.majorcompaction = 604800000"
            />
          </div>
          <button type="submit" class="main">
            Change
          </button>
        </form>
      </details>
      <p>Dropping a table removes all of its data.</p>
      <ConfirmButton text={`Drop ${name}`} question={`Drop ${name} with its data`} onConfirm={onDrop} />
    </section>
  );
}
