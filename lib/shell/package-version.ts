/** The version of this package; its manifest, which is not there at run time, says the same. */
export const PACKAGE_VERSION = '0.1.0';
