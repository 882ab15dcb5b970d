import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Pager } from './pager.js';

interface Properties<T> {
  readonly items: readonly T[];
  readonly size: number;
  readonly what: string;
  readonly label: string;
  readonly children: (items: readonly T[]) => ComponentChildren;
}

/** Shows a complete list page by page. */
export function Sliced<T>({ items, size, what, label, children }: Properties<T>) {
  const [start, setStart] = useState(0);
  // The list may have become shorter.
  const before = Math.min(start, Math.max(0, Math.ceil(items.length / size) - 1) * size);
  const shown = items.slice(before, before + size);
  const pages = { previous: () => setStart(before - size), next: () => setStart(before + size) };
  return (
    <>
      {children(shown)}
      <Pager
        page={{ items: shown, before, more: before + size < items.length }}
        pages={pages}
        what={what}
        label={label}
      />
    </>
  );
}
