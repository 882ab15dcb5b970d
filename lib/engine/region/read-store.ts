import type { Store } from './store.js';

/** What reads need of a family. */
export type ReadStore = Pick<Store, 'name' | 'damage' | 'view' | 'scanInfo' | 'sources'>;
