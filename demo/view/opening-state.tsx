import type { DemoDatabase } from '../database/demo-database.js';
import { noticeOf } from '../state/notices.js';
import { useStore } from '../state/store.js';

/** What is to be said while the database is not open. `waiting`: nothing else is on the page. */
export function OpeningState({ database, waiting }: { database: DemoDatabase; waiting: boolean }) {
  const state = useStore(database.state);
  if (state.phase === 'failed') {
    const { text, code } = noticeOf(state.error);
    const isBusy = code === 'DATABASE_BUSY';
    return (
      <section class="blocked" role="alert">
        <h2>The database is not open</h2>
        <p>
          {isBusy ? 'It is open in another tab of this site. Close that tab, then try again.' : text}{' '}
          {code !== undefined && <code>{code}</code>}
        </p>
        <button type="button" class="main" onClick={() => void database.open()}>
          Try again
        </button>
      </section>
    );
  }
  if (state.phase === 'opening' && waiting) return <p class="hint">Opening the database …</p>;
  return null;
}
