/*
 * The code of exports and imports, which is loaded on demand.
 */
import { PROTOCOL_VERSION as OWN } from '../service/client-service.js';

/** The module that imports this one at run time compares this number with its own. */
export const PROTOCOL_VERSION: number = OWN;
export { openSource } from './backup-files.js';
export { RENEW_MS } from './backup-port.js';
export { ByteSource } from './byte-source.js';
export { ExportLines } from './export-lines.js';
export { importBackup } from './import-backup.js';
export { checkTarget, writeBackup } from './write-backup.js';
