/*
 * The recorded histories beside this file, and how many of each can be played at least.
 */

const DATA = 'lib/testing/vectors/data';

interface VectorFile {
  /** From the root of the repository. */
  readonly file: string;
  /** How many of its lines are played, at least. */
  readonly least: number;
}

/** Written by hand, one rule or boundary each; `decided` holds those where Bigtab answers otherwise than HBase. */
export const HAND_WRITTEN: readonly VectorFile[] = [
  { file: `${DATA}/model.ndjson.gz`, least: 490 },
  { file: `${DATA}/filters.ndjson.gz`, least: 403 },
  { file: `${DATA}/decided.ndjson.gz`, least: 654 },
];

/** What the texts of the filter language mean, and what the client and the master answer to calls. */
export const OTHER_LANGUAGES: readonly VectorFile[] = [
  { file: `${DATA}/parse-filter.ndjson.gz`, least: 383 },
  { file: `${DATA}/calls.ndjson.gz`, least: 1_593 },
];

/** Cases of calls that may be left out at most: what Bigtab has no counterpart of. */
export const MOST_LEFT_OUT = 50;

/** Random ones by what they have most of. */
export const RANDOM: readonly string[] = [
  'default',
  'deletes',
  'ttl',
  'keepdeleted',
  'compaction',
  'purge',
  'rmw',
  'scan',
  'edges',
  'nvb',
  'filter',
  'filter-trees',
].map((profile) => `${DATA}/random/${profile}.ndjson.gz`);

/** How many of all random ones can be played at least. */
export const LEAST_RANDOM = 22_428;
