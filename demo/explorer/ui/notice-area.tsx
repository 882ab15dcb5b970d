import type { Notices } from './notices.js';
import { useStore } from './store.js';

/**
 * The live regions. They are on the page before they have content, because otherwise screen readers ignore them. A
 * success is shown long enough to be read, and longer while the pointer is over it. An error stays. No message covers
 * other content.
 */
export function NoticeArea({ notices }: { notices: Notices }) {
  const done = useStore(notices.done);
  const failed = useStore(notices.failed);
  return (
    <div class="notices">
      <div role="status">
        {done !== null && (
          <p
            key={done}
            class="notice passing"
            style={{ animationDuration: `${readingSeconds(done.text)}s` }}
            onAnimationEnd={() => notices.done.set(null)}
          >
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

/** The time that slow readers need to notice and read a message. */
function readingSeconds(text: string): number {
  return 3 + text.length / 15;
}

function Dismiss({ notices }: { notices: Notices }) {
  return (
    <button type="button" class="quiet" aria-label="Dismiss this message" onClick={() => notices.clear()}>
      ✕
    </button>
  );
}
