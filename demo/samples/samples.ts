import type { Connection } from 'bigtab';
import { STATIONS, WEATHER_DAYS } from './weather.js';
import { openWebtable, WEBTABLE } from './webtable.js';

/** A table that the page offers to make. */
export interface Sample {
  readonly name: string;
  readonly about: string;
  readonly layout: 'rows' | 'grid';
  /** Beginnings of row keys worth a look. */
  readonly prefixes: readonly string[];
  /** Makes the table if it is not there. */
  open(connection: Connection): Promise<void>;
}

export const SAMPLES: readonly Sample[] = [
  {
    name: WEBTABLE.name,
    about: "The HBase guide's web pages",
    layout: 'rows',
    prefixes: [],
    open: openWebtable,
  },
  {
    name: WEATHER_DAYS.name,
    about: 'Daily, Seattle and New York',
    layout: 'grid',
    prefixes: STATIONS,
    open: async (connection) => {
      await connection.ensureTable(WEATHER_DAYS);
    },
  },
];

export function findSample(name: string): Sample | undefined {
  return SAMPLES.find((sample) => sample.name === name);
}
