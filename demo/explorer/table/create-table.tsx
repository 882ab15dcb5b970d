import { useRef, useState } from 'preact/hooks';
import type { PanelProperties } from '../ui/panel.js';
import { Check, TextField } from './fields.js';
import { toTableLike } from './schema.js';
import './forms.css';

const NEW_TABLE = { name: '', families: '', keepHistory: true };

/** Makes a table and shows it. Attributes of single families can be changed there. */
export function CreateTable({ connection, notices, onTablesChanged, onOpenTable }: PanelProperties) {
  const [fields, setFields] = useState(NEW_TABLE);
  const summary = useRef<HTMLElement>(null);
  const close = () => {
    summary.current?.focus();
    summary.current?.closest('details')?.removeAttribute('open');
  };
  const change = (some: Partial<typeof NEW_TABLE>) => setFields((before) => ({ ...before, ...some }));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void notices.attempt(async () => {
      const table = toTableLike(fields);
      await connection.getAdmin().createTable(table);
      notices.say(`Created the table ${table.name}.`);
      setFields(NEW_TABLE);
      close();
      onTablesChanged();
      onOpenTable(table.name);
    });
  };
  return (
    <details class="create-table">
      <summary ref={summary}>New table</summary>
      <form aria-label="New table" onSubmit={submit}>
        <TextField label="Table name" value={fields.name} required onInput={(name) => change({ name })} />
        <TextField
          label="Families"
          value={fields.families}
          required
          placeholder="contents anchor"
          onInput={(families) => change({ families })}
        />
        <Check checked={fields.keepHistory} onChange={(keepHistory) => change({ keepHistory })}>
          Keep history
        </Check>
        <button type="submit" class="main">
          Create
        </button>
      </form>
    </details>
  );
}
