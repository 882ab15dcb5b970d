import { describe, expect, it } from 'vitest';
import { ByteReader } from '../bytes/byte-reader.js';
import { decodeText, encodeText } from '../bytes/text.js';
import { BigtabError } from '../errors.js';
import { EVERY_FAMILY } from '../keyvalue/cell-layout.js';
import { readCellTtl } from '../keyvalue/ttl-tag.js';
import { Append } from '../model/append.js';
import { CheckAndMutate } from '../model/check-and-mutate.js';
import { Delete } from '../model/delete.js';
import { Get } from '../model/get.js';
import { Increment } from '../model/increment.js';
import { Put } from '../model/put.js';
import type { ActionRequest, RowAction } from '../model/row-action.js';
import { RowMutations } from '../model/row-mutations.js';
import { ALL_TIME } from '../model/time-range.js';
import { cellOf, cellsIn, printCell } from '../testing/samples/cells.js';
import {
  type Action,
  ActionRequestWriter,
  decodeActionsReply,
  encodeActionsReply,
  encodeKeptReply,
  readActions,
  repeatActionsReply,
} from './action-codec.js';
import { readJson } from './control-codec.js';

const reader = (bytes: Uint8Array): ByteReader => new ByteReader(bytes, 0, bytes.length, 'test');

function request(...actions: readonly Action[]): Uint8Array {
  const writer = new ActionRequestWriter('t');
  for (const action of actions) writer.add(action);
  return writer.finish();
}

/** `family:cell` for each part, with its time to live. */
function print({ block, families }: ActionRequest, { parts }: RowAction): string[][] {
  return parts.map(({ offset, end }) => {
    const cells: string[] = [];
    for (const cell of cellsIn(block, offset, end)) {
      const name = cell.familyId === EVERY_FAMILY ? '*' : decodeText(families[cell.familyId] as Uint8Array);
      const ttl = readCellTtl(cell);
      cells.push(
        `${name}:${printCell({ ...cellOf(cell), tags: new Uint8Array() })}${Number.isFinite(ttl) ? ` ttl ${ttl}` : ''}`,
      );
    }
    return cells;
  });
}

describe('A request of actions', () => {
  it('can be decoded', () => {
    const append = new Append('r').addColumn('g', 's', 'x').setTimestamp(7).setTimeRange(2, 9).setTTL(50);
    const increment = new Increment('r').addColumn('f', 'n', 1).setReturnResults(false).setDurability('SKIP_WAL');
    const rows = new RowMutations('r').add(append).add(increment).add(new Delete('r', 5)).add(new Put('r'));
    const back = readActions(
      reader(request(new Get('a').addFamily('g'), new Put('p', 3).addColumn('f', 'q', 'v'), rows)),
    );
    expect([back.table, back.families.map(decodeText), back.actions.length]).toEqual(['t', ['f', 'g'], 3]);
    expect(back.actions[0]).toMatchObject({ table: 't', gets: [{ row: encodeText('a') }] });
    const [, put, mutations] = back.actions as [unknown, RowAction, RowAction];
    expect([decodeText(put.row), put.condition, print(back, put)]).toEqual(['p', null, [['f:p/q/3/Put/#0=v']]]);
    expect(mutations.parts).toMatchObject([
      { kind: 'append', returnResults: true, timeRange: { min: 2, max: 9 }, durability: 'USE_DEFAULT' },
      { kind: 'increment', returnResults: false, timeRange: ALL_TIME, durability: 'SKIP_WAL' },
      { kind: 'mutate' },
      { kind: 'mutate' },
    ]);
    const [appended, , removed, empty] = print(back, mutations);
    expect([appended, removed]).toEqual([['g:r/s/7/Put/#0=x ttl 50'], ['*:r//5/DeleteFamily/#0=']]);
    // An empty put is not a whole-row delete.
    expect(empty).toEqual([]);
  });

  it('returns a condition', () => {
    const builder = CheckAndMutate.newBuilder('r').timeRange([2, 9]);
    const back = readActions(
      reader(
        request(
          builder.ifMatches('f', 'q', 'GREATER', 'v').build(new Delete('r')),
          builder.ifNotExists('g', null).build(new RowMutations('r').add(new Delete('r')).add(new Delete('r'))),
        ),
      ),
    );
    const conditions = (back.actions as RowAction[]).map(({ condition, parts }) => [condition, parts.length]);
    const timeRange = { min: 2, max: 9 };
    expect(conditions).toEqual([
      [{ family: 0, qualifier: encodeText('q'), op: 'GREATER', value: encodeText('v'), timeRange }, 1],
      [{ family: 1, qualifier: new Uint8Array(), op: 'EQUAL', value: new Uint8Array(), timeRange }, 2],
    ]);
  });

  it('reports every truncation as CORRUPTION', () => {
    const bytes = request(new Get('a'), CheckAndMutate.newBuilder('r').ifNotExists('f', 'q').build(new Delete('r')));
    for (let end = 0; end < bytes.length; end++) {
      expect(() => readActions(reader(bytes.slice(0, end)))).toThrowError(
        expect.objectContaining({ code: 'CORRUPTION' }),
      );
    }
  });

  it('starts again after each request', () => {
    const writer = new ActionRequestWriter('t');
    writer.add(new Put('a').addColumn('f', 'q', 'v'));
    const first = writer.finish();
    expect([writer.actions, writer.byteLength]).toEqual([0, 0]);
    writer.add(new Put('a').addColumn('f', 'q', 'v'));
    expect(writer.finish()).toEqual(first);
  });
});

