import { PAGE_SIZE, type RowBrowser } from '../rows/row-browser.js';
import { useStore } from '../state/store.js';
import { countOf, inCount } from './amounts.js';

/** Forward and back through the pages of a table. */
export function Pager({ browser }: { browser: RowBrowser }) {
  const { rows, pageNumber, more } = useStore(browser.shown);
  if (rows.length === 0) return null;
  if (pageNumber === 1 && !more) return <p class="pager">{countOf(rows.length, 'row')}</p>;
  const first = (pageNumber - 1) * PAGE_SIZE + 1;
  return (
    <nav class="pager" aria-label="Pages of rows">
      <button type="button" disabled={pageNumber === 1} onClick={() => void browser.previous()}>
        Previous
      </button>
      <span>
        Rows {inCount(first)}–{inCount(first + rows.length - 1)}
        {!more && ', the last'}
      </span>
      <button type="button" disabled={!more} onClick={() => void browser.next()}>
        Next
      </button>
    </nav>
  );
}
