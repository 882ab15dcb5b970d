import { useRef } from 'preact/hooks';
import { bindFields } from '../../fields/bind-fields.js';
import { Check } from '../../fields/check.js';
import { submitting } from '../../fields/submitting.js';
import { TextField } from '../../fields/text-field.js';
import { useFields } from '../../fields/use-fields.js';
import type { PanelProperties } from '../../ui/panel.js';
import { toTableLike } from './new-table.js';
import { tableNameProblem } from './table-name.js';
import './create-table.css';

const NEW_TABLE = { name: '', families: '', keepHistory: true };

/** Creates a table and shows it. The user can then change the attributes of its families. */
export function CreateTable({ connection, notices, onTablesChanged, onOpenTable }: PanelProperties) {
  const [fields, change] = useFields(NEW_TABLE);
  const summary = useRef<HTMLElement>(null);
  const close = () => {
    summary.current?.focus();
    summary.current?.closest('details')?.removeAttribute('open');
  };
  const bind = bindFields(fields, change);
  const problem = tableNameProblem(fields.name);
  const create = () =>
    notices.attempt(async () => {
      if (problem !== null) return;
      const table = toTableLike(fields);
      await connection.getAdmin().createTable(table);
      change(NEW_TABLE);
      close();
      onTablesChanged();
      onOpenTable(table.name);
      notices.say(`Created the table ${table.name}.`);
    });
  return (
    <details class="create-table">
      <summary ref={summary}>New table</summary>
      <form aria-label="New table" onSubmit={submitting(create)}>
        <TextField label="Table name" {...bind('name')} required problem={problem} />
        <TextField label="Families" {...bind('families')} required placeholder="contents anchor" />
        <Check {...bind('keepHistory')}>Keep history</Check>
        <p class="soft">
          {fields.keepHistory
            ? 'All versions in each column are kept, even deleted ones.'
            : 'Each column keeps only its newest version, as in HBase.'}
        </p>
        <button type="submit" class="main" aria-disabled={problem !== null}>
          Create
        </button>
      </form>
    </details>
  );
}
