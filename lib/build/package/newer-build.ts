import { mkdir, readFile, rm } from 'node:fs/promises';
import type { Plugin } from 'rolldown';
import { PROTOCOL_VERSION } from '../../service/client-service.js';
import { bundleScripts } from './bundle-scripts.js';
import { inRoot } from './places.js';

/** The folder of a build of the package whose protocol is one higher. */
export const NEWER_BUILD: string = inRoot('.out/newer');
export const OWN_PROTOCOL: number = PROTOCOL_VERSION;
export const NEWER_PROTOCOL: number = PROTOCOL_VERSION + 1;

const NEWER: Plugin = {
  name: 'bigtab:newer-protocol',
  async load(id) {
    if (!id.endsWith('/lib/service/client-service.ts')) return null;
    const code = await readFile(id, 'utf8');
    const own = `export const PROTOCOL_VERSION = ${OWN_PROTOCOL};`;
    if (!code.includes(own)) throw new Error(`${id} does not contain '${own}'`);
    return code.replace(own, `export const PROTOCOL_VERSION = ${NEWER_PROTOCOL};`);
  },
};

/** Builds it from the same sources. */
export async function buildNewer(): Promise<void> {
  await rm(NEWER_BUILD, { recursive: true, force: true });
  await mkdir(NEWER_BUILD, { recursive: true });
  await bundleScripts(NEWER_BUILD, { minify: false, plugins: [NEWER] });
}
