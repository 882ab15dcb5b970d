// Every module knows its address; the worker's script stands beside the package's entry.
interface ImportMeta {
  url: string;
}
