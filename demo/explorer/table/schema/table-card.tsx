import type { TableDescriptor } from 'bigtab';
import { useEffect, useState } from 'preact/hooks';
import { bindFields } from '../../fields/bind-fields.js';
import { Check } from '../../fields/check.js';
import { Choice } from '../../fields/choice.js';
import { LinesField } from '../../fields/lines-field.js';
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
  const stored = JSON.stringify(descriptor);
  const [fields, setFields] = useState(() => tableFieldsOf(descriptor));
  useEffect(() => setFields(tableFieldsOf(JSON.parse(stored))), [stored]);
  const bind = bindFields(fields, (change) => setFields((before) => ({ ...before, ...change })));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSave(fields);
  };
  return (
    <section class="card" aria-label={`All of ${name}`}>
      <h3>
        Table <code>{name}</code> {descriptor.readOnly && <small>is read-only</small>}
      </h3>
      <details>
        <summary>Change {name}</summary>
        <form onSubmit={submit}>
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
