/* The rules that a family's attributes define, and the cells that expire by them. */
import type { FamilyText } from '../vectors/history.js';
import type { StoredCell } from './stored-cell.js';

export interface FamilyRules {
  readonly name: string;
  readonly versions: number;
  readonly minVersions: number;
  /** Infinity means forever. */
  readonly ttlMs: number;
  readonly keepDeletedCells: 'FALSE' | 'TRUE' | 'TTL';
  /** NEW_VERSION_BEHAVIOR. */
  readonly replays: boolean;
  /** How long a major compaction keeps markers (C-40). */
  readonly purgeDelayMs: number;
}

const FOREVER = 2147483647;
const SECONDS_OF: Readonly<Record<string, number>> = { DAY: 86400, HOUR: 3600, MINUTE: 60, SECOND: 1 };

export function familyRules(attributes: FamilyText, config: Readonly<Record<string, string>>): FamilyRules {
  const ttl = seconds(attributes.TTL ?? 'FOREVER');
  return {
    name: attributes.NAME as string,
    versions: Number(attributes.VERSIONS ?? 1),
    minVersions: Number(attributes.MIN_VERSIONS ?? 0),
    ttlMs: ttl === FOREVER ? Number.POSITIVE_INFINITY : ttl * 1000,
    keepDeletedCells: (attributes.KEEP_DELETED_CELLS ?? 'FALSE') as FamilyRules['keepDeletedCells'],
    replays: attributes.NEW_VERSION_BEHAVIOR?.toLowerCase() === 'true',
    purgeDelayMs: Number(config['hbase.hstore.time.to.purge.deletes'] ?? 0),
  };
}

/** S-6, for well-formed texts. */
function seconds(text: string): number {
  if (text === 'FOREVER') return FOREVER;
  if (/^\d+$/.test(text)) return Number(text);
  const parts = [...text.matchAll(/(\d+) (DAY|HOUR|MINUTE|SECOND)S?/g)];
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (SECONDS_OF[unit as string] as number), 0);
}

/** */
export function isExpired(cell: StoredCell, rules: FamilyRules, now: number): boolean {
  return cell.timestamp < now - rules.ttlMs;
}

/** */
export function isCellExpired(cell: StoredCell, now: number): boolean {
  return cell.ttl !== undefined && cell.timestamp + cell.ttl < now;
}
