/* The required behavior of every FileSystem, on any medium. */

import { Random } from '../../simulation/random.js';
import type { FileHandle, FileSystem } from '../../storage/fs/file-system.js';
import { assert, assertEqual, assertRejects, assertThrows } from './assert.js';
import type { SuiteRunner } from './suite-runner.js';

export interface FileSystemUnderTest {
  readonly files: FileSystem;
  /** Called once after each test. */
  dispose(): Promise<void>;
}

/** Registers the suite. `make` returns an empty file system for each test. */
export function fileSystemSuite(runner: SuiteRunner, make: () => Promise<FileSystemUnderTest>): void {
  const test = (name: string, body: (files: FileSystem) => Promise<void>): void => {
    runner.test(name, async () => {
      const under = await make();
      try {
        await body(under.files);
      } finally {
        await under.dispose();
      }
    });
  };
  namesTests(test);
  removalTests(test);
  bytesTests(test);
}

type Test = (name: string, body: (files: FileSystem) => Promise<void>) => void;

function namesTests(test: Test): void {
  test('lists nothing if there are no files', async (files) => {
    assertEqual(await files.list(''), [], 'files of the root');
    assertEqual(await files.listDirectories(''), [], 'directories of the root');
    assertEqual(await files.list('wal'), [], 'files of a directory that is not there');
    assertEqual(await files.listDirectories('data/1'), [], 'directories of a directory that is not there');
  });

  test('creates a directory with its first file, and lists files and directories separately, sorted', async (files) => {
    for (const path of ['data/2/1-9', 'data/2/1-10', 'data/10/1-1', 'wal/1-1', 'manifest-1-1']) {
      (await files.create(path)).close();
    }
    assertEqual(await files.list(''), ['manifest-1-1'], 'files of the root');
    assertEqual(await files.listDirectories(''), ['data', 'wal'], 'directories of the root');
    assertEqual(await files.listDirectories('data'), ['10', '2'], 'directories of data');
    assertEqual(await files.list('data'), [], 'files of data');
    assertEqual(await files.list('data/2'), ['1-10', '1-9'], 'files of data/2');
  });

  test('refuses to create a path that exists, open or not, and keeps its bytes', async (files) => {
    const handle = await files.create('wal/1-1');
    handle.write(Uint8Array.of(1, 2, 3), 0);
    await assertRejects(files.create('wal/1-1'), 'create of an open file');
    handle.close();
    await assertRejects(files.create('wal/1-1'), 'create of a closed file');
    assertEqual(await contentOf(files, 'wal/1-1'), Uint8Array.of(1, 2, 3), 'content');
  });

  test('rejects with NotFoundError if a file to open does not exist', async (files) => {
    await assertRejects(files.open('wal/1-1'), 'open in a directory that is not there', 'NotFoundError');
    (await files.create('wal/1-1')).close();
    await assertRejects(files.open('wal/1-2'), 'open of a name that is not there', 'NotFoundError');
    assertEqual(await files.list('wal'), ['1-1'], 'no file was made');
  });

  test('refuses names that are empty or lead out of the root', async (files) => {
    for (const path of ['', '/a', 'a/', 'a//b', '../a', 'a/../b', '.']) {
      await assertRejects(files.create(path), `create of '${path}'`, 'INVALID_ARGUMENT');
    }
  });

  test('finds written data in a reopened file', async (files) => {
    const handle = await files.create('data/1/1-1');
    handle.write(Uint8Array.of(7, 8, 9), 0);
    handle.flush();
    handle.close();
    assertEqual(await contentOf(files, 'data/1/1-1'), Uint8Array.of(7, 8, 9), 'content');
  });

  test('can use many files at once', async (files) => {
    const paths = Array.from({ length: 20 }, (_, number) => `data/${number % 3}/1-${number}`);
    const handles = await Promise.all(paths.map((path) => files.create(path)));
    for (const [index, handle] of handles.entries()) handle.write(Uint8Array.of(index), 0);
    for (const handle of handles) handle.close();
    const contents = await Promise.all(paths.map((path) => contentOf(files, path)));
    assertEqual(
      contents,
      paths.map((_, index) => Uint8Array.of(index)),
      'contents',
    );
  });
}

function removalTests(test: Test): void {
  test('removes a file, and accepts one that does not exist', async (files) => {
    (await files.create('wal/1-1')).close();
    (await files.create('wal/1-2')).close();
    await files.remove('wal/1-1');
    await files.remove('wal/1-1');
    await files.remove('elsewhere/1-1');
    assertEqual(await files.list('wal'), ['1-2'], 'what is left');
    await assertRejects(files.open('wal/1-1'), 'open of a removed file', 'NotFoundError');
  });

  test('removes a directory with its content, and accepts one that does not exist', async (files) => {
    for (const path of ['data/1/1-1', 'data/1/1-2', 'data/10/1-3']) (await files.create(path)).close();
    await files.removeDirectory('data/1');
    await files.removeDirectory('data/1');
    assertEqual(await files.listDirectories('data'), ['10'], 'what is left');
    assertEqual(await files.list('data/1'), [], 'nothing is inside');
    (await files.create('data/1/2-4')).close();
    assertEqual(await files.list('data/1'), ['2-4'], 'the directory can be made again');
  });
}

