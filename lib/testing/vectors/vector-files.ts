/*
 * The recorded histories beside this file, and how many of each can be played at least.
 */

const DATA = 'lib/testing/vectors/data';

interface VectorFile {
  /** From the root of the repository. */
  readonly file: string;
  /** How many of its histories need no later part, at least. */
  readonly least: number;
}

/** Written by hand, one rule or boundary each; `decided` holds those where Bigtab answers otherwise than HBase. */
export const HAND_WRITTEN: readonly VectorFile[] = [
  { file: `${DATA}/model.ndjson.gz`, least: 461 },
  { file: `${DATA}/filters.ndjson.gz`, least: 7 },
  { file: `${DATA}/decided.ndjson.gz`, least: 501 },
];

/** Random ones by what they have most of. Those of `filter` and `filter-trees` need later parts, all of them. */
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
].map((profile) => `${DATA}/random/${profile}.ndjson.gz`);

/** How many of all random ones can be played at least. */
export const LEAST_RANDOM = 18_356;
