import { describe, expect, it } from 'vitest';
import { sampleImage } from '../../testing/samples/sample-images.js';
import { checkImage, decodeImage, encodeImage, FORMAT_VERSION, isNewer } from './catalog-image.js';

const CORRUPTION = expect.objectContaining({ code: 'CORRUPTION', details: { file: 'here', offset: 0 } });

/** Calls `change` on a copy of a good image and returns the copy. */
function changed(change: (image: Record<string, unknown>) => void): Record<string, unknown> {
  const image = JSON.parse(encodeImage(sampleImage(1, 2))) as Record<string, unknown>;
  change(image);
  return image;
}

describe('catalog image', () => {
  it('converts to text and back', () => {
    const image = sampleImage(3, 4, [1, 5, 9]);
    expect(decodeImage(encodeImage(image), 'here')).toEqual(image);
  });

  it('is corrupt if it is not JSON or has the wrong shape', () => {
    for (const text of ['', '{', 'null', '1', '"x"', '[]', '{}', '{"database":{}}', '{"database":null,"tables":[]}']) {
      expect(() => decodeImage(text, 'here'), text).toThrowError(CORRUPTION);
    }
  });

  it('is corrupt if any property is missing or of another kind', () => {
    const paths = (value: unknown, path: string[] = []): string[][] => {
      if (typeof value !== 'object' || value === null) return [path];
      if (path.at(-1) === 'descriptor') return [path];
      return [path, ...Object.entries(value).flatMap(([key, item]) => paths(item, [...path, key]))].filter(
        (p) => p.length > 0,
      );
    };
    const all = paths(JSON.parse(encodeImage(sampleImage(1, 2, [1]))));
    expect(all.length).toBeGreaterThan(40);
    for (const path of all) {
      for (const wrong of [undefined, null, true, -1, 1.5, { odd: 1 }]) {
        if (wrong === undefined && path.at(-1) === 'features') continue;
        if (wrong === 1.5 && /^(since|largestTimeSeen)$/.test(path.at(-1) ?? '')) continue;
        if (wrong === -1 && /^(since|largestTimeSeen)$/.test(path.at(-1) ?? '')) continue;
        if (typeof wrong === 'object' && path.at(-1) === 'descriptor' && wrong !== null) continue;
        const image = changed((copy) => {
          let at = copy as Record<string, unknown>;
          for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
          at[path.at(-1) ?? ''] = wrong;
        });
        expect(() => checkImage(image, 'here'), `${path.join('.')} = ${JSON.stringify(wrong)}`).toThrowError(
          CORRUPTION,
        );
      }
    }
  });

  it('may contain what a compaction removed, and is corrupt if that is malformed', () => {
    const replacing = (replaced: unknown) =>
      changed((image) => {
        const [table] = (image as { tables: { rollbackPoints: object[] }[] }).tables;
        Object.assign((table as { rollbackPoints: object[] }).rollbackPoints[0] as object, { replaced });
      });
    const run = [{ number: 3, epoch: 1, sizeBytes: 9 }];
    expect(() => checkImage(replacing([{ family: 1, at: 0, run }]), 'here')).not.toThrow();
    for (const wrong of [
      null,
      {},
      [{ family: 1, at: 0 }],
      [{ family: 1, at: -1, run }],
      [{ family: 1, at: 0, run: [1] }],
    ]) {
      expect(() => checkImage(replacing(wrong), 'here'), JSON.stringify(wrong)).toThrowError(CORRUPTION);
    }
  });

  it('may contain since when families keep every cell, and is corrupt if that is malformed', () => {
    const keeping = (keptHistory: unknown) =>
      changed((image) => Object.assign((image as { tables: object[] }).tables[0] as object, { keptHistory }));
    const families = [{ id: 1, since: 5 }];
    expect(() => checkImage(keeping({ schemaGeneration: 2, families }), 'here')).not.toThrow();
    for (const wrong of [
      null,
      families,
      { families },
      { schemaGeneration: -1, families },
      { schemaGeneration: 2, families: [5] },
      { schemaGeneration: 2, families: [{ id: 1 }] },
      { schemaGeneration: 2, families: [{ id: 1, since: '5' }] },
    ]) {
      expect(() => checkImage(keeping(wrong), 'here'), JSON.stringify(wrong)).toThrowError(CORRUPTION);
    }
  });

  it('may contain the namespaces, and is corrupt if they are malformed', () => {
    const naming = (namespaces: unknown) => changed((image) => Object.assign(image.database as object, { namespaces }));
    for (const good of [[], [{ name: 'ns', configuration: { a: '1' } }]]) {
      expect(() => checkImage(naming(good), 'here')).not.toThrow();
    }
    for (const wrong of [null, {}, 'ns', ['ns'], [{ name: 'ns' }], [{ name: 1, configuration: {} }]]) {
      expect(() => checkImage(naming(wrong), 'here'), JSON.stringify(wrong)).toThrowError(CORRUPTION);
    }
  });

  it('may contain what increments have to know, and is corrupt if that is malformed', () => {
    const having = (exports: unknown) => changed((image) => Object.assign(image.database as object, { exports }));
    expect(() => checkImage(having({ database: 'ab12', sequenceId: 7 }), 'here')).not.toThrow();
    for (const wrong of [null, 'ab12', {}, { database: 1, sequenceId: 7 }, { database: 'ab12', sequenceId: -1 }]) {
      expect(() => checkImage(having(wrong), 'here'), JSON.stringify(wrong)).toThrowError(CORRUPTION);
    }
    const table = (more: object) =>
      changed((image) => Object.assign((image as { tables: object[] }).tables[0] as object, more));
    const family = (purged: unknown) => table({ families: [{ id: 1, name: 'f', runs: [], purged }] });
    for (const good of [{}, { puts: 3 }, { puts: 3, all: 9 }]) {
      expect(() => checkImage(family(good), 'here')).not.toThrow();
    }
    for (const wrong of [null, 7, { puts: '3' }, { all: 1.5 }]) {
      expect(() => checkImage(family(wrong), 'here'), JSON.stringify(wrong)).toThrowError(CORRUPTION);
    }
    expect(() => checkImage(table({ importing: 'c/1' }), 'here')).not.toThrow();
    expect(() => checkImage(table({ importing: 1 }), 'here')).toThrowError(CORRUPTION);
  });

  it("may contain the users' version, and is corrupt if that is not an integer", () => {
    const having = (version: unknown) => changed((image) => Object.assign(image.database as object, { version }));
    expect(() => checkImage(having(7), 'here')).not.toThrow();
    for (const wrong of [null, -1, 1.5, '7']) {
      expect(() => checkImage(having(wrong), 'here'), JSON.stringify(wrong)).toThrowError(CORRUPTION);
    }
  });

  it('may contain a confirmed time and the times of openings, and is corrupt if they are malformed', () => {
    const having = (more: object) => changed((image) => Object.assign(image.database as object, more));
    for (const good of [{ confirmedTime: 5 }, { openings: [] }, { confirmedTime: 5, openings: [7, 9] }]) {
      expect(() => checkImage(having(good), 'here')).not.toThrow();
    }
    for (const wrong of [{ confirmedTime: null }, { confirmedTime: '5' }, { openings: 7 }, { openings: ['7'] }]) {
      expect(() => checkImage(having(wrong), 'here'), JSON.stringify(wrong)).toThrowError(CORRUPTION);
    }
  });

  it('is corrupt if it contains a number that no writer reaches', () => {
    for (const name of ['epoch', 'generation', 'nextTableId', 'nextFileNumber', 'logStart', 'largestTimeSeen']) {
      for (const number of name === 'largestTimeSeen' ? [2 ** 53, 1e300] : [2 ** 52 + 1, Number.MAX_SAFE_INTEGER]) {
        const image = changed((copy) => Object.assign(copy.database as object, { [name]: number }));
        expect(() => checkImage(image, 'here'), `${name} = ${number}`).toThrowError(CORRUPTION);
      }
    }
  });

  it('is corrupt if tables share an id or are out of order', () => {
    const tables = (ids: number[]) =>
      changed((image) => Object.assign(image, { tables: sampleImage(1, 2, ids).tables }));
    expect(() => checkImage(tables([1, 1]), 'here')).toThrowError(CORRUPTION);
    expect(() => checkImage(tables([2, 1]), 'here')).toThrowError(CORRUPTION);
    expect(checkImage(tables([1, 2]), 'here')).toEqual(sampleImage(1, 2));
  });

  it('of a newer format is refused as too new, whatever else it contains', () => {
    const image = { database: { format: FORMAT_VERSION + 1 }, unknown: true };
    expect(() => decodeImage(JSON.stringify(image), 'here')).toThrowError(
      expect.objectContaining({
        code: 'FORMAT_TOO_NEW',
        details: { file: 'here', format: FORMAT_VERSION + 1, supported: FORMAT_VERSION },
      }),
    );
  });

  it('may have no list of features, and is corrupt if that list is malformed', () => {
    const having = (features: unknown) => changed((image) => Object.assign(image.database as object, { features }));
    for (const good of [undefined, []]) expect(() => checkImage(having(good), 'here')).not.toThrow();
    for (const wrong of [null, 'a', {}, [1]]) {
      expect(() => checkImage(having(wrong), 'here'), JSON.stringify(wrong)).toThrowError(CORRUPTION);
    }
  });

  it('with an unknown feature is refused as too new, whatever else it contains', () => {
    const image = { database: { format: FORMAT_VERSION, features: ['time-travel'] }, unknown: true };
    expect(() => decodeImage(JSON.stringify(image), 'here')).toThrowError(
      expect.objectContaining({
        code: 'FORMAT_TOO_NEW',
        message: expect.stringContaining("'time-travel'"),
        details: { file: 'here', feature: 'time-travel' },
      }),
    );
  });

  it('is newer by epoch, then by generation', () => {
    expect(isNewer({ epoch: 2, generation: 1 }, { epoch: 1, generation: 9 })).toBe(true);
    expect(isNewer({ epoch: 1, generation: 9 }, { epoch: 2, generation: 1 })).toBe(false);
    expect(isNewer({ epoch: 1, generation: 2 }, { epoch: 1, generation: 1 })).toBe(true);
    expect(isNewer({ epoch: 1, generation: 1 }, { epoch: 1, generation: 1 })).toBe(false);
  });
});
