import { addressOf, type Place, VIEWS } from './place.js';
import { useProgress, type Work } from './work.js';

const ICON = new URL('../../icon.svg', import.meta.url).href;

interface Properties {
  readonly place: Place;
  readonly guide: string | null;
  readonly work: Work;
}

/** The name, and the menu, which also shows the progress of work in other parts. */
export function TopBar({ place, guide, work }: Properties) {
  const progress = useProgress(work);
  return (
    <header class="top">
      <a class="brand" href={addressOf({ view: 'start', table: null })}>
        <img src={ICON} alt="" width="26" height="26" />
        Bigtab
      </a>
      <nav aria-label="Parts of this page">
        <ul>
          {VIEWS.map(([view, label]) => (
            <li key={view}>
              <a
                class="menu-link"
                href={addressOf({ view, table: null })}
                aria-current={view === place.view ? 'page' : undefined}
              >
                {label}
              </a>
              {progress.has(view) && (
                <progress
                  aria-label={`Progress in ${label}`}
                  value={progress.get(view)?.done}
                  max={progress.get(view)?.total}
                />
              )}
            </li>
          ))}
        </ul>
      </nav>
      {guide !== null && (
        <a class="menu-link to-guide" href={guide}>
          Guide
        </a>
      )}
    </header>
  );
}
