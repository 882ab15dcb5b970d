import { attributeText, inByteOrder } from './attribute-text.js';

/**
 * A namespace as `describe_namespace` shows it: `{NAME => 'ns', k => 'v', …}`, keys in byte order (N-17). HBase:
 * `NamespaceDescriptor.toString`.
 */
export function namespaceText(namespace: {
  readonly name: string;
  readonly configuration: Readonly<Record<string, string>>;
}): string {
  const pairs = [['NAME', namespace.name] as const, ...inByteOrder(Object.entries(namespace.configuration))];
  return `{${pairs.map(([key, value]) => attributeText(key, value)).join(', ')}}`;
}
