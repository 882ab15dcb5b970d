import { countOf, inCount } from './amounts.js';

/** A page as it is shown. */
export interface ShownPage<T> {
  readonly items: readonly T[];
  /** The number of items before the page. */
  readonly before: number;
  readonly more: boolean;
}

/** A list that shows one of its pages. */
export interface Pages {
  /** Shows the page before the shown one. */
  previous(): unknown;
  /** Shows the page after the shown one. */
  next(): unknown;
}

interface Properties {
  readonly page: ShownPage<unknown>;
  readonly pages: Pages;
  /** The name of one item: `cell`. */
  readonly what: string;
  readonly label: string;
}

/** Buttons for the previous and the next page. With a single page, it shows only the number of items. */
export function Pager({ page: { items, before, more }, pages, what, label }: Properties) {
  if (before === 0 && !more) return <p class="pages">{countOf(items.length, what)}</p>;
  return (
    <nav class="pages" aria-label={label}>
      <button type="button" aria-disabled={before === 0} onClick={() => before > 0 && pages.previous()}>
        Previous
      </button>
      <span>
        {inCount(before + 1)}–{countOf(before + items.length, what)}
        {more ? '' : ' (last page)'}
      </span>
      <button type="button" aria-disabled={!more} onClick={() => more && pages.next()}>
        Next
      </button>
    </nav>
  );
}
