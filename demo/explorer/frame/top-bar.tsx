import { addressOf, type Place, VIEWS } from './place.js';

const ICON = new URL('../../icon.svg', import.meta.url).href;

/** The name, and the menu. */
export function TopBar({ place, guide }: { place: Place; guide: string | null }) {
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
