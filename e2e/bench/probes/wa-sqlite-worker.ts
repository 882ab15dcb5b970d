import { OPFSWriteAheadVFS } from '@journeyapps/wa-sqlite/src/examples/OPFSWriteAheadVFS.js';
import { serveWaSqlite } from './serve-wa-sqlite.js';

serveWaSqlite(OPFSWriteAheadVFS, 'PRAGMA synchronous = NORMAL;');
