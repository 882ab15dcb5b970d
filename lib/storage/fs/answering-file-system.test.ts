import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../simulation/manual-clock.js';
import { fileSystemSuite } from '../../testing/conformance/file-system-suite.js';
import { passSeconds } from '../../testing/fakes/pass-seconds.js';
import { settled } from '../../testing/fakes/stepped-engine.js';
import { AnsweringFileSystem } from './answering-file-system.js';
import type { FileSystem } from './file-system.js';
import { MemoryFileSystem } from './memory-file-system.js';

const NO_ANSWER = { code: 'STORAGE_UNAVAILABLE', details: { reason: 'no-answer' } };

describe('AnsweringFileSystem', () => {
  fileSystemSuite({ test: (name, body) => it(name, body) }, async () => {
    const clock = new ManualClock();
    return {
      files: new AnsweringFileSystem(new MemoryFileSystem(), clock),
      dispose: async () => expect(clock.waiting).toBe(0),
    };
  });

  it('rejects with STORAGE_UNAVAILABLE after 30 s, with the call that was not answered', async () => {
    const never = () => new Promise<never>(() => {});
    const silent: FileSystem = {
      create: never,
      open: never,
      list: never,
      listDirectories: never,
      remove: never,
      removeDirectory: never,
    };
    const clock = new ManualClock();
    const files = new AnsweringFileSystem(silent, clock);
    const calls = [
      files.create('a/b'),
      files.open('a/b'),
      files.list('a/b'),
      files.listDirectories('a/b'),
      files.remove('a/b'),
      files.removeDirectory('a/b'),
    ];
    const all = Promise.allSettled(calls);
    await passSeconds(clock, 30);
    for (const outcome of await all) {
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { ...NO_ANSWER, message: expect.stringContaining("'a/b'") },
      });
    }
  });

  it('closes a handle that arrives after the limit, so that the file can be opened again', async () => {
    const inner = new MemoryFileSystem();
    const clock = new ManualClock();
    let arrive = (): void => {};
    const slow = new Proxy(inner, {
      get: (target, name: keyof FileSystem) =>
        name === 'open' || name === 'create'
          ? async (path: string) => {
              await new Promise<void>((resolve) => {
                arrive = resolve;
              });
              return target[name](path);
            }
          : target[name].bind(target),
    });
    const files = new AnsweringFileSystem(slow, clock);
    for (const call of ['create', 'open'] as const) {
      const opening = files[call]('a');
      opening.catch(() => {});
      await passSeconds(clock, 30);
      await expect(opening).rejects.toMatchObject(NO_ANSWER);
      arrive();
      await settled();
      (await inner.open('a')).close();
    }
  });
});
