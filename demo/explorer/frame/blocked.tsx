import { render } from 'preact';
import '../ui/base.css';
import './frame.css';
import { noticeOf } from '../ui/notices.js';

interface Properties {
  readonly heading: 'h1' | 'h2';
  readonly error: unknown;
  /** The button's text. */
  readonly retry?: string;
  readonly onRetry: () => void;
}

/** Shows why the database is not open, and offers to try again. */
export function Blocked({ heading: Heading, error, retry = 'Try again', onRetry }: Properties) {
  const { text, code } = noticeOf(error);
  const isBusy = code === 'DATABASE_BUSY';
  return (
    <section class="blocked" role="alert">
      <Heading>The database is not open</Heading>
      <p>
        {isBusy
          ? 'Another tab of this site has it open and does not answer. Bring that tab to the front or close it, then try again.'
          : text}{' '}
        {code !== undefined && <code>{code}</code>}
      </p>
      <button type="button" class="main" onClick={onRetry}>
        {retry}
      </button>
    </section>
  );
}

/** Shows the same message instead of the explorer, if there is no connection to mount it with. */
export function showBlocked(element: HTMLElement, error: unknown, onRetry: () => void): void {
  render(
    <main class="bigtab unopened">
      <Blocked heading="h1" error={error} onRetry={onRetry} />
    </main>,
    element,
  );
}
