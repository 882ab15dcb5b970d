import type { StatusReport } from 'bigtab';
import type { DatabaseState, DemoDatabase } from '../database/demo-database.js';
import { useStore } from '../state/store.js';
import { countOf, inBytes, inTime } from './amounts.js';

const BACKENDS: Readonly<Record<StatusReport['backend'], string>> = {
  opfs: 'OPFS',
  memory: 'memory',
  'node-fs': 'files',
  sim: 'simulated',
};

const PHASES: Readonly<Record<DatabaseState['phase'], string>> = {
  opening: 'opening',
  open: 'open',
  recovering: 'recovering',
  failed: 'not open',
};

/** The state of the engine in one line, and the button that ends its worker. */
export function StatusLine({ database }: { database: DemoDatabase }) {
  const { phase } = useStore(database.state);
  const status = useStore(database.status);
  return (
    <footer class="status">
      <dl aria-label="State of the database">
        <Item name="Database" value={PHASES[phase]} mark={phase} />
        {status !== null && <StatusItems status={status} />}
      </dl>
      <button type="button" class="danger" disabled={phase !== 'open'} onClick={() => database.kill()}>
        Kill the worker
      </button>
    </footer>
  );
}

function StatusItems({ status }: { status: StatusReport }) {
  const { storeFiles, memory, lastRecovery, origin } = status;
  const recovery = `${inTime(lastRecovery.ms)}, ${countOf(lastRecovery.records, 'log record')}`;
  return (
    <>
      <Item name="Backend" value={BACKENDS[status.backend]} />
      <Item
        name="Store files"
        value={storeFiles.count === 0 ? 'none' : `${storeFiles.count}, ${inBytes(storeFiles.bytes)}`}
      />
      <Item name="Memstore" value={`${inBytes(memory.memstore.used)} of ${inBytes(memory.memstore.limit)}`} />
      <Item name="Log" value={inBytes(memory.log.used)} />
      <Item name="Last recovery" value={origin === 'created' ? 'none, the database is new' : recovery} />
    </>
  );
}

function Item({ name, value, mark }: { name: string; value: string; mark?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class={mark === undefined ? undefined : `phase ${mark}`}>{value}</dd>
    </div>
  );
}
