import type { Plugin } from 'rolldown';

/** Code that never runs in the worker, but that a bundler cannot recognise, in the file whose path ends so. */
const UNUSED: readonly (readonly [file: string, code: RegExp])[] = [
  // The worker sends an error's code, and the page finds the name of HBase's class.
  ['/lib/errors.ts', /this\.hbaseName = .*;/],
  // `codec` catches all errors of fflate, so their texts are never shown.
  ['/fflate/esm/browser.js', /'unexpected EOF',[^\]]*/],
  // Only used for the names in archives.
  ['/fflate/esm/browser.js', /try \{\s*td\.decode\([^}]*\}\);[^}]*\}\s*catch \(e\) \{ \}/],
];

/** Removes this code. Lines stay where they are, so that the source map fits. */
export const unusedCode: Plugin = {
  name: 'unused-code',
  transform(source, id) {
    let code = source;
    for (const [file, unused] of UNUSED.filter(([file]) => id.endsWith(file))) {
      if (!unused.test(code)) throw new Error(`${file} has changed: it does not contain ${unused}`);
      code = code.replace(unused, (text) => text.replace(/[^\n]/g, ''));
    }
    return code === source ? null : { code, map: null };
  },
};
