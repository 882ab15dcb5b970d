import type { Explanation, RegionMetrics } from 'bigtab';
import { useState } from 'preact/hooks';
import { submitting } from '../fields/submitting.js';
import { TextField } from '../fields/text-field.js';
import { typedBytes } from '../fields/typed-bytes.js';
import { printLiteral } from '../table/code/code.js';
import type { PanelProperties } from '../ui/panel.js';
import { typedTime } from '../ui/times.js';
import { explanationSentence, verdictSentence } from './facts.js';

interface Properties {
  readonly panel: PanelProperties;
  readonly metrics: RegionMetrics;
  /** Called after each get, because it changes what is cached. */
  readonly onRead: () => void;
}

/** Shows which sources a get of one row reads and which ones it skips. */
export function ExplainForm({ panel: { connection, notices }, metrics, onRead }: Properties) {
  const [row, setRow] = useState('');
  const [asOf, setAsOf] = useState('');
  const [explained, setExplained] = useState<(Explanation & { readonly code: string }) | null>(null);
  const example = metrics.stores.flatMap(({ storeFiles }) => storeFiles.map(({ minKey }) => minKey)).find(Boolean);
  const explain = () =>
    notices.attempt(async () => {
      notices.clear();
      const time = typedTime(asOf);
      const get = { row: typedBytes(row, 'binary'), ...(time !== null && { asOf: time }) };
      const explanation = await connection.getTable(metrics.table).explain(get);
      setExplained({ ...explanation, code: `table.explain(${printLiteral(get)})` });
      onRead();
    });
  return (
    <section class="engine-explain" aria-labelledby="engine-explain">
      <h3 id="engine-explain">What does a get touch?</h3>
      <form onSubmit={submitting(explain)}>
        <TextField label="Row key" value={row} onChange={setRow} required placeholder={example ?? 'a row key'} />
        <TextField label="As of (UTC, optional)" value={asOf} onChange={setAsOf} placeholder="2012-02-29" />
        <button type="submit" class="main">
          Explain
        </button>
      </form>
      <p role="status">{explained === null ? '' : explanationSentence(explained)}</p>
      {explained !== null && <code class="asked">{explained.code}</code>}
      {explained?.families.map(({ family, sources }) => (
        <section key={family} aria-label={`Family ${family} of the get`}>
          <h4>
            Family <code>{family}</code>
          </h4>
          <ul>
            {sources.map((source, index) => (
              <li key={source.number ?? `memstore ${index}`} class={source.verdict === 'read' ? 'read' : 'left'}>
                <b>{source.kind === 'memstore' ? 'Memstore' : `File ${source.number}`}</b>
                <span class="verdict">{source.verdict === 'read' ? 'read' : `skipped: ${source.verdict}`}</span>
                <span class="why">{verdictSentence(source)}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
