import type { Connection, Table, TableDescriptor } from 'bigtab';
import { useCallback, useMemo, useRef, useState } from 'preact/hooks';
import { useFields } from '../fields/use-fields.js';
import type { TablePanelProperties } from '../ui/panel.js';
import { useStore } from '../ui/store.js';
import { Tabs } from '../ui/tabs.js';
import { type CellFields, fieldsOf } from './cells/cell-address.js';
import type { ShownCell } from './cells/shown-cell.js';
import { readIndexes, type ShownIndex } from './indexes/shown-index.js';
import { useLiveRead } from './live/live-read.js';
import { MaintenanceBar } from './maintenance/maintenance-bar.js';
import { EMPTY_SCAN, type ScanFields } from './scan/scan-fields.js';
import { ScanPanel } from './scan/scan-panel.js';
import { SchemaPanel } from './schema/schema-panel.js';
import { ColumnsPanel } from './views/columns-panel.js';
import { ConceptualView } from './views/conceptual-view.js';
import { PhysicalView } from './views/physical-view.js';
import { VersionsPanel } from './views/versions-panel.js';
import { DeleteForm } from './write/delete-form.js';
import { PutForm } from './write/put-form.js';
import type { DeleteFields, PutFields } from './write/write-fields.js';
import './forms.css';
import './table.css';

const TABS = [
  ['conceptual', 'Conceptual view'],
  ['physical', 'Physical view'],
  ['versions', 'Versions'],
  ['columns', 'Columns'],
  ['scan', 'Scan'],
  ['write', 'Put and delete'],
  ['schema', 'Schema'],
] as const;

type Tab = (typeof TABS)[number][0];

/** One table: both views, every way to read and change it, and its families. */
export function TablePanel(panel: TablePanelProperties) {
  const { connection, table, notices } = panel;
  const place = useRef<HTMLElement>(null);
  const [tab, setTab] = useState<Tab>('conceptual');
  const [raw, setRaw] = useState(false);
  const read = useMemo(() => readSchema(connection), [connection]);
  const schema = useLiveRead(panel, read);
  const shown = useStore(schema.shown);
  const refresh = useCallback(() => void schema.refresh(), [schema]);
  const names = shown?.descriptor.families.map(({ name }) => name) ?? [];
  const drafts = useDrafts(names);
  const choose = (chosen: Tab) => {
    // The form that the message is about is no longer visible.
    notices.failed.set(null);
    setTab(chosen);
  };
  /** Shows a panel and moves the focus there. */
  const show = (chosen: Tab) => {
    choose(chosen);
    place.current?.querySelector<HTMLElement>('[role="tabpanel"]')?.focus();
  };
  const onPick = (cell: ShownCell) => {
    drafts.pick(fieldsOf(cell));
    show('versions');
  };
  if (shown === null) return <section class="table-panel" aria-busy="true" aria-label={`Table ${table}`} />;
  return (
    <section ref={place} class="table-panel" aria-labelledby="table-title">
      <header>
        <h2 id="table-title">
          <span class="soft">Table</span> <code>{table}</code>
        </h2>
        <MaintenanceBar panel={panel} families={names} />
      </header>
      <Tabs label={`Views of ${table}`} tabs={TABS} current={tab} onChoose={choose}>
        {tab === 'conceptual' && (
          <ConceptualView panel={panel} families={names} onPick={onPick} onAdd={() => show('write')} />
        )}
        {tab === 'physical' && (
          <PhysicalView panel={panel} families={shown.descriptor.families} raw={raw} onRaw={setRaw} onPick={onPick} />
        )}
        {tab === 'versions' && (
          <VersionsPanel panel={panel} families={names} address={drafts.address} onChange={drafts.changeAddress} />
        )}
        {tab === 'columns' && <ColumnsPanel panel={panel} />}
        {tab === 'scan' && (
          <ScanPanel
            panel={panel}
            fields={drafts.scan}
            indexes={shown.indexes}
            onChange={drafts.changeScan}
            onPick={onPick}
          />
        )}
        {tab === 'write' && (
          <div class="cards">
            <PutForm panel={panel} families={names} fields={drafts.put} onChange={drafts.changePut} />
            <DeleteForm panel={panel} families={names} fields={drafts.remove} onChange={drafts.changeRemove} />
          </div>
        )}
        {tab === 'schema' && (
          <SchemaPanel panel={panel} descriptor={shown.descriptor} indexes={shown.indexes} onChanged={refresh} />
        )}
      </Tabs>
    </section>
  );
}

const NO_CELL: CellFields = { form: 'text', row: '', family: '', qualifier: '', time: '' };

/** The content of the forms. It stays the same when the user chooses another tab. */
function useDrafts([firstFamily = '']: readonly string[]) {
  const [address, changeAddress] = useFields(NO_CELL);
  const [put, changePut] = useFields<PutFields>({ ...NO_CELL, value: '', timeToLive: '' });
  const [remove, changeRemove] = useFields<DeleteFields>({ ...NO_CELL, kind: 'row' });
  const [scan, changeScan] = useFields<ScanFields>(EMPTY_SCAN);
  const inFamily = <T extends CellFields>(fields: T): T =>
    fields.family === '' ? { ...fields, family: firstFamily } : fields;
  return {
    address: inFamily(address),
    put: inFamily(put),
    remove: inFamily(remove),
    scan,
    changeAddress,
    changePut,
    changeRemove,
    changeScan,
    /** Fills this cell into every form that has fields for a cell. */
    pick: (cell: CellFields) => {
      for (const change of [changeAddress, changePut, changeRemove]) change(cell);
    },
  };
}

interface Schema {
  readonly descriptor: TableDescriptor;
  readonly indexes: readonly ShownIndex[];
}

function readSchema(connection: Connection): (table: Table) => Promise<Schema> {
  return async (table) => {
    const [descriptor, indexes] = await Promise.all([table.getDescriptor(), readIndexes(connection, table.getName())]);
    return { descriptor, indexes };
  };
}
