import { SAMPLES } from '../samples/samples.js';

interface Properties {
  /** The tables that are there; null before that is known. */
  readonly names: readonly string[] | null;
  readonly current: string | null;
  readonly enabled: boolean;
  readonly onChoose: (name: string) => void;
}

/** The samples, made or not, then every other table. */
export function TableList({ names, current, enabled, onChoose }: Properties) {
  const others = (names ?? []).filter((name) => !SAMPLES.some((sample) => sample.name === name));
  const entries = [...SAMPLES, ...others.map((name) => ({ name, about: 'Table' }))];
  return (
    <nav class="tables" aria-label="Tables">
      <h2>Tables</h2>
      <ul>
        {entries.map(({ name, about }) => (
          <li key={name}>
            <button
              type="button"
              class="table-name"
              aria-current={name === current ? 'page' : undefined}
              disabled={!enabled}
              onClick={() => onChoose(name)}
            >
              <span class="name">{name}</span>
              <span class="about">{about}</span>
              {names?.includes(name) === false && <span class="tag">not made yet</span>}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
