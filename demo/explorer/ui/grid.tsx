import type { ComponentChildren } from 'preact';
import { ScrollRegion } from './scroll-region.js';

interface Properties {
  readonly label: string;
  /** The headings of the columns. */
  readonly heads: readonly ComponentChildren[];
  /** The rows. */
  readonly children: ComponentChildren;
}

/** A table that scrolls sideways if it is too wide. */
export function Grid({ label, heads, children }: Properties) {
  return (
    <ScrollRegion label={label}>
      <table class="grid">
        <thead>
          <tr>
            {heads.map((head, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same heading.
              <th key={index} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollRegion>
  );
}
