import { AccessHandlePoolVFS } from '@journeyapps/wa-sqlite/src/examples/AccessHandlePoolVFS.js';
import { serveWaSqlite } from './serve-wa-sqlite.js';

serveWaSqlite(
  AccessHandlePoolVFS,
  'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;',
);
