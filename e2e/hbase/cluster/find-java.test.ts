import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasJava, javaVersionIn } from './find-java.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'find-java-'));
  vi.stubEnv('JAVA_HOME', '');
  vi.stubEnv('PATH', folder);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function addProgram(name: string, prints = ''): void {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\necho '${prints}'\n`);
  chmodSync(path, 0o755);
}

describe('the search for Java', () => {
  it('finds a JDK of version 17 with Maven', () => {
    addProgram('java');
    addProgram('javac', 'javac 17.0.15');
    expect(hasJava()).toBe(false);
    addProgram('mvn');
    expect(hasJava()).toBe(true);
  });

  it('does not take an older JDK', () => {
    addProgram('java');
    addProgram('javac', 'javac 11.0.27');
    addProgram('mvn');
    expect(hasJava()).toBe(false);
  });

  it('uses only the JDK in JAVA_HOME if that is set', () => {
    addProgram('java');
    addProgram('javac', 'javac 17.0.15');
    addProgram('mvn');
    vi.stubEnv('JAVA_HOME', join(folder, 'other'));
    expect(hasJava()).toBe(false);
  });

  it('reads the version in both of its forms', () => {
    expect(javaVersionIn('javac 21-ea\n')).toBe(21);
    expect(javaVersionIn('Picked up JAVA_TOOL_OPTIONS: -Xmx1g\njavac 17.0.15\n')).toBe(17);
    expect(javaVersionIn('javac 1.8.0_292\n')).toBe(8);
    expect(javaVersionIn('')).toBe(null);
  });
});
