import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * Facts from which any process can recognize a process. They come from the operating system: all threads of a process read
 * the same ones, and no change of a clock affects them. A fact that the system does not tell is empty.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** The start of the process. A later process with the same id has a different one. */
  readonly start: string;
  /** The running operating system. Another machine has a different one. */
  readonly system: string;
  /** The namespaces in which the id and the start are valid. A container has its own ones. */
  readonly space: string;
}

/** The identity of this process. */
export function ownIdentity(): ProcessIdentity {
  const { pid } = process;
  return { pid, start: startOf(pid), ...readPlace() };
}

/**
 * Whether a process still runs. Null if the process that has its id now may be a later one. REQUIRES that this process has
 * the same system and space.
 */
export function isRunning({ pid, start }: ProcessIdentity): boolean | null {
  if (!hasProcess(pid)) return false;
  const found = startOf(pid);
  return start === '' || found === '' ? null : start === found && !isZombie(pid);
}

function readPlace(): Pick<ProcessIdentity, 'system' | 'space'> {
  if (process.platform === 'linux') return readLinuxPlace();
  if (process.platform === 'darwin')
    return { system: answerOf('/usr/sbin/sysctl', '-n', 'kern.bootsessionuuid'), space: '' };
  if (process.platform === 'win32') {
    const reg = `${process.env.SystemRoot}\\System32\\reg.exe`;
    const answer = answerOf(reg, 'query', 'HKLM\\SOFTWARE\\Microsoft\\Cryptography', '/v', 'MachineGuid');
    // A copied machine may have the same one, but not the same name in a network.
    return { system: answer.split('_').at(-1) ?? '', space: wordOf(process.env.COMPUTERNAME ?? '') };
  }
  return { system: '', space: '' };
}

function readLinuxPlace(): Pick<ProcessIdentity, 'system' | 'space'> {
  try {
    // Otherwise this is the directory of other namespaces.
    if (readlinkSync('/proc/self') === String(process.pid)) {
      const system = wordOf(readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'));
      // Old systems have no namespaces of time.
      const names = existsSync('/proc/self/ns/time') ? ['pid', 'time'] : ['pid'];
      return { system, space: names.map((name) => readlinkSync(`/proc/self/ns/${name}`).replace(/\D/g, '')).join('_') };
    }
  } catch {
    // The system does not tell them.
  }
  return { system: '', space: '' };
}

/** Whether a process has this id, as far as this process can see. */
export function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Any other error is that of a process of another user.
    return (error as { readonly code?: unknown }).code !== 'ESRCH';
  }
}

function startOf(pid: number): string {
  // In ticks since the system started.
  if (process.platform === 'linux') return linuxStat(pid)[19] ?? '';
  // The system stores the time at which a process started. Later changes of its clock do not change it.
  return process.platform === 'darwin' ? answerOf('/bin/ps', '-o', 'lstart=', '-p', String(pid)) : '';
}

/** Whether a process and all its threads have ended, and only its parent has not noticed yet. */
function isZombie(pid: number): boolean {
  const { 0: state, 17: threads } = linuxStat(pid);
  return state === 'Z' && threads === '1';
}

/** The fields of `/proc/PID/stat` from the third one on. The second one is the name of the program in parentheses. */
function linuxStat(pid: number): readonly string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** The output of a program of the system, as one word; empty if it fails. */
function answerOf(program: string, ...args: readonly string[]): string {
  try {
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
    return wordOf(execFileSync(program, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return '';
  }
}

/** The text without characters that names of files or the separator cannot contain. */
function wordOf(text: string): string {
  return text.trim().replace(/\W+/g, '_');
}
