import type { Fact } from './facts.js';

/** A fact in a list: its name, its value, and how much of a limit it uses. */
export function FactItem({ fact: { name, value, about, share } }: { readonly fact: Fact }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b>{value}</b>
        {share !== undefined && (
          <span class="gauge" aria-hidden="true">
            {share > 0 && <span style={{ width: `${share * 100}%` }} />}
          </span>
        )}
        <span class="about">{about}</span>
      </dd>
    </div>
  );
}
