import type { FamilyDescriptor, TableDescriptor } from 'bigtab';
import { useRef, useState } from 'preact/hooks';
import { submitting } from '../../fields/submitting.js';
import { familyBytes } from '../../fields/typed-bytes.js';
import { useFields, useFieldsOf } from '../../fields/use-fields.js';
import { withoutDirections } from '../../ui/cell-text.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import type { Notices } from '../../ui/notices.js';
import type { TablePanelProperties } from '../../ui/panel.js';
import type { ShownIndex } from '../indexes/shown-index.js';
import { dropTable } from './drop-table.js';
import { type FamilyFields, fieldsOf, inWords, NEW_FAMILY, toFamily } from './family-fields.js';
import { FamilyForm } from './family-form.js';
import { lossesOf } from './family-loss.js';
import { type IndexFields, toIndexes } from './index-fields.js';
import { IndexesCard } from './indexes-card.js';
import { LossQuestion } from './loss-question.js';
import { TableCard } from './table-card.js';
import { toChangedTable } from './table-fields.js';

interface Properties {
  readonly panel: TablePanelProperties;
  readonly descriptor: TableDescriptor;
  readonly indexes: readonly ShownIndex[];
  /** Called after a change. */
  readonly onChanged: () => void;
}

/** Changes, adds and drops families and indexes, and changes the table, while it is in use. */
export function SchemaPanel({ panel, descriptor, indexes, onChanged }: Properties) {
  const { connection, table, notices, onTablesChanged, onOpenTable } = panel;
  const change = (done: string, work: () => Promise<void>) =>
    notices.attempt(async () => {
      await work();
      notices.say(done);
      onChanged();
      return true;
    });
  const admin = connection.getAdmin();
  const place = useRef<HTMLDivElement>(null);
  const dropFamily = async (name: string) => {
    const dropped = await change(`Dropped the family ${name}.`, () =>
      admin.deleteColumnFamily(table, familyBytes(name)),
    );
    // The focus stays near the dropped family.
    if (dropped) place.current?.focus();
  };
  const families = descriptor.families.map(({ name }) => name);
  const addIndex = (fields: IndexFields) =>
    change(`Added the index ${fields.name.trim()}.`, async () => {
      await connection.ensureTable({ name: table, families, indexes: toIndexes(fields) });
    });
  const dropIndex = async (name: string) => {
    if (await change(`Dropped the index ${name}.`, () => admin.dropIndex(table, name))) place.current?.focus();
  };
  const drop = () =>
    notices.attempt(async () => {
      await dropTable(admin, table);
      onTablesChanged();
      onOpenTable(null);
      notices.say(`Dropped the table ${table}.`);
    });
  return (
    <div ref={place} class="stack" tabIndex={-1}>
      {descriptor.families.map((family) => (
        <FamilyCard
          key={family.name}
          family={family}
          notices={notices}
          onSave={(fields) =>
            change(`Changed the family ${family.name}.`, async () =>
              admin.modifyColumnFamily(table, toFamily(fields, family)),
            )
          }
          onDrop={() => void dropFamily(family.name)}
        />
      ))}
      <NewFamily
        onSave={(fields) =>
          change(`Added the family ${fields.name.trim()}.`, async () => admin.addColumnFamily(table, toFamily(fields)))
        }
      />
      <IndexesCard
        indexes={indexes}
        families={families}
        onAdd={addIndex}
        onDrop={(name) => void dropIndex(name)}
        onRefresh={onChanged}
      />
      <TableCard
        descriptor={descriptor}
        onSave={(fields) =>
          change(`Changed the table ${table}.`, async () => admin.modifyTable(toChangedTable(fields, descriptor)))
        }
        onDrop={() => void drop()}
      />
    </div>
  );
}

interface FamilyProperties {
  readonly family: FamilyDescriptor;
  readonly notices: Notices;
  readonly onSave: (fields: FamilyFields) => unknown;
  readonly onDrop: () => void;
}

function FamilyCard({ family, notices, onSave, onDrop }: FamilyProperties) {
  const { name } = family;
  const [fields, change] = useFieldsOf(family, fieldsOf);
  const [losses, setLosses] = useState<readonly string[]>([]);
  const button = useRef<HTMLButtonElement>(null);
  const submit = () =>
    notices.attempt(async () => {
      const found = lossesOf(family, toFamily(fields, family));
      setLosses(found);
      if (found.length === 0) onSave(fields);
    });
  const answer = (isWanted: boolean) => {
    setLosses([]);
    if (isWanted) onSave(fields);
    button.current?.focus();
  };
  return (
    <section class="card" aria-label={`Family ${name}`}>
      <h3>
        Family <code>{withoutDirections(name)}</code> <small>{inWords(family)}</small>
      </h3>
      <details>
        <summary>Change or drop {withoutDirections(name)}</summary>
        <form onSubmit={submitting(submit)}>
          <FamilyForm
            fields={fields}
            isNew={false}
            onChange={(some) => {
              setLosses([]);
              change(some);
            }}
          />
          {losses.length > 0 && <LossQuestion losses={losses} onAnswer={answer} />}
          <div class="buttons">
            <button ref={button} type="submit" class="main">
              Change
            </button>
            <ConfirmButton text="Drop" question={`Drop ${withoutDirections(name)} with its data`} onConfirm={onDrop} />
          </div>
        </form>
      </details>
    </section>
  );
}

function NewFamily({ onSave }: { readonly onSave: (fields: FamilyFields) => Promise<boolean | undefined> }) {
  const [fields, change] = useFields(NEW_FAMILY);
  const add = async () => {
    if (await onSave(fields)) change(NEW_FAMILY);
  };
  return (
    <section class="card" aria-label="New family">
      <h3>New family</h3>
      <details>
        <summary>Add a family</summary>
        <form onSubmit={submitting(add)}>
          <FamilyForm fields={fields} isNew={true} onChange={change} />
          <button type="submit" class="main">
            Add
          </button>
        </form>
      </details>
    </section>
  );
}
