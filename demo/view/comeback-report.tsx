import type { DemoDatabase } from '../database/demo-database.js';
import { useStore } from '../state/store.js';
import { countOf, inBytes, inTime } from './amounts.js';

/** What happened when the worker ended: how long until the page knew, what was read again, how long until it served. */
export function ComebackReport({ database }: { database: DemoDatabase }) {
  const { phase } = useStore(database.state);
  const comeback = useStore(database.comeback);
  return (
    <div class="comeback-area" role="status">
      {phase === 'recovering' && (
        <section class="comeback">
          <h2>The worker has ended</h2>
          <p>Its memory is gone. A new one reads the log and opens the database again …</p>
        </section>
      )}
      {phase === 'open' && comeback !== null && (
        <section class="comeback">
          <h2>Recovered</h2>
          <dl>
            <Fact value={inTime(comeback.noticedMs)} name="until the page knew that the worker had ended" />
            <Fact
              value={countOf(comeback.recovery.records, 'log record')}
              name={`replayed (${inBytes(comeback.recovery.bytes)}); recovery took ${inTime(comeback.recovery.ms)}`}
            />
            <Fact
              value={inTime(comeback.servingMs)}
              name="from the end of the worker until the database served again"
            />
          </dl>
          {comeback.recovery.problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
          <button
            type="button"
            class="quiet"
            aria-label="Dismiss the report of the recovery"
            onClick={() => database.comeback.set(null)}
          >
            ✕
          </button>
        </section>
      )}
    </div>
  );
}

function Fact({ value, name }: { value: string; name: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
