import { spawnSync } from 'node:child_process';

/** The reason for skipping a test that needs a small disk; listed in `allowed-skips.json`. */
export const CANNOT_MOUNT = 'only root on Linux may mount a small disk';

/** Mounts a disk of `bytes`, in memory, at an empty folder. Returns false if this process may not mount one. */
export function mountSmallDisk(folder: string, bytes: number): boolean {
  const words = ['-t', 'tmpfs', '-o', `size=${bytes}`, 'bigtab-small-disk', folder];
  return process.platform === 'linux' && spawnSync('mount', words).status === 0;
}

/** REQUIRES that no process uses the disk. */
export function unmountDisk(folder: string): void {
  const { status, stderr } = spawnSync('umount', [folder], { encoding: 'utf8' });
  if (status === 0) return;
  // It is removed when the last process has released it.
  spawnSync('umount', ['--lazy', folder]);
  throw new Error(`cannot unmount ${folder}: ${stderr}`);
}
