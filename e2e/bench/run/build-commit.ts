import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inRoot } from '../../../lib/build/package/places.js';
import { DIRTY } from '../report/summary.js';
import { runCommand } from './run-command.js';

const execute = promisify(execFile);

/** A build of the package to measure. */
export interface Build {
  /** The sources it was made from, for people. */
  readonly title: string;
  /** The folder with its files. */
  readonly dist: string;
}

/** The commit of the working tree, as it is named in raw lines. */
export async function treeCommit(): Promise<string> {
  const [head, changes] = [await git('rev-parse', '--short', 'HEAD'), await git('status', '--porcelain')];
  return changes === '' ? head : `${head}${DIRTY}`;
}

/**
 * Builds the working tree as it is, and copies the result into `folder`, so that the measured build stays the same
 * while the tree changes.
 */
export async function buildTree(folder: string, signal: AbortSignal): Promise<Build> {
  const title = `working tree (${await treeCommit()})`;
  await runCommand('npm', ['run', 'build'], inRoot('.'), `the ${title} does not build`, signal);
  const dist = `${folder}/tree`;
  await cp(inRoot('dist'), dist, { recursive: true });
  return { title, dist };
}

/** The full name of a commit. Throws an Error with a message for people if there is none. */
export async function resolveCommit(name: string): Promise<string> {
  try {
    return await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
  } catch {
    throw new Error(
      `${name} is not a commit of this repository: --compare takes a hash, a branch, a tag, or a name such as HEAD~1`,
    );
  }
}

/**
 * Writes the files of the commit into `folder` and builds them there, with the scripts of that commit. It uses the
 * dependencies that are installed here or, if the commit's lockfile differs, installs those of the commit.
 */
export async function buildCommit(commit: string, folder: string, signal: AbortSignal): Promise<Build> {
  const short = await git('rev-parse', '--short', commit);
  const title = `commit ${short} (${await git('show', '--no-patch', '--format=%s', commit)})`;
  const sources = `${folder}/commit`;
  await mkdir(sources, { recursive: true });
  // A separate index, so nothing in the repository changes.
  const environment = { ...process.env, GIT_INDEX_FILE: `${folder}/index` };
  await execute('git', ['read-tree', commit], { cwd: inRoot('.'), env: environment });
  await execute('git', ['checkout-index', '--all', `--prefix=${sources}/`], { cwd: inRoot('.'), env: environment });
  const lockOf = (root: string) => readFile(`${root}/package-lock.json`, 'utf8');
  if ((await lockOf(sources)) === (await lockOf(inRoot('.')))) {
    await symlink(inRoot('node_modules'), `${sources}/node_modules`);
  } else {
    const failure = `the dependencies of ${title} could not be installed`;
    await runCommand('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], sources, failure, signal);
  }
  await runCommand('npm', ['run', 'build'], sources, `${title} does not build`, signal);
  return { title, dist: `${sources}/dist` };
}

async function git(...words: readonly string[]): Promise<string> {
  const { stdout } = await execute('git', words, { cwd: inRoot('.') });
  return stdout.trim();
}
