// Every module knows its address; the worker's script is next to the package's entry.
interface ImportMeta {
  url: string;
}
