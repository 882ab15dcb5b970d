import {
  type CompactionConfig,
  expiredFiles,
  majorIsDue,
  type Selection,
  selectMinor,
} from '../../engine/compaction/compaction-policy.js';
import { minorCompactions } from '../../engine/compaction/region-compaction.js';
import { memoryBudget } from '../../model/memory-options.js';
import { setting } from '../../model/schema/settings.js';
import type { Choice, Policy, Situation } from './policy.js';
import type { SimulatedFile } from './simulated-file.js';

/** The configuration of a store for which nothing is set. */
export const ENGINE_CONFIG: CompactionConfig = {
  ...minorCompactions(memoryBudget().flushSize),
  roomBytes: Number.POSITIVE_INFINITY,
  majorPeriodMs: setting('hbase.hregion.majorcompaction', []),
  majorJitter: setting('hbase.hregion.majorcompaction.jitter', []),
};

type SelectMinor = (files: readonly SimulatedFile[], config: CompactionConfig) => Selection | null;

/**
 * A policy without levels, which chooses as the engine does: expired files first (C-6), then a major compaction if it is
 * due by time (C-7), otherwise what `select` selects.
 */
export function flatPolicy(
  name: string,
  description: string,
  select: SelectMinor,
  changes: Partial<CompactionConfig> = {},
): Policy {
  return {
    name,
    description,
    choose: (files, situation) => choose(files, situation, select, { ...ENGINE_CONFIG, ...changes }),
  };
}

/** The engine's policy, with its defaults or with some of them changed. */
export function exploringPolicy(name: string, description: string, changes: Partial<CompactionConfig> = {}): Policy {
  return flatPolicy(name, description, selectMinor, changes);
}

function choose(
  files: readonly SimulatedFile[],
  { now, roomBytes, ttlMs }: Situation,
  select: SelectMinor,
  engine: CompactionConfig,
): Choice | null {
  const expired = expiredFiles(files, now - ttlMs) as readonly SimulatedFile[];
  if (expired.length > 0) return { ...FLAT, inputs: expired, expired: true, dropMarkers: false };
  const config = { ...engine, roomBytes };
  if (majorIsDue(files, config, { now, ttlMs, seed: seedOf(files) })) return ofAll(files, files);
  const selection = select(files, config);
  return selection === null ? null : ofAll(files.slice(selection.from, selection.to), files);
}

const FLAT = { level: 0, fileBytes: Number.POSITIVE_INFINITY, expired: false };

function ofAll(inputs: readonly SimulatedFile[], files: readonly SimulatedFile[]): Choice {
  return { ...FLAT, inputs, dropMarkers: inputs.length === files.length };
}

/** A number in [0, 1) that stays the same while the oldest file is the same. */
function seedOf([oldest]: readonly SimulatedFile[]): number {
  return (Math.imul(Math.floor((oldest?.createdAt ?? 0) / 1000), 0x9e37_79b1) >>> 0) / 2 ** 32;
}
