import { useEffect, useState } from 'preact/hooks';
import { type Bound, bindFields } from '../../fields/bind-fields.js';
import { Check } from '../../fields/check.js';
import { Choice } from '../../fields/choice.js';
import { submitting } from '../../fields/submitting.js';
import { TextField } from '../../fields/text-field.js';
import { useFields } from '../../fields/use-fields.js';
import { withoutDirections } from '../../ui/cell-text.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { indexWords, ORDERS, type ShownIndex } from '../indexes/shown-index.js';
import { type IndexFields, MOST_COLUMNS, NEW_INDEX } from './index-fields.js';

interface Properties {
  readonly indexes: readonly ShownIndex[];
  readonly families: readonly string[];
  /** Resolves to true when the index is complete. */
  readonly onAdd: (fields: IndexFields) => Promise<boolean | undefined>;
  readonly onDrop: (name: string) => void;
  /** Reads the indexes again. */
  readonly onRefresh: () => void;
}

const REFRESH_MS = 500;

/** The secondary indexes of a table, and the form that adds one. */
export function IndexesCard({ indexes, families, onAdd, onDrop, onRefresh }: Properties) {
  const [adding, setAdding] = useState(false);
  const changes = adding || indexes.some(({ complete }) => !complete);
  useEffect(() => {
    if (!changes) return undefined;
    const timer = setInterval(onRefresh, REFRESH_MS);
    return () => clearInterval(timer);
  }, [changes, onRefresh]);
  const add = async (fields: IndexFields) => {
    setAdding(true);
    const added = await onAdd(fields);
    setAdding(false);
    return added;
  };
  return (
    <section class="card" aria-label="Indexes">
      <h3>Indexes</h3>
      {indexes.length === 0 ? (
        <p class="soft">An index finds rows by the values of a column. This table has none.</p>
      ) : (
        <ul class="indexes" aria-label="Indexes of the table">
          {indexes.map((index) => (
            <IndexLine key={index.name} index={index} onDrop={() => onDrop(index.name)} />
          ))}
        </ul>
      )}
      <details>
        <summary>Add an index</summary>
        <IndexForm families={families} adding={adding} onAdd={add} />
      </details>
    </section>
  );
}

function IndexLine({ index, onDrop }: { readonly index: ShownIndex; readonly onDrop: () => void }) {
  const { name } = index;
  return (
    <li>
      <span>
        <code>{name}</code> <small>{withoutDirections(indexWords(index))}</small>
      </span>
      <ConfirmButton text={`Drop ${name}`} question={`Drop the index ${name}`} onConfirm={onDrop} />
    </li>
  );
}

interface FormProperties {
  readonly families: readonly string[];
  readonly adding: boolean;
  readonly onAdd: (fields: IndexFields) => Promise<boolean | undefined>;
}

const KINDS = [
  ['columns', 'Column values'],
  ['qualifiers', 'Column names'],
] as const;

function IndexForm({ families, adding, onAdd }: FormProperties) {
  const [fields, change] = useFields(NEW_INDEX);
  const bind = bindFields(fields, change);
  const family = fields.family === '' ? (families[0] ?? '') : fields.family;
  const add = async () => {
    if (!adding && (await onAdd({ ...fields, family }))) change(NEW_INDEX);
  };
  return (
    <form aria-label="New index" onSubmit={submitting(add)}>
      <div class="fields">
        <TextField label="Name" {...bind('name')} required />
        <Choice label="Kind" {...bind('kind')} options={KINDS} />
        {fields.kind === 'qualifiers' && (
          <Choice
            label="Family"
            value={family}
            onChange={(chosen) => change({ family: chosen })}
            options={families.map((one) => [one, one] as const)}
          />
        )}
      </div>
      {fields.kind === 'columns' && <ColumnFields fields={fields} families={families} bind={bind} />}
      <Check {...bind('unique')}>Unique: refuse a second row with the same values</Check>
      <p class="soft">
        {fields.kind === 'columns'
          ? 'Rows are in the order of the first column, then of the next. A row without one of the columns is not in the index.'
          : 'The index has an entry for each column that a row has in the family.'}
      </p>
      <button type="submit" class="main" aria-disabled={adding}>
        {adding ? 'Adding …' : 'Add'}
      </button>
    </form>
  );
}

interface ColumnProperties {
  readonly fields: IndexFields;
  readonly families: readonly string[];
  readonly bind: <K extends keyof IndexFields>(name: K) => Bound<IndexFields[K]>;
}

/** The columns that are typed, and an empty one if there may be more. */
function ColumnFields({ fields: { columns, orders }, families, bind }: ColumnProperties) {
  const filled = columns.findLastIndex((column) => column !== '') + 1;
  return (
    <>
      {columns.slice(0, Math.min(filled + 1, MOST_COLUMNS)).map((column, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the position is what a column is known by.
        <div key={at} class="fields">
          <TextField
            label={`Column ${at + 1}`}
            value={column}
            onChange={(typed) => bind('columns').onChange(columns.with(at, typed))}
            required={at === 0}
            placeholder={at === 0 ? `${families[0] ?? 'family'}:qualifier` : 'none'}
          />
          <Choice
            label={`Order ${at + 1}`}
            value={orders[at] ?? 'bytes'}
            onChange={(order) => bind('orders').onChange(orders.with(at, order))}
            options={ORDERS}
          />
        </div>
      ))}
    </>
  );
}
