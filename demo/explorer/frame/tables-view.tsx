import type { Admin } from 'bigtab';
import { CreateTable } from '../table/schema/create-table.js';
import { TablePanel } from '../table/table-panel.js';
import type { PanelProperties } from '../ui/panel.js';
import { useAdminRead } from '../ui/use-admin-read.js';
import { addressOf } from './place.js';

interface Properties {
  readonly panel: PanelProperties;
  /** The table that is shown, or null. */
  readonly table: string | null;
}

/** The list of tables, and the chosen table. */
export function TablesView({ panel, table }: Properties) {
  const names = useAdminRead(panel, listNames);
  return (
    <div class="tables">
      <nav class="table-list" aria-label="Tables">
        <h1>Tables</h1>
        {/* This comes before the list, because the list grows. */}
        <CreateTable {...panel} />
        <ul>
          {(names ?? []).map((name) => (
            <li key={name}>
              <a
                class="table-link"
                href={addressOf({ view: 'tables', table: name })}
                aria-current={name === table ? 'page' : undefined}
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {names !== null && <Chosen panel={panel} table={table} names={names} />}
    </div>
  );
}

interface ChosenProperties extends Pick<Properties, 'panel' | 'table'> {
  readonly names: readonly string[];
}

function Chosen({ panel, table, names }: ChosenProperties) {
  if (table === null) return <p>Choose a table to see everything in it, or create one.</p>;
  if (!names.includes(table)) return <p>No table is called "{table}".</p>;
  return <TablePanel key={table} {...panel} table={table} />;
}

function listNames(admin: Admin): Promise<readonly string[]> {
  return admin.listTableNames();
}
