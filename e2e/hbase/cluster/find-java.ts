import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { findInPath, installOnDebian, isProgram } from '../../find-program.js';

/** The programs that download, compile and run HBase, by their paths. */
export interface JavaTools {
  readonly java: string;
  readonly javac: string;
  readonly maven: string;
}

const OLDEST_JAVA = 17;
const NO_JAVA =
  `A real HBase needs a Java Development Kit ${OLDEST_JAVA} or newer and Maven. Install them ` +
  `(Debian: apt-get install openjdk-17-jdk-headless maven), with java, javac and mvn in the PATH. ` +
  'If JAVA_HOME is set, the Java in that folder is used.';

/** Whether this machine has a Java that can compile and run HBase, and Maven. Installs nothing. */
export function hasJava(): boolean {
  return findJava() !== null;
}

/** The installed tools. Installs Debian's if there are none and that is possible. Otherwise throws what to install. */
export function obtainJava(): JavaTools {
  const found = findJava();
  if (found !== null) return found;
  installOnDebian(['openjdk-17-jdk-headless', 'maven']);
  const installed = findJava();
  if (installed === null) throw new Error(NO_JAVA);
  return installed;
}

/** The version that `javac -version` prints, such as 17; 8 for "1.8.0_292". Null if this is not its output. */
export function javaVersionIn(printed: string): number | null {
  const [, version] = /^javac (?:1\.)?(\d+)/m.exec(printed) ?? [];
  return version === undefined ? null : Number(version);
}

function findJava(): JavaTools | null {
  const [java, javac, maven] = [findTool('java'), findTool('javac'), findInPath(['mvn'])];
  if (java === null || javac === null || maven === null) return null;
  const version = javaVersionIn(execFileSync(javac, ['-version'], { encoding: 'utf8' }));
  return version !== null && version >= OLDEST_JAVA ? { java, javac, maven } : null;
}

function findTool(name: string): string | null {
  const home = process.env.JAVA_HOME ?? '';
  if (home === '') return findInPath([name]);
  const path = join(home, 'bin', name);
  return isProgram(path) ? path : null;
}
