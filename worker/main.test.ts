import { expect, it } from 'vitest';

it("the worker's script does nothing when it is imported elsewhere", async () => {
  const before = Reflect.ownKeys(globalThis);
  expect(Object.keys(await import('./main.js'))).toEqual([]);
  expect(Reflect.ownKeys(globalThis)).toEqual(before);
});
