import { useMemo } from 'preact/hooks';
import { TypedFormCheck } from '../../fields/typed-form-check.js';
import { inCount } from '../../ui/amounts.js';
import { Grid } from '../../ui/grid.js';
import type { TablePanelProperties } from '../../ui/panel.js';
import { Sliced } from '../../ui/sliced.js';
import { useStore } from '../../ui/store.js';
import { isDate } from '../../ui/times.js';
import { BytesText } from '../cells/bytes-text.js';
import { type CellFields, toAddress } from '../cells/cell-address.js';
import { CellAddressFields } from '../cells/cell-address-fields.js';
import { nameOf, type ShownCell } from '../cells/shown-cell.js';
import { type Read, useLiveRead } from '../live/live-read.js';
import { type CellVersions, MOST_VERSIONS, readCellVersions } from './cell-versions.js';
import { VersionChart } from './version-chart.js';

const PAGE_SIZE = 20;
const HEADS = ['Timestamp', 'Time', 'Value'];

interface Properties {
  readonly panel: TablePanelProperties;
  readonly families: readonly string[];
  readonly address: CellFields;
  readonly onChange: (change: Partial<CellFields>) => void;
}

/** The versions of one cell: a list, newest first, and a line if they are numbers. */
export function VersionsPanel({ panel, families, address, onChange }: Properties) {
  const { row, family, qualifier, form } = address;
  const read: Read<CellVersions> | null = useMemo(() => {
    const cell = toAddress({ row, family, qualifier, form, time: '' });
    return cell && ((table) => readCellVersions(table, cell));
  }, [row, family, qualifier, form]);
  const live = useLiveRead(panel, read);
  const found = useStore(live.shown);
  const name = `${family}:${qualifier}`;
  return (
    <>
      <div class="fields">
        <CellAddressFields address={address} families={families} asks="column" onChange={onChange} />
        <TypedFormCheck value={form} onChange={(changed) => onChange({ form: changed })} />
      </div>
      {read === null && <p class="soft">Type a row key, or choose a cell in one of the views.</p>}
      {found !== null && found.versions.length === 0 && <p class="soft">This column has no versions in this row.</p>}
      {found !== null && found.versions.length > 0 && (
        <>
          {found.line !== null && found.line.values.length > 1 && <VersionChart line={found.line} name={name} />}
          {found.more && <p class="soft">The newest {inCount(MOST_VERSIONS)} versions:</p>}
          <Sliced items={found.versions} size={PAGE_SIZE} what="version" label="Pages of versions">
            {(versions) => (
              <Grid label={`Versions of ${name}`} heads={HEADS}>
                {versions.map((version) => (
                  <VersionLine key={version.cell.timestamp} version={version} />
                ))}
              </Grid>
            )}
          </Sliced>
        </>
      )}
    </>
  );
}

function VersionLine({ version }: { readonly version: ShownCell }) {
  const { cell, time, value } = version;
  return (
    <tr>
      <th scope="row" class="timestamp">
        {cell.timestamp}
      </th>
      <td class="time">{isDate(cell.timestamp) ? time : ''}</td>
      <td class="cells">
        <BytesText bytes={value} whole={{ of: `${nameOf(version)} at ${time}`, bytes: cell.value }} />
      </td>
    </tr>
  );
}
