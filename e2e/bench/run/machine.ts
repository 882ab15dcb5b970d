import { arch, cpus, platform, totalmem } from 'node:os';

/** The machine and browser, on which the numbers depend. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly system: string;
  /** The name, with the full version. */
  readonly browser: string;
}

export function machineFacts(browser: string): Machine {
  const [first] = cpus();
  return {
    processor: first?.model.trim() || arch(),
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${arch()}`,
    browser,
  };
}

/** The machine without its browser, for people. */
export function machineText({ system, cores, processor, memoryGiB }: Machine): string {
  return `${system}, ${cores} cores (${processor}), ${memoryGiB} GiB of memory`;
}
