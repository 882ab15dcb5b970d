/** A rule, switched off: one piece of the engine's text, and its replacement. */
export interface Mutation {
  readonly rule: string;
  readonly path: string;
  /** Occurs exactly once. */
  readonly line: string;
  readonly off: string;
}

const CELL_COMPARATOR = 'lib/keyvalue/cell-comparator.ts';
const USER_MATCHER = 'lib/engine/scan/user-matcher.ts';
const RAW_MATCHER = 'lib/engine/scan/raw-matcher.ts';
const COMPACTION_MATCHER = 'lib/engine/scan/compaction-matcher.ts';
const VERSION_COUNTER = 'lib/engine/scan/version-counter.ts';
const NEW_VERSION_TRACKER = 'lib/engine/scan/new-version-tracker.ts';
const DELETE_TRACKER = 'lib/engine/scan/scan-delete-tracker.ts';
const READ_MODIFY_WRITE = 'lib/engine/mutation/read-modify-write.ts';
const STAMP_MUTATION = 'lib/engine/mutation/stamp-mutation.ts';
const CHECK_CONDITION = 'lib/engine/mutation/check-condition.ts';

/** Lines that implement a rule. The tests that name the rule must fail without them. */
export const MUTATIONS: readonly Mutation[] = [
  {
    rule: 'O-2',
    path: CELL_COMPARATOR,
    line: 'return a.timestamp > b.timestamp ? -1 : 1',
    off: 'return a.timestamp > b.timestamp ? 1 : -1',
  },
  { rule: 'O-4', path: CELL_COMPARATOR, line: 'return b.type - a.type', off: 'return a.type - b.type' },
  { rule: 'R-10', path: USER_MATCHER, line: 'if (cell.sequenceId > this.readPoint) return MatchCode.Skip;', off: '' },
  {
    rule: 'R-11',
    path: USER_MATCHER,
    line: 'return timestamp >= this.ceiling ? MatchCode.Skip : this.matchPut(cell)',
    off: 'return this.matchPut(cell)',
  },
  { rule: 'R-15', path: 'lib/engine/scan/scan-info.ts', line: ': now - ttlMs', off: ': 0' },
  { rule: 'R-16', path: USER_MATCHER, line: 'if (isCellExpired(cell, this.now)) return MatchCode.Skip;', off: '' },
  {
    rule: 'R-23',
    path: DELETE_TRACKER,
    line: 'timestamp <= this.familyTimestamp',
    off: 'timestamp < this.familyTimestamp',
  },
  {
    rule: 'R-24',
    path: DELETE_TRACKER,
    line: 'timestamp <= this.columnTimestamp',
    off: 'timestamp < this.columnTimestamp',
  },
  {
    rule: 'R-33',
    path: VERSION_COUNTER,
    line: 'if (timestamp === this.lastTimestamp && type === this.lastType) return MatchCode.Skip;',
    off: '',
  },
  {
    rule: 'R-34',
    path: VERSION_COUNTER,
    line: 'if (timestamp < this.oldest && this.count > this.minVersions) return MatchCode.SeekNextColumn;',
    off: '',
  },
  { rule: 'R-50', path: RAW_MATCHER, line: '|| isCellExpired(cell, this.now)', off: '' },
  {
    rule: 'R-51',
    path: RAW_MATCHER,
    line: 'this.versions.reset(maxVersions, 0, 0)',
    off: 'this.versions.reset(Number.POSITIVE_INFINITY, 0, 0)',
  },
  {
    rule: 'R-60',
    path: NEW_VERSION_TRACKER,
    line: 'if (count + this.lift >= maxVersions) return false;',
    off: '',
  },
  { rule: 'R-61', path: NEW_VERSION_TRACKER, line: 'return end < 0;', off: 'return true;' },
  {
    rule: 'R-62',
    path: NEW_VERSION_TRACKER,
    line: 'const place = timestamp - MIDDLE + 0.5;',
    off: 'const place = timestamp - MIDDLE;',
  },
  { rule: 'R-63', path: 'lib/engine/scan/store-scanner.ts', line: '(info.newVersionBehavior && !raw)', off: 'false' },
  { rule: 'R-64', path: 'lib/engine/region/pruning.ts', line: 'info.newVersionBehavior ||', off: '' },
  {
    rule: 'C-6',
    path: 'lib/engine/compaction/compaction-policy.ts',
    line: 'cellCount > 0 && maxTimestamp < oldest',
    off: 'false',
  },
  {
    rule: 'C-7',
    path: 'lib/engine/compaction/compaction-policy.ts',
    line: 'if (family.now - oldest <= period) return false;',
    off: '',
  },
  {
    rule: 'C-10',
    path: COMPACTION_MATCHER,
    line: 'if (cell.timestamp < this.floor) return this.endColumn(cell);',
    off: '',
  },
  {
    rule: 'C-11',
    path: COMPACTION_MATCHER,
    line: 'if (isCellExpired(put, this.rules.now)) return MatchCode.Skip;',
    off: '',
  },
  {
    rule: 'C-50',
    path: COMPACTION_MATCHER,
    line: "info.newVersionBehavior && rules.kind === 'retain' ? KEEP_ALL :",
    off: '',
  },
  {
    rule: 'C-51',
    path: COMPACTION_MATCHER,
    line: 'this.goesOn = this.retains || info.newVersionBehavior',
    off: 'this.goesOn = this.retains',
  },
  { rule: 'C-13', path: COMPACTION_MATCHER, line: 'if (this.retains) return MatchCode.Include;', off: '' },
  { rule: 'C-19', path: COMPACTION_MATCHER, line: '&& cell.type !== CellType.DeleteFamily) return', off: ') return' },
  { rule: 'C-22', path: COMPACTION_MATCHER, line: 'return goesOn ? MatchCode.Skip :', off: 'return' },
  {
    rule: 'C-15',
    path: COMPACTION_MATCHER,
    line: 'return this.info.newVersionBehavior ? MatchCode.Skip : this.endColumn(put);',
    off: 'return MatchCode.Skip;',
  },
  {
    rule: 'C-32',
    path: COMPACTION_MATCHER,
    line: 'if (timeToPurgeDeletesMs > 0 && this.rules.now - timestamp <= timeToPurgeDeletesMs) return MatchCode.Include;',
    off: '',
  },
  { rule: 'C-34', path: COMPACTION_MATCHER, line: 'if (applies) return MatchCode.Skip;', off: '' },
  {
    rule: 'C-33',
    path: COMPACTION_MATCHER,
    line: 'timestamp < this.rules.earliestPutTimestamp ? this.endColumn(marker) : this.count(marker, false)',
    off: 'this.count(marker, false)',
  },
  {
    rule: 'W-20',
    path: STAMP_MUTATION,
    line: 'index < (every ? region.stores.length : 1)',
    off: 'index < 1',
  },
  { rule: 'W-24', path: STAMP_MUTATION, line: 'time = versions.timestamp(cell);', off: '' },
  {
    rule: 'W-32',
    path: READ_MODIFY_WRITE,
    line: 'if (old.valueLength !== COUNTER_BYTES) {',
    off: 'if (old.valueLength > 2 * COUNTER_BYTES) {',
  },
  { rule: 'W-34', path: 'lib/engine/region/row-clock.ts', line: 'Math.min(current + 1,', off: 'Math.min(current,' },
  {
    rule: 'W-38',
    path: READ_MODIFY_WRITE,
    line: 'tagsOf(cell) ?? (old === undefined ? null : tagsOf(old))',
    off: 'tagsOf(cell)',
  },
  {
    rule: 'W-43',
    path: 'lib/engine/mutation/run-actions.ts',
    line: 'if (part.returnResults) results.push(...made);',
    off: '',
  },
  {
    rule: 'W-52',
    path: CHECK_CONDITION,
    line: "(stored.valueLength === 0) === (op !== 'NOT_EQUAL')",
    off: "op === 'NOT_EQUAL'",
  },
  {
    rule: 'W-53',
    path: CHECK_CONDITION,
    line: 'compareBytes(expected, stored.copyValue())',
    off: 'compareBytes(stored.copyValue(), expected)',
  },
  {
    rule: 'W-61',
    path: 'lib/engine/server/requests.ts',
    line: "if (asked !== 'USE_DEFAULT') return asked;",
    off: '',
  },
  { rule: 'W-68', path: 'lib/client/buffered-mutator.ts', line: 'this.causes = [];\n', off: '\n' },
  {
    rule: 'W-69',
    path: 'lib/engine/mutation/run-atomic-batch.ts',
    line: 'if (!group.poisoned) for (const [store, mark] of marks) store.memstore.rollback(mark);',
    off: '',
  },
  {
    rule: 'S-40',
    path: 'lib/model/schema/sanity-check.ts',
    line: 'if (minVersions > maxVersions) {',
    off: 'if (false) {',
  },
  { rule: 'W-7', path: 'lib/engine/region/region.ts', line: 'if (!this.#descriptor.readOnly) return;', off: 'return;' },
  {
    rule: 'N-14',
    path: 'lib/engine/server/namespaces.ts',
    line: 'if (RESERVED.includes(name)) throw constraint(name,',
    off: 'if (false) throw constraint(name,',
  },
  {
    rule: 'N-18',
    path: 'lib/engine/server/namespaces.ts',
    line: 'if (count >= tables) {',
    off: 'if (count > tables) {',
  },
  { rule: 'S-39', path: 'lib/engine/server/schema-changes.ts', line: 'name: normalizeTableName(as) }', off: '}' },
];
