/*
 * A worker that runs the suites of FileSystem and Catalog with the browser's own storage, and posts the outcomes. Only
 * workers can open files synchronously.
 */
import { IdbCatalog } from '../../../worker/idb-catalog.js';
import { OpfsFileSystem } from '../../../worker/opfs-file-system.js';
import { systemClock } from '../../clock.js';
import type { Catalog } from '../../storage/catalog/catalog.js';
import { catalogSuite } from '../conformance/catalog-suite.js';
import { fileSystemSuite } from '../conformance/file-system-suite.js';
import { CollectingRunner } from '../conformance/suite-runner.js';

declare const self: DedicatedWorkerGlobalScope;

let count = 0;

function opfsSuite(runner: CollectingRunner): void {
  fileSystemSuite(runner, async () => {
    const root = await navigator.storage.getDirectory();
    const path = `suite/${++count}`;
    return {
      files: new OpfsFileSystem({ root, path, clock: systemClock, random: Math.random }),
      dispose: async () => undefined,
    };
  });
}

function idbSuite(runner: CollectingRunner): void {
  catalogSuite(runner, async () => {
    const name = `suite-${++count}`;
    const opened: Catalog[] = [];
    const open = (): Catalog => {
      const catalog = new IdbCatalog({ name, clock: systemClock });
      opened.push(catalog);
      return catalog;
    };
    return {
      catalog: open(),
      another: async () => open(),
      dispose: async () => {
        for (const catalog of opened) await catalog.close();
      },
    };
  });
}

const runner = new CollectingRunner();
if (self.name === 'catalog') idbSuite(runner);
else opfsSuite(runner);
runner.run().then((outcomes) => self.postMessage(outcomes));