describe('A reply to actions', () => {
  it('returns each outcome', () => {
    const payload = encodeText('payload');
    const error = new BigtabError('RUNTIME', 'why');
    const back = decodeActionsReply(
      reader(encodeActionsReply([{ done: true, payload }, { error }, { done: false, payload }])),
    );
    expect(back.map(({ outcome }) => outcome)).toEqual(['done', 'failed', 'unmet']);
    expect(decodeText(back[0]?.payload.raw(7) as Uint8Array)).toBe('payload');
    expect(readJson(back[1]?.payload as ByteReader)).toMatchObject({ code: 'RUNTIME', message: 'why' });
    expect(decodeActionsReply(reader(encodeActionsReply([])))).toEqual([]);
  });
});

describe('A reply that the log keeps', () => {
  const { actions } = readActions(reader(request(new Get('a'), new Put('b').addColumn('f', 'q', 'v'), new Get('c'))));
  const payload = (text: string) => ({ done: true, payload: encodeText(text) });
  const outcomes = [payload('read 1'), payload('written'), { error: new BigtabError('HBASE_IO', 'refused') }];

  it('contains the results of its writes, and nothing of its gets', () => {
    const kept = encodeKeptReply(outcomes, actions);
    expect(kept.length).toBe(4 + 1 + (1 + 4 + 'written'.length) + 1);
    const read = repeatActionsReply(kept, actions, ({ gets }) => {
      if (decodeText(gets[0]?.row as Uint8Array) === 'c') throw new BigtabError('HBASE_IO', 'refused');
      return encodeText('read 1');
    });
    const shown = decodeActionsReply(reader(read)).map(({ outcome, payload }) =>
      outcome === 'done' ? decodeText(payload.bytes.slice(payload.offset, payload.end)) : outcome,
    );
    expect(shown).toEqual(['read 1', 'written', 'failed']);
  });

  it('is returned unchanged, with the answers of its gets, if an earlier build wrote it', () => {
    const reply = encodeActionsReply(outcomes);
    const read = () => {
      throw new Error('nothing is read again');
    };
    expect(repeatActionsReply(reply, actions, read)).toEqual(reply);
  });

  it('is CORRUPTION if the repeated request has no get at that index', () => {
    const kept = encodeKeptReply(outcomes, actions);
    const others = readActions(reader(request(new Put('b').addColumn('f', 'q', 'v')))).actions;
    expect(() => repeatActionsReply(kept, others, () => encodeText('x'))).toThrow(
      expect.objectContaining({ code: 'CORRUPTION' }),
    );
  });
});
