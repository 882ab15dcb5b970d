import { useEffect } from 'preact/hooks';
import { countOf } from '../ui/amounts.js';
import { useStore } from '../ui/store.js';
import type { LiveConnection, Standing } from './live-connection.js';

/** The time between two reads of the number of tabs, in milliseconds: the engine does not report a change of it. */
const READ_MS = 1000;

const ROLES: Readonly<Record<Standing['role'], string>> = {
  leader: 'This tab runs the engine',
  follower: 'Uses the engine of another tab',
  seeking: 'Looking for the engine',
};

/** Where the engine of this page runs, how many tabs use it, and the number of its leader. */
export function RoleLine({ live }: { readonly live: LiveConnection }) {
  const standing = useStore(live.standing);
  const status = useStore(live.status);
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void live.look(), READ_MS);
    return () => clearInterval(timer);
  }, [live]);
  if (standing === null || status === null) return <p class="role" />;
  return (
    <p class="role">
      <span>{ROLES[standing.role]}</span> <span>{numbersOf(standing, status.tabs)}</span>
    </p>
  );
}

/** While the page looks for the engine, the number of tabs is not known. */
export function numbersOf({ role, epoch }: Standing, tabs: number): string {
  const leader = `epoch ${epoch}`;
  return role === 'seeking' ? leader : `${countOf(tabs, 'tab')} · ${leader}`;
}
