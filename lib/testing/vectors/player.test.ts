import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { directPlayer, threadPlayer } from './play-lines.js';
import type { Player } from './player.js';
import { GET, HISTORY, THEN_DELETE, withChange, withStep } from './sample-history.js';

describe.each([
  { transport: 'direct', open: directPlayer },
  { transport: 'thread', open: threadPlayer },
])('a player over transport $transport', ({ open }) => {
  let player: Player;

  beforeEach(() => {
    player = open();
  });

  afterEach(() => player.close());

  it("passes a history with the engine's answers", async () => {
    expect(await player.play(HISTORY)).toEqual({ kind: 'passed' });
  });

  it.each([
    { what: 'one changed value', path: ['steps', 2, 'expect', 0, 3], value: 'newer', step: 3 },
    { what: 'one changed timestamp', path: ['steps', 2, 'expect', 1, 2], value: 6, step: 3 },
    { what: 'one changed qualifier', path: ['steps', 3, 'expect', 1, 'cells', 0, 1], value: '\\x01', step: 4 },
    { what: 'one changed type', path: ['steps', 9, 'expect', 0, 'cells', 1, 4], value: 'DeleteColumn', step: 10 },
    { what: 'a dropped cell', path: ['steps', 2, 'expect', 1], step: 3 },
    { what: 'a doubled cell', path: ['steps', 2, 'expect', 2], value: ['f', 'q', 5, 'old'], step: 3 },
    {
      what: 'cells in another order',
      path: ['steps', 2, 'expect'],
      value: [
        ['f', 'q', 5, 'old'],
        ['f', 'q', 10, 'new'],
      ],
      step: 3,
    },
    { what: 'a missing row', path: ['steps', 3, 'expect', 0], step: 4 },
    { what: 'another row', path: ['steps', 3, 'expect', 0, 'row'], value: 'aa', step: 4 },
    { what: 'one other class of error', path: ['steps', 4, 'error'], value: 'IOException', step: 5 },
    {
      what: 'an error instead of cells',
      path: ['steps', 2],
      value: { at: 12, op: 'get', row: 'a', error: 'IOException' },
      step: 3,
    },
    {
      what: 'cells instead of an error',
      path: ['steps', 4],
      value: { at: 13, op: 'get', row: 'a', columns: [['none']], expect: [] },
      step: 5,
    },
    { what: 'another number of a counter', path: ['steps', 5, 'amounts', 0, 2], value: '257', step: 6 },
    { what: 'another answer of a batch', path: ['steps', 6, 'expect', 0], value: false, step: 7 },
    { what: 'another error in a batch', path: ['steps', 6, 'expect', 1, 'error'], value: 'IOException', step: 7 },
    { what: 'a change that is refused', path: ['steps', 1, 'cells', 0, 0], value: 'none', step: 2 },
    { what: 'a change that is not refused', path: ['steps', 1, 'error'], value: 'IllegalArgumentException', step: 2 },
  ])('fails $what, at the first step that differs', async ({ path, value, step }) => {
    expect(await player.play(withChange(path, value))).toMatchObject({ kind: 'failed', failure: { number: step } });
  });

  it("compares a step with Bigtab's own answer if it has one", async () => {
    const differs = { ...GET, expect: [['f', 'q', 1, 'of HBase']], bigtab: [] };
    expect(await player.play({ ...(withStep(differs) as object), differs: 'A-1' })).toEqual({ kind: 'passed' });
    const refused = { at: 1, op: 'put', row: '', cells: [], bigtab: { error: 'IllegalArgumentException' } };
    expect(await player.play(withStep(refused))).toEqual({ kind: 'passed' });
    const taken = { at: 1, op: 'delete', row: 'a', what: [], error: 'RuntimeException', bigtab: null };
    expect(await player.play(withStep(taken))).toEqual({ kind: 'passed' });
    expect(await player.play(withStep({ ...GET, bigtab: [['f', 'q', 1, 'v']] }))).toMatchObject({ kind: 'failed' });
  });
});

