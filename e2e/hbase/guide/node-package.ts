import { openMemory } from '../../../lib/memory.js';

/* The package as the guide's program uses it in Node: its browser database is in memory. */

export * from '../../../lib/index.js';

export const connect = (name: string): ReturnType<typeof openMemory> => openMemory({ name });
