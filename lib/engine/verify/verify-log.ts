import { borrowed } from '../../storage/fs/borrowed-handle.js';
import { type LogFiles, type LogVisitor, readLog } from '../../storage/wal/read-log.js';
import { quarantinedPaths } from '../recovery/file-inventory.js';
import type { Engine } from '../region/engine.js';
import type { VerifiedFiles } from './verified-files.js';

/** Reads the log as recovery would, in steps, with `rest` between them. Resolves to the paths of segments that contain nothing, such as spares. */
export async function verifyLog(
  engine: Engine,
  found: VerifiedFiles,
  rest: () => Promise<void>,
): Promise<readonly string[]> {
  const { commit, wal } = engine;
  const { logStart, logPosition: position } = commit.image.database;
  const visitor: LogVisitor = {
    isSound: () => true,
    apply: () => {},
    tableName: (id) => commit.table(id)?.name ?? null,
    needs: () => false,
    rest,
  };
  const { active } = wal;
  const quarantined = quarantinedPaths(commit.image);
  const log = await readLog(besideWriter(engine), { logStart, position, active, quarantined }, visitor);
  for (const path of [...log.segments.map((segment) => segment.path), active.path]) found.add(path, 'log');
  for (const problem of log.problems) {
    const path = /\bwal\/[0-9]+-[0-9]+\b/.exec(problem)?.[0] ?? active.path;
    found.add(path, 'log', problem.endsWith('.') ? problem : `${problem}.`);
  }
  return log.unused;
}

/** The files, of which those that the log has open are read through its handles. */
function besideWriter({ files, wal }: Engine): LogFiles {
  return {
    list: (directory) => files.list(directory),
    open: async (path) => {
      const own = wal.handleOf(path);
      return own === null ? files.open(path) : borrowed(own);
    },
  };
}