function bytesTests(test: Test): void {
  test('starts with an empty file', async (files) => {
    const handle = await files.create('a');
    assertEqual(handle.size(), 0, 'size');
    assertEqual(handle.read(new Uint8Array(4), 0), 0, 'bytes read');
    handle.close();
  });

  test('reads fewer bytes than requested only at the end, and changes nothing after them', async (files) => {
    const handle = await files.create('a');
    handle.write(Uint8Array.of(1, 2, 3, 4, 5), 0);
    const into = new Uint8Array(4).fill(255);
    assertEqual(handle.read(into, 1), 4, 'bytes read inside');
    assertEqual(into, Uint8Array.of(2, 3, 4, 5), 'inside');
    into.fill(255);
    assertEqual(handle.read(into, 3), 2, 'bytes read at the end');
    assertEqual(into, Uint8Array.of(4, 5, 255, 255), 'at the end');
    assertEqual(handle.read(into, 5), 0, 'bytes read at the very end');
    assertEqual(handle.read(into, 500), 0, 'bytes read beyond');
    handle.close();
  });

  test('reads into and writes from a part of a larger buffer', async (files) => {
    const handle = await files.create('a');
    const buffer = Uint8Array.of(9, 1, 2, 3, 9);
    handle.write(buffer.subarray(1, 4), 0);
    assertEqual(handle.size(), 3, 'size');
    const into = new Uint8Array(5).fill(7);
    assertEqual(handle.read(into.subarray(2, 4), 1), 2, 'bytes read');
    assertEqual(into, Uint8Array.of(7, 7, 2, 3, 7), 'buffer');
    handle.close();
  });

  test('writes the bytes that the buffer contained when write was called', async (files) => {
    const handle = await files.create('a');
    const bytes = Uint8Array.of(1, 2, 3);
    handle.write(bytes, 0);
    bytes.fill(0);
    assertEqual(allOf(handle), Uint8Array.of(1, 2, 3), 'content');
    handle.close();
  });

  test('overwrites in place and fills a gap with zeros', async (files) => {
    const handle = await files.create('a');
    handle.write(Uint8Array.of(1, 2, 3, 4), 0);
    handle.write(Uint8Array.of(8, 9), 1);
    handle.write(Uint8Array.of(5), 6);
    handle.write(new Uint8Array(0), 100);
    assertEqual(allOf(handle), Uint8Array.of(1, 8, 9, 4, 0, 0, 5), 'content');
    handle.close();
  });

  test('truncates to a shorter or a longer size, with zeros and never with old bytes', async (files) => {
    const handle = await files.create('a');
    handle.write(Uint8Array.of(1, 2, 3, 4), 0);
    handle.truncate(2);
    assertEqual(allOf(handle), Uint8Array.of(1, 2), 'shorter');
    handle.truncate(5);
    assertEqual(allOf(handle), Uint8Array.of(1, 2, 0, 0, 0), 'longer');
    handle.truncate(0);
    handle.write(Uint8Array.of(6), 2);
    assertEqual(allOf(handle), Uint8Array.of(0, 0, 6), 'written beyond the end');
    handle.close();
  });

  test('throws from a closed handle, whose file can be opened again', async (files) => {
    const handle = await files.create('a');
    handle.close();
    handle.close();
    assertThrows(() => handle.size(), 'size');
    assertThrows(() => handle.read(new Uint8Array(1), 0), 'read');
    assertThrows(() => handle.write(Uint8Array.of(1), 0), 'write');
    assertThrows(() => handle.truncate(0), 'truncate');
    assertThrows(() => handle.flush(), 'flush');
    const again = await files.open('a');
    assertEqual(again.size(), 0, 'size');
    again.close();
  });

  test('returns every byte of a megabyte that was written in uneven pieces', async (files) => {
    const random = new Random(7);
    const expected = random.bytes(1_000_003);
    const handle = await files.create('data/1/1-1');
    for (let at = 0; at < expected.length; ) {
      const end = Math.min(expected.length, at + 1 + random.below(200_000));
      handle.write(expected.subarray(at, end), at);
      at = end;
    }
    handle.flush();
    assert(sameBytes(allOf(handle), expected), 'the content differs');
    handle.close();
    assert(sameBytes(await contentOf(files, 'data/1/1-1'), expected), 'the content of the reopened file differs');
  });

  test('agrees with an array of bytes in random writes, truncations and reads', async (files) => {
    const random = new Random(11);
    const handle = await files.create('a');
    let expected = new Uint8Array(0);
    for (let step = 0; step < 300; step++) {
      const at = random.below(5000);
      if (random.chance(0.2)) {
        handle.truncate(at);
        expected = resized(expected, at);
      } else {
        const bytes = random.bytes(1 + random.below(1500));
        handle.write(bytes, at);
        expected = resized(expected, Math.max(expected.length, at + bytes.length));
        expected.set(bytes, at);
      }
      assert(sameBytes(allOf(handle), expected), `the content differs after step ${step}`);
    }
    handle.close();
  });
}

function allOf(handle: FileHandle): Uint8Array {
  const bytes = new Uint8Array(handle.size());
  assertEqual(handle.read(bytes, 0), bytes.length, 'bytes read');
  return bytes;
}

async function contentOf(files: FileSystem, path: string): Promise<Uint8Array> {
  const handle = await files.open(path);
  const bytes = allOf(handle);
  handle.close();
  return bytes;
}

function resized(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(size);
  result.set(bytes.subarray(0, size));
  return result;
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
