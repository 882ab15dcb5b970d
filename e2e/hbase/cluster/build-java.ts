import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inRoot } from '../../../lib/build/package/places.js';
import { type JavaTools, obtainJava } from './find-java.js';
import { runTool } from './run-tool.js';

/** How to start one of the Java programs: `java`, then these words, then the class and its arguments. */
export interface JavaCommand {
  readonly java: string;
  readonly words: readonly string[];
}

const SETTINGS = 'e2e/hbase/cluster/java';
const SOURCE_FOLDERS = [SETTINGS, 'e2e/hbase/bench'];
const OUTPUT = inRoot('.out/hbase');
const DOWNLOAD_LIMIT = 15 * 60_000;
const COMPILE_LIMIT = 2 * 60_000;

/**
 * Prepares the Java programs for a version of HBase: downloads its jars with Maven and compiles the sources against them.
 * Both are kept in `.out/hbase` under the hash of what they are made from, and made again only if that changes.
 */
export async function buildJava(version: string, log: (line: string) => void): Promise<JavaCommand> {
  const tools = obtainJava();
  const jars = await obtainJars(tools, version, log);
  const classes = await obtainClasses(tools, jars, log);
  const classPath = [classes, inRoot(SETTINGS), join(jars, '*')].join(':');
  return {
    java: tools.java,
    // ZooKeeper and the region server would listen on IPv6 as well. HBase reads the module's private part.
    words: ['-Djava.net.preferIPv4Stack=true', '--add-opens=java.base/java.nio=ALL-UNNAMED', '-cp', classPath],
  };
}

async function obtainJars(tools: JavaTools, version: string, log: (line: string) => void): Promise<string> {
  const project = inRoot(`${SETTINGS}/pom.xml`);
  return await obtainFolder(`jars-${version}`, [await readFile(project)], async (folder) => {
    log(`downloading HBase ${version} with Maven (about 110 MB the first time)`);
    const words = ['dependency:copy-dependencies', `-Dhbase.version=${version}`, `-DoutputDirectory=${folder}`];
    await runTool(tools.maven, ['-q', '-B', '-f', project, ...words], DOWNLOAD_LIMIT);
  });
}

async function obtainClasses(tools: JavaTools, jars: string, log: (line: string) => void): Promise<string> {
  const sources = (await Promise.all(SOURCE_FOLDERS.map(javaFilesIn))).flat();
  const contents = await Promise.all(sources.map((path) => readFile(path)));
  return await obtainFolder('classes', [Buffer.from(jars), ...contents], async (folder) => {
    log('compiling the Java programs');
    await runTool(tools.javac, ['-cp', join(jars, '*'), '-d', folder, ...sources], COMPILE_LIMIT);
  });
}

/**
 * The folder that `make` fills, made from `parts`. It is filled under another name and then renamed: a folder with the
 * final name is complete, also if several processes make it at the same time.
 */
async function obtainFolder(
  name: string,
  parts: readonly Buffer[],
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  const folder = join(OUTPUT, `${name}-${hash.digest('hex').slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}-${process.pid}`;
  try {
    await mkdir(unfinished, { recursive: true });
    await make(unfinished);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another process has made the folder meanwhile.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

async function javaFilesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(inRoot(folder));
  return names
    .filter((name) => name.endsWith('.java'))
    .sort()
    .map((name) => inRoot(`${folder}/${name}`));
}
