import { describe, expect, it } from 'vitest';
import { internalNames, internalNamesOf } from './internal-names.js';

describe('a name of a class member', () => {
  const engine = {
    path: 'lib/engine/region/a.ts',
    text: `class A { own = 1; #hidden = 2; told = 3; 'quoted' = 4; push = 5; kept(): void {} ['computed']() {} }
      const b = { told: 1 }; const c = 'kept'; interface D { readonly only: number }`,
  };
  const seen = { path: 'lib/service/b.ts', text: 'interface E { shown: number } class F { seen = 1 } e.asked;' };
  const others = { path: 'other.d.ts', text: 'interface Array<T> { push(item: T): number }' };

  it('is internal if nothing else has that name', () => {
    expect(internalNamesOf([engine], [])).toEqual(['own', 'push']);
    expect(internalNamesOf([engine], [others])).toEqual(['own']);
  });

  it('is not internal if the wire, the model or a record has it', () => {
    const text = 'class G { shown = 1; seen = 2; asked = 3; mine = 4 }';
    expect(internalNamesOf([{ path: 'lib/engine/region/g.ts', text }, seen], [])).toEqual(['mine']);
  });

  it('is often internal in the engine, but never if its object leaves the engine', () => {
    const names = internalNames();
    expect(names.length).toBeGreaterThan(200);
    const leave = [
      'code',
      'details',
      'message',
      'name',
      'call',
      'path',
      'cellCount',
      'minTimestamp',
      'epoch',
      'generation',
    ];
    expect(names.filter((name) => leave.includes(name))).toEqual([]);
  });
});
