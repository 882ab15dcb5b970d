import { BigtabError } from '../../errors.js';

/**
 * The arguments of a call on an existing namespace. Throws NAMESPACE_NOT_FOUND for the empty name, which means all
 * namespaces in some of HBase's calls. HBase's master answers for every other name.
 */
export function namedNamespace(name: string): { readonly name: string } {
  if (name !== '') return { name };
  throw new BigtabError('NAMESPACE_NOT_FOUND', "Namespace '' does not exist", { details: { namespace: name } });
}
