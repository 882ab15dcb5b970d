import type { Plugin } from 'vite';
import { BUNDLED, thirdPartyNotices } from './notices.js';

const NOTICES_FILE = 'THIRD-PARTY-NOTICES.txt';

const INSTALLED = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/**
 * Writes the licences of everything in a build of the explorer next to its page: those of each package that a module
 * comes from, and those of the packages in Bigtab.
 */
export function siteNotices(): Plugin {
  return {
    name: 'bigtab:site-notices',
    apply: 'build',
    async generateBundle() {
      const files = [...this.getModuleIds()].map((id) => id.replace(/\?.*$/, '')).filter((id) => INSTALLED.test(id));
      const used = files.flatMap((file) => INSTALLED.exec(file)?.[1] ?? []);
      const packages = [...new Set([...BUNDLED, ...used])].sort();
      const source = await thirdPartyNotices('The explorer', packages, files);
      this.emitFile({ type: 'asset', fileName: NOTICES_FILE, source });
    },
  };
}
