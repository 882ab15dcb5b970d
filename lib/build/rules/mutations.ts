/** A rule, switched off: one piece of the engine's text, and its replacement. */
export interface Mutation {
  readonly rule: string;
  readonly path: string;
  /** Occurs exactly once. */
  readonly line: string;
  readonly off: string;
}

const LINES: Readonly<Record<string, readonly Omit<Mutation, 'path'>[]>> = {
  'lib/keyvalue/cell-comparator.ts': [
    {
      rule: 'O-2',
      line: 'return a.timestamp > b.timestamp ? -1 : 1',
      off: 'return a.timestamp > b.timestamp ? 1 : -1',
    },
    { rule: 'O-4', line: 'return b.type - a.type', off: 'return a.type - b.type' },
  ],
  'lib/engine/scan/user-matcher.ts': [
    { rule: 'R-10', line: 'if (cell.sequenceId > this.#readPoint) return MatchCode.Skip;', off: '' },
    {
      rule: 'R-11',
      line: 'return timestamp >= this.#ceiling ? MatchCode.Skip : this.#matchPut(cell)',
      off: 'return this.#matchPut(cell)',
    },
    { rule: 'R-16', line: 'if (isCellExpired(cell, this.#now)) return MatchCode.Skip;', off: '' },
  ],
  'lib/engine/scan/scan-info.ts': [{ rule: 'R-15', line: ': now - ttlMs', off: ': 0' }],
  'lib/engine/scan/scan-delete-tracker.ts': [
    { rule: 'R-23', line: 'timestamp <= this.#familyTimestamp', off: 'timestamp < this.#familyTimestamp' },
    { rule: 'R-24', line: 'timestamp <= this.#columnTimestamp', off: 'timestamp < this.#columnTimestamp' },
  ],
  'lib/engine/scan/version-counter.ts': [
    {
      rule: 'R-33',
      line: 'if (timestamp === this.#lastTimestamp && type === this.#lastType) return MatchCode.Skip;',
      off: '',
    },
    {
      rule: 'R-34',
      line: 'if (timestamp < this.#oldest && this.#count > this.#minVersions) return MatchCode.SeekNextColumn;',
      off: '',
    },
  ],
  'lib/engine/scan/raw-matcher.ts': [
    { rule: 'R-50', line: '|| isCellExpired(cell, this.#now)', off: '' },
    {
      rule: 'R-51',
      line: 'this.#versions.reset(maxVersions, 0, 0)',
      off: 'this.#versions.reset(Number.POSITIVE_INFINITY, 0, 0)',
    },
  ],
  'lib/engine/scan/new-version-tracker.ts': [
    { rule: 'R-60', line: 'if (count + this.#lift >= maxVersions) return false;', off: '' },
    { rule: 'R-61', line: 'return end < 0;', off: 'return true;' },
    { rule: 'R-62', line: 'const place = timestamp - MIDDLE + 0.5;', off: 'const place = timestamp - MIDDLE;' },
  ],
  'lib/engine/scan/store-scanner.ts': [{ rule: 'R-63', line: '(info.newVersionBehavior && !raw)', off: 'false' }],
  'lib/engine/region/pruning.ts': [{ rule: 'R-64', line: 'info.newVersionBehavior ||', off: '' }],
  'lib/engine/compaction/compaction-policy.ts': [
    { rule: 'C-6', line: 'cellCount > 0 && maxTimestamp < oldest', off: 'false' },
    { rule: 'C-7', line: 'if (family.now - oldest <= period) return false;', off: '' },
  ],
  'lib/engine/scan/compaction-matcher.ts': [
    { rule: 'C-10', line: 'if (cell.timestamp < this.#floor) return this.#endColumn(cell);', off: '' },
    { rule: 'C-11', line: 'if (isCellExpired(put, this.#dropsBefore)) return this.#expire(put);', off: '' },
    { rule: 'C-50', line: "info.newVersionBehavior && rules.kind === 'retain' ? KEEP_ALL :", off: '' },
    {
      rule: 'C-51',
      line: 'this.#goesOn = this.#retains || info.newVersionBehavior',
      off: 'this.#goesOn = this.#retains',
    },
    { rule: 'C-13', line: 'if (this.#retains) return MatchCode.Include;', off: '' },
    { rule: 'C-19', line: '&& cell.type !== CellType.DeleteFamily) return', off: ') return' },
    { rule: 'C-22', line: 'return goesOn ? MatchCode.Skip :', off: 'return' },
    {
      rule: 'C-15',
      line: 'return this.#info.newVersionBehavior ? MatchCode.Skip : this.#endColumn(put);',
      off: 'return MatchCode.Skip;',
    },
    {
      rule: 'C-32',
      line: 'if (timeToPurgeDeletesMs > 0 && this.#rules.now - timestamp <= timeToPurgeDeletesMs) return MatchCode.Include;',
      off: '',
    },
    { rule: 'C-34', line: 'if (applies) return MatchCode.Skip;', off: '' },
    {
      rule: 'C-33',
      line: 'timestamp < this.#rules.earliestPutTimestamp ? this.#endColumn(marker) : this.#count(marker, false)',
      off: 'this.#count(marker, false)',
    },
  ],
  'lib/engine/mutation/stamp-mutation.ts': [
    { rule: 'W-20', line: 'index < (every ? region.stores.length : 1)', off: 'index < 1' },
    { rule: 'W-24', line: 'time = versions.timestamp(cell);', off: '' },
  ],
  'lib/engine/mutation/read-modify-write.ts': [
    {
      rule: 'W-32',
      line: 'if (old.valueLength !== COUNTER_BYTES) {',
      off: 'if (old.valueLength > 2 * COUNTER_BYTES) {',
    },
    { rule: 'W-38', line: 'tagsOf(cell) ?? (old === undefined ? null : tagsOf(old))', off: 'tagsOf(cell)' },
  ],
  'lib/engine/region/row-clock.ts': [{ rule: 'W-34', line: 'Math.min(current + 1,', off: 'Math.min(current,' }],
  'lib/engine/mutation/run-actions.ts': [
    { rule: 'W-43', line: 'if (part.returnResults) results.push(...made);', off: '' },
  ],
  'lib/engine/mutation/check-condition.ts': [
    { rule: 'W-52', line: "(stored.valueLength === 0) === (op !== 'NOT_EQUAL')", off: "op === 'NOT_EQUAL'" },
    {
      rule: 'W-53',
      line: 'compareBytes(expected, stored.copyValue())',
      off: 'compareBytes(stored.copyValue(), expected)',
    },
  ],
  'lib/engine/server/requests.ts': [{ rule: 'W-61', line: "if (asked !== 'USE_DEFAULT') return asked;", off: '' }],
  'lib/client/buffered-mutator.ts': [{ rule: 'W-68', line: 'this.causes = [];\n', off: '\n' }],
  'lib/engine/mutation/run-atomic-batch.ts': [
    {
      rule: 'W-69',
      line: 'if (!group.poisoned) for (const [store, mark] of marks) store.memstore.rollback(mark);',
      off: '',
    },
  ],
  'lib/model/schema/sanity-check.ts': [{ rule: 'S-40', line: 'if (minVersions > maxVersions) {', off: 'if (false) {' }],
  'lib/engine/region/region.ts': [{ rule: 'W-7', line: 'if (!this.#descriptor.readOnly) return;', off: 'return;' }],
  'lib/engine/server/namespaces.ts': [
    {
      rule: 'N-14',
      line: 'if (RESERVED.includes(name)) throw constraint(name,',
      off: 'if (false) throw constraint(name,',
    },
    { rule: 'N-18', line: 'if (count >= tables) {', off: 'if (count > tables) {' },
  ],
  'lib/engine/server/schema-changes.ts': [{ rule: 'S-39', line: 'name: normalizeTableName(as) }', off: '}' }],
};

/** Lines that implement a rule. The tests that name the rule must fail without them. */
export const MUTATIONS: readonly Mutation[] = Object.entries(LINES).flatMap(([path, lines]) =>
  lines.map((line) => ({ path, ...line })),
);
