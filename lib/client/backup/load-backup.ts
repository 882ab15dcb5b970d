import type { BackupPort } from '../../backup/backup-port.js';
import { BigtabError } from '../../errors.js';
import { Operation } from '../../service/client-service.js';
import { notLoaded, ofThisBuild } from '../calls/load-code.js';
import type { Session } from '../calls/session.js';

/** Loads the code of exports and imports, which few pages need. */
export function loadBackup(): Promise<typeof import('../../backup/backup-code.js')> {
  return import('../../backup/backup-code.js').then(ofThisBuild, notLoaded);
}

/** What that code needs of a connection. */
export function portOf(session: Session): BackupPort {
  const { clock, maxCellSize } = session;
  return {
    change: (method, ...args) => session.control('change' as never, method, ...args),
    ask: (method, ...args) => session.control('alone' as never, method, ...args),
    batch: (name, number) => session.controlBytes('exportBatch', name, number),
    write: (request) => session.batcher.call(Operation.Mutate, request, 'write'),
    token: () => session.token(),
    maxCellSize,
    pacer: () => session.pacer(),
    after: (ms, task) => clock.after(ms, task),
  };
}

/** That code has its own copy of BigtabError in the package. The user gets errors of the class that the package exports. */
export function asOwn(error: unknown): unknown {
  if (!BigtabError.is(error) || error instanceof BigtabError) return error;
  const { code, message, details, cause } = error as BigtabError;
  return new BigtabError(code, message, { details, cause });
}
