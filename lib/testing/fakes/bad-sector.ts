import type { FileHandle, FileSystem } from '../../storage/fs/file-system.js';
import { replaceMethod } from './replace-method.js';

/** The bytes `from` … `to` - 1 of a file. May be changed at any time. */
export interface BadSector {
  path: string;
  from: number;
  to: number;
}

/** From now on, reads of the sector fail, through handles that are opened later. */
export function addBadSector(files: FileSystem, sector: BadSector = { path: '', from: 0, to: 0 }): BadSector {
  const failing = (path: string, handle: FileHandle): FileHandle => {
    replaceMethod(handle, 'read', (read) => (into, at) => {
      if (path === sector.path && at < sector.to && at + into.length > sector.from)
        throw new DOMException('The device refuses', 'NotReadableError');
      return read.call(handle, into, at);
    });
    return handle;
  };
  for (const name of ['create', 'open'] as const)
    replaceMethod(files, name, (open) => async (path) => failing(path, await open.call(files, path)));
  return sector;
}
