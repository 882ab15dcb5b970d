import type { StatusReport } from 'bigtab';
import { inBytes } from '../ui/amounts.js';
import type { Fact } from './facts.js';

/*
 * How safe the data is, as text.
 */

const STATES: Readonly<Record<StatusReport['state'], string>> = {
  open: 'Open',
  full: 'Full',
  'read-only': 'Read-only',
  degraded: 'Degraded',
};

const ORIGINS: Readonly<Record<StatusReport['origin'], readonly [value: string, about: string]>> = {
  created: ['New', 'there was no database here'],
  opened: ['Reopened', 'nothing was missing'],
  recovered: ['Recovered', 'the problems are listed below'],
  evicted: ['New', 'the earlier data was deleted'],
};

/** The state of the database, where its data came from, and whether the browser keeps it. */
export function safetyFacts({ state, stateReason, origin, version, storage }: StatusReport): readonly Fact[] {
  const [value, about] = ORIGINS[origin];
  const { usage, persisted } = storage;
  return [
    { name: 'State', value: STATES[state], about: stateReason ?? 'reads and writes work' },
    { name: 'Origin', value, about },
    {
      name: 'Version',
      value: version === 0 ? 'None' : `${version}`,
      about: version === 0 ? 'the app has given it none' : 'which the app has given it',
    },
    {
      name: 'Storage',
      value: usage === null ? 'Unknown' : inBytes(usage),
      about: 'used by this site, as the browser estimates',
    },
    persistenceFact(persisted),
  ];
}

function persistenceFact(persisted: boolean | null): Fact {
  const name = 'Persistence';
  if (persisted === null) return { name, value: 'Unknown', about: 'the browser does not report it' };
  return persisted
    ? { name, value: 'Kept', about: 'the browser never deletes this data to make room' }
    : { name, value: 'Not promised', about: 'the browser may delete this data to make room' };
}
