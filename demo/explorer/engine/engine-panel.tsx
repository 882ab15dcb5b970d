import type { RegionMetrics } from 'bigtab';
import { useEffect, useMemo } from 'preact/hooks';
import { Choice } from '../fields/choice.js';
import { MaintenanceBar } from '../table/maintenance/maintenance-bar.js';
import { inBytes } from '../ui/amounts.js';
import type { PanelProperties } from '../ui/panel.js';
import { useStore } from '../ui/store.js';
import { BackupSection } from './backup-section.js';
import './engine.css';
import { EngineReader } from './engine-reader.js';
import { ExplainForm } from './explain-form.js';
import { FactItem } from './fact-item.js';
import { databaseFacts, familyBars, type SourceBar } from './facts.js';
import { SafetySection } from './safety-section.js';
import { SnapshotsSection } from './snapshots-section.js';

/** The time between two reads, in milliseconds. */
const REST_MS = 200;

/** The live state of the engine. */
export function EnginePanel(panel: PanelProperties) {
  const { connection, notices } = panel;
  const reader = useMemo(() => {
    const rest = () => new Promise<void>((resolve) => setTimeout(resolve, REST_MS));
    return new EngineReader(rest, (error) => notices.fail(error));
  }, [notices]);
  useEffect(() => reader.attach(connection), [reader, connection]);
  const state = useStore(reader.state);
  if (state === null) return <p class="engine">Reading the state of the engine …</p>;
  const { status, tables, snapshots, metrics } = state;
  return (
    <article class="engine">
      <header>
        <h1>Engine</h1>
        <p class="engine-about">
          Each write goes to the log and to the memstore. A flush writes the memstore to store files, and a compaction
          merges store files. This page shows where your data is now.
        </p>
      </header>
      <SafetySection connection={connection} notices={notices} status={status} onAsked={() => reader.refresh()} />
      <dl class="engine-facts">
        {databaseFacts(status).map((fact) => (
          <FactItem key={fact.name} fact={fact} />
        ))}
      </dl>
      {metrics === null ? (
        <p>There are no tables yet.</p>
      ) : (
        <section class="engine-table" aria-labelledby="engine-table">
          <header>
            <h2 id="engine-table">
              Store files of <code>{metrics.table}</code>
            </h2>
            <Choice label="Table" value={metrics.table} options={tables} onChange={(name) => reader.choose(name)} />
            <MaintenanceBar
              key={metrics.table}
              panel={{ ...panel, table: metrics.table }}
              families={metrics.stores.map(({ family }) => family)}
            />
          </header>
          <p role="status">{stateSentence(metrics)}</p>
          {familyBars(metrics).map(({ family, bars }) => (
            <section key={family} aria-label={`Family ${family}`}>
              <h3>
                Family <code>{family}</code>
              </h3>
              <ul class="engine-bars">
                {bars.map((bar) => (
                  <Bar key={bar.key} bar={bar} />
                ))}
              </ul>
            </section>
          ))}
          <ExplainForm key={metrics.table} panel={panel} metrics={metrics} onRead={() => reader.refresh()} />
        </section>
      )}
      {(metrics !== null || snapshots.length > 0) && (
        <SnapshotsSection
          panel={panel}
          table={metrics?.table ?? null}
          tables={tables}
          snapshots={snapshots}
          onChanged={() => reader.refresh()}
        />
      )}
      <BackupSection panel={panel} tables={tables} snapshots={snapshots} onChanged={() => reader.refresh()} />
    </article>
  );
}

function Bar({ bar: { name, tag, size, share, facts } }: { readonly bar: SourceBar }) {
  return (
    <li class={`engine-bar ${tag}`}>
      <p>
        <b>{name}</b> {tag !== 'memstore' && <span class="tag">{tag === 'major' ? 'major compaction' : tag}</span>}{' '}
        <span class="size">{size}</span>
      </p>
      <span class="bar" aria-hidden="true">
        {share > 0 && <span style={{ width: `${share * 100}%` }} />}
      </span>
      <ul class="bar-facts">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </li>
  );
}

function stateSentence({ damage, state, compactionState, memstoreBytes, storeFileBytes }: RegionMetrics): string {
  if (damage !== null) return `The files of this table cannot be read: ${damage}`;
  const compacting = compactionState === 'NONE' ? '' : ' A compaction is running.';
  const disabled = state === 'DISABLED' ? ' The table is disabled.' : '';
  return `${inBytes(storeFileBytes)} in store files, ${inBytes(memstoreBytes)} in the memstore.${disabled}${compacting}`;
}
