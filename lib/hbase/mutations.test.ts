import { describe, expect, it } from 'vitest';
import { encodeText } from '../bytes/text.js';
import { CellType } from '../model/cell-type.js';
import { LATEST_TIMESTAMP } from '../model/timestamp.js';
import { hasImplicitTime, type SentCell, type SentMutation, sentMutations } from './mutations.js';
import { DeleteType } from './thrift/structs.js';

const row = encodeText('r');
const [f, g] = [encodeText('f'), encodeText('g')];
const [q, value] = [encodeText('q'), encodeText('v')];
const NOTHING = new Uint8Array(0);

function cell(type: number, timestamp: number = LATEST_TIMESTAMP, family: Uint8Array | null = f): SentCell {
  const isFamily = type === CellType.DeleteFamily || type === CellType.DeleteFamilyVersion;
  return { family, qualifier: isFamily ? NOTHING : q, value: type === CellType.Put ? value : NOTHING, timestamp, type };
}

function mutation(cells: readonly SentCell[], ttlMs: number | null = null): SentMutation {
  return { row, cells, ttlMs, durability: 'USE_DEFAULT' };
}

describe('sentMutations', () => {
  it('leaves out the timestamp of a cell that the server stamps', () => {
    const [sent] = sentMutations(mutation([cell(CellType.Put), cell(CellType.Put, 5)]));
    expect(sent?.put?.columnValues.map(({ timestamp }) => timestamp)).toEqual([undefined, 5]);
  });

  it("sends a time to live as 8 bytes in HBase's attribute", () => {
    const [sent] = sentMutations(mutation([cell(CellType.Put)], 258));
    expect(sent?.put?.attributes).toEqual([[encodeText('_ttl'), Uint8Array.of(0, 0, 0, 0, 0, 0, 1, 2)]]);
  });

  it('sends each kind of marker in a Delete of its own', () => {
    const kinds = [CellType.Delete, CellType.DeleteColumn, CellType.DeleteFamily, CellType.DeleteFamilyVersion];
    const sent = sentMutations(mutation(kinds.map((kind) => cell(kind, 7))));
    expect(sent.map(({ deleteSingle }) => deleteSingle?.deleteType)).toEqual([
      DeleteType.COLUMN,
      DeleteType.COLUMNS,
      DeleteType.FAMILY,
      DeleteType.FAMILY_VERSION,
    ]);
  });

  it('sends a delete of a row without columns', () => {
    const sent = sentMutations(mutation([cell(CellType.DeleteFamily, 9, null)]));
    expect(sent).toEqual([{ deleteSingle: { row, timestamp: 9, durability: undefined } }]);
  });

  it('sends at most one marker of a family in a Delete, because HBase would keep only the last', () => {
    const cells = [cell(CellType.DeleteFamily, 1), cell(CellType.DeleteFamily, 2), cell(CellType.DeleteFamily, 3, g)];
    const sent = sentMutations(mutation(cells));
    expect(sent.map(({ deleteSingle }) => deleteSingle?.columns?.map(({ timestamp }) => timestamp))).toEqual([
      [1],
      [2, 3],
    ]);
  });

  it('sends puts and markers of one mutation separately', () => {
    const sent = sentMutations(
      mutation([cell(CellType.DeleteColumn, 1), cell(CellType.Put, 1), cell(CellType.Put, 2)]),
    );
    expect(sent.map((one) => Object.keys(one))).toEqual([['deleteSingle'], ['put']]);
    expect(sent[1]?.put?.columnValues).toHaveLength(2);
  });
});

describe('hasImplicitTime', () => {
  it('is true if a single cell is stamped by the server', () => {
    expect(hasImplicitTime(mutation([cell(CellType.Put, 1), cell(CellType.Delete)]))).toBe(true);
    expect(hasImplicitTime(mutation([cell(CellType.Put, 1)]))).toBe(false);
  });
});
