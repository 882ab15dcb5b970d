import type { TableDescriptor } from 'bigtab';
import type { ImportPlan } from './import-plan.js';
import { targetSentence } from './import-target.js';

interface Properties {
  readonly columns: readonly string[];
  /** Those that there are. */
  readonly tables: readonly TableDescriptor[];
  readonly table: string;
  readonly plan: ImportPlan;
  readonly isRunning: boolean;
  /** Whether there is a database, and nothing runs. */
  readonly canRun: boolean;
  readonly onChange: (target: { readonly table: string; readonly plan: ImportPlan }) => void;
  readonly onRun: (isCheck: boolean) => void;
}

/** What is what: row key, timestamp, table and family. */
export function ImportForm({ columns, tables, table, plan, isRunning, canRun, onChange, onRun }: Properties) {
  const change = (part: Partial<ImportPlan>) => onChange({ table, plan: { ...plan, ...part } });
  const families = tables.find(({ name }) => name === table)?.families ?? [];
  return (
    <form
      class="import-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (canRun) onRun(false);
      }}
    >
      <fieldset disabled={isRunning}>
        <label>
          Row key
          <select
            value={plan.key}
            onChange={({ currentTarget: { value } }) =>
              change({ key: value, timestamp: plan.timestamp === value ? null : plan.timestamp })
            }
          >
            {columns.map((column) => (
              <option key={column}>{column}</option>
            ))}
          </select>
        </label>
        <label>
          Timestamp
          <select
            value={plan.timestamp ?? ''}
            onChange={({ currentTarget: { value } }) => change({ timestamp: value === '' ? null : value })}
          >
            <option value="">none: the time of the import</option>
            {columns
              .filter((column) => column !== plan.key)
              .map((column) => (
                <option key={column}>{column}</option>
              ))}
          </select>
        </label>
        <label>
          Table
          <input
            value={table}
            list="import-tables"
            required
            spellcheck={false}
            autocomplete="off"
            autocapitalize="off"
            onInput={({ currentTarget: { value } }) => onChange({ table: value, plan })}
          />
        </label>
        <label>
          Column family
          <input
            value={plan.family}
            list="import-families"
            required
            spellcheck={false}
            autocomplete="off"
            autocapitalize="off"
            onInput={({ currentTarget: { value } }) => change({ family: value })}
          />
        </label>
      </fieldset>
      <datalist id="import-tables">
        {tables.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <datalist id="import-families">
        {families.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <p class="hint">
        {targetSentence(tables, table, plan.family)}{' '}
        {plan.timestamp === null
          ? 'Of lines with the same row key the last counts; with a timestamp, each stays as a version.'
          : 'A timestamp is a date, in UTC unless it names a zone, or milliseconds since 1970.'}
      </p>
      <p class="buttons">
        <button type="submit" class="main" aria-disabled={!canRun}>
          Import
        </button>
        <button type="button" aria-disabled={!canRun} onClick={() => canRun && onRun(true)}>
          Only check the lines
        </button>
      </p>
    </form>
  );
}
