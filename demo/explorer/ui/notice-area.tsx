import type { Notices } from './notices.js';
import { useStore } from './store.js';

/**
 * The live regions: they stand in the page before they have anything to say, or no screen reader would listen. What was done goes by
 * itself when there was time to read it, unless someone points at it; what went wrong stays.
 */
export function NoticeArea({ notices }: { notices: Notices }) {
  const done = useStore(notices.done);
  const failed = useStore(notices.failed);
  return (
    <div class="notices">
      <div role="status">
        {done !== null && (
          <p key={done} class="notice passing" onAnimationEnd={() => notices.done.set(null)}>
            <span>{done.text}</span>
            <Dismiss notices={notices} />
          </p>
        )}
      </div>
      <div role="alert">
        {failed !== null && (
          <p class="notice failed">
            <span>
              {failed.text} {failed.code !== undefined && <code>{failed.code}</code>}
            </span>
            <Dismiss notices={notices} />
          </p>
        )}
      </div>
    </div>
  );
}

function Dismiss({ notices }: { notices: Notices }) {
  return (
    <button type="button" class="quiet" aria-label="Dismiss this message" onClick={() => notices.clear()}>
      ✕
    </button>
  );
}
