import { PGlite } from '@electric-sql/pglite';
import { OpfsAhpFS } from '@electric-sql/pglite/opfs-ahp';
import { worker } from '@electric-sql/pglite/worker';

/* Runs in one of the tabs' workers, which PGlite chooses. Every engine that has a page cache gets 64 MiB. */
worker({
  init: ({ meta }) =>
    PGlite.create({
      fs: new OpfsAhpFS((meta as { readonly name: string }).name),
      relaxedDurability: true,
      startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=64MB'],
    }),
});
