import type { FamilyDescriptor, TableDescriptor } from 'bigtab';
import { useEffect, useRef, useState } from 'preact/hooks';
import { withoutDirections } from '../../ui/cell-text.js';
import type { Notices } from '../../ui/notices.js';
import type { TablePanelProperties } from '../../ui/panel.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { type FamilyFields, fieldsOf, inWords, NEW_FAMILY, toFamily } from './family-fields.js';
import { FamilyForm } from './family-form.js';
import { lossesOf } from './family-loss.js';
import { LossQuestion } from './loss-question.js';
import { dropTable } from './new-table.js';
import { TableCard } from './table-card.js';
import { toChangedTable } from './table-fields.js';
import { familyBytes } from '../../fields/typed-bytes.js';

interface Properties {
  readonly panel: TablePanelProperties;
  readonly descriptor: TableDescriptor;
  /** Called after a change. */
  readonly onChanged: () => void;
}

/** Changes, adds and drops families, and changes the table, while it is in use. */
export function SchemaPanel({ panel, descriptor, onChanged }: Properties) {
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
  const stored = JSON.stringify(family);
  const [fields, setFields] = useState(() => fieldsOf(family));
  useEffect(() => setFields(fieldsOf(JSON.parse(stored))), [stored]);
  const [losses, setLosses] = useState<readonly string[]>([]);
  const button = useRef<HTMLButtonElement>(null);
  const save = () => {
    setLosses([]);
    onSave(fields);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = notices.tried(() => lossesOf(family, toFamily(fields, family)));
    if (found?.length === 0) save();
    else if (found !== undefined) setLosses(found);
  };
  return (
    <section class="card" aria-label={`Family ${name}`}>
      <h3>
        Family <code>{withoutDirections(name)}</code> <small>{inWords(family)}</small>
      </h3>
      <details>
        <summary>Change or drop {withoutDirections(name)}</summary>
        <form onSubmit={submit}>
          <FamilyForm
            fields={fields}
            isNew={false}
            onChange={(change) => {
              setLosses([]);
              setFields((before) => ({ ...before, ...change }));
            }}
          />
          {losses.length > 0 && (
            <LossQuestion
              losses={losses}
              onConfirm={() => {
                save();
                button.current?.focus();
              }}
              onKeep={() => {
                setLosses([]);
                button.current?.focus();
              }}
            />
          )}
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
  const [fields, setFields] = useState(NEW_FAMILY);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (await onSave(fields)) setFields(NEW_FAMILY);
  };
  return (
    <section class="card" aria-label="New family">
      <h3>New family</h3>
      <details>
        <summary>Add a family</summary>
        <form onSubmit={(event) => void submit(event)}>
          <FamilyForm
            fields={fields}
            isNew={true}
            onChange={(change) => setFields((before) => ({ ...before, ...change }))}
          />
          <button type="submit" class="main">
            Add
          </button>
        </form>
      </details>
    </section>
  );
}
