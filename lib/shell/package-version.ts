/** The version of this package, the same as in its manifest, which does not exist at run time. */
export const PACKAGE_VERSION = '0.1.0';