describe('a player', () => {
  let player: Player;

  beforeEach(() => {
    player = directPlayer();
  });

  afterEach(() => player.close());

  it.each([
    { what: 'no object', line: 'text', says: /must be an object/ },
    {
      what: 'an unknown operation',
      line: withStep({ at: 1, op: 'upsert' }),
      says: /op of step 1 must be one of put, .* "upsert"/,
    },
    {
      what: 'an unknown field of a step',
      line: withStep({ ...GET, maxVersions: 3 }),
      says: /step 1 has a field 'maxVersions'/,
    },
    { what: 'an unknown field of the history', line: { ...HISTORY, seed: 1 }, says: /the history has a field 'seed'/ },
    {
      what: 'an unknown field of a condition',
      line: withStep({
        at: 1,
        op: 'checkAndMutate',
        row: 'a',
        condition: { column: 'f' },
        ...THEN_DELETE,
        expect: { success: true },
      }),
      says: /step 1\.condition has a field 'column'/,
    },
    {
      what: 'an unknown field inside a batch',
      line: withStep({ at: 1, op: 'batch', actions: [{ op: 'get', row: 'a', raw: true }], expect: [[]] }),
      says: /step 1\.actions\[0\] has a field 'raw'/,
    },
    {
      what: 'an unknown attribute of a family',
      line: withStep(GET, { REPLICATION_SCOPE: '1' }),
      says: /families\[0\] has a field 'REPLICATION_SCOPE'/,
    },
    { what: 'a step without a time', line: withStep({ op: 'flush' }), says: /step 1 lacks 'at'/ },
    { what: 'a read without an answer', line: withStep({ at: 1, op: 'scan' }), says: /step 1 lacks 'expect'/ },
    {
      what: 'an answer to a step that has none',
      line: withStep({ at: 1, op: 'flush', expect: [] }),
      says: /step 1 has a field 'expect'/,
    },
    {
      what: 'bytes in a second spelling',
      line: withStep({ ...GET, row: '\\x41' }),
      says: /step 1\.row must be bytes in printable form/,
    },
    {
      what: 'an unknown kind of delete',
      line: withStep({ at: 1, op: 'delete', row: 'a', what: [['row']] }),
      says: /what\[0\] must be one of family/,
    },
    {
      what: 'a cell that is too short',
      line: withStep({ ...GET, expect: [['f', 'q', 1]] }),
      says: /expect\[0\] must be a list of 4 to 5/,
    },
    {
      what: 'an unknown filter',
      line: withStep({ ...GET, filter: { type: 'SieveFilter' } }),
      says: /type of step 1.filter must be one of FilterList/,
    },
    {
      what: 'a field that a filter in a condition lacks',
      line: withStep({
        ...{ at: 1, op: 'checkAndMutate', row: 'a', ...THEN_DELETE, expect: { success: true } },
        condition: { filter: { type: 'SkipFilter', filter: { type: 'PageFilter' } } },
      }),
      says: /condition.filter.filter lacks 'size'/,
    },
  ])('fails $what and reports the mistake', async ({ line, says }) => {
    const outcome = await player.play(line);
    expect(outcome).toMatchObject({ kind: 'failed', failure: { reason: expect.stringMatching(says) } });
  });

  it('fails a history if its table is refused', async () => {
    const outcome = await player.play(withStep(GET, { VERSIONS: '0' }));
    expect(outcome).toMatchObject({ kind: 'failed', failure: { reason: 'the table was refused' } });
  });

  it('plays a family with and without NEW_VERSION_BEHAVIOR, compressed or not', async () => {
    for (const NEW_VERSION_BEHAVIOR of ['false', 'TRUE']) {
      const of = { NEW_VERSION_BEHAVIOR, COMPRESSION: 'GZ' };
      expect(await player.play(withStep(GET, of))).toEqual({ kind: 'passed' });
    }
  });
});
