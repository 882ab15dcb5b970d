import { useEffect, useState } from 'preact/hooks';
import { CreateTable } from '../table/create-table.js';
import { TablePanel } from '../table/table-panel.js';
import type { PanelProperties } from '../ui/panel.js';
import { addressOf } from './place.js';

interface Properties {
  readonly panel: PanelProperties;
  /** The table that is shown; null for none. */
  readonly table: string | null;
  readonly tablesVersion: number;
}

/** The tables that there are, and the one that was chosen. */
export function TablesView({ panel, table, tablesVersion }: Properties) {
  const names = useTableNames(panel, tablesVersion);
  return (
    <div class="tables">
      <nav class="table-list" aria-label="Tables">
        <h1>Tables</h1>
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
        <CreateTable {...panel} />
      </nav>
      {table === null && <p>Choose a table to see all that is in it, or make a new one.</p>}
      {table !== null && names?.includes(table) && <TablePanel key={table} {...panel} table={table} />}
      {names !== null && table !== null && !names.includes(table) && <p>There is no table {table}.</p>}
    </div>
  );
}

/** The tables that are there; null before that is known. */
function useTableNames({ connection, notices }: PanelProperties, version: number): readonly string[] | null {
  const [names, setNames] = useState<readonly string[] | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version asks again.
  useEffect(() => {
    void notices.attempt(async () => setNames(await connection.getAdmin().listTableNames()));
  }, [connection, notices, version]);
  return names;
}
