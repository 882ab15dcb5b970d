import { countOf, inCount } from './amounts.js';
import type { ShownPage } from '../table/live/live-pages.js';

interface Properties {
  readonly page: ShownPage<unknown>;
  /** The name of one item: `cell`. */
  readonly what: string;
  readonly label: string;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
}

/** Buttons for the previous and the next page. With a single page, it shows only the number of items. */
export function Pager({ page: { items, before, more }, what, label, onPrevious, onNext }: Properties) {
  if (before === 0 && !more) return <p class="pages">{countOf(items.length, what)}</p>;
  return (
    <nav class="pages" aria-label={label}>
      <button type="button" aria-disabled={before === 0} onClick={() => before > 0 && onPrevious()}>
        Previous
      </button>
      <span>
        {inCount(before + 1)}–{countOf(before + items.length, what)}
        {more ? '' : ', the last'}
      </span>
      <button type="button" aria-disabled={!more} onClick={() => more && onNext()}>
        Next
      </button>
    </nav>
  );
}
