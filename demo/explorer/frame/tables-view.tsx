import { useEffect, useState } from 'preact/hooks';
import { CreateTable } from '../table/schema/create-table.js';
import { TablePanel } from '../table/table-panel.js';
import type { PanelProperties } from '../ui/panel.js';
import { addressOf } from './place.js';

interface Properties {
  readonly panel: PanelProperties;
  /** The table that is shown, or null. */
  readonly table: string | null;
  readonly tablesVersion: number;
}

/** The list of tables, and the chosen table. */
export function TablesView({ panel, table, tablesVersion }: Properties) {
  const names = useTableNames(panel, tablesVersion);
  return (
    <div class="tables">
      <nav class="table-list" aria-label="Tables">
        <h1>Tables</h1>
        {/* Before the list, which is longer when it is known, and grows. */}
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

/** The existing tables, or null before they are known. */
function useTableNames({ connection, notices }: PanelProperties, version: number): readonly string[] | null {
  const [names, setNames] = useState<readonly string[] | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version asks again.
  useEffect(() => {
    void notices.attempt(async () => setNames(await connection.getAdmin().listTableNames()));
  }, [connection, notices, version]);
  return names;
}
