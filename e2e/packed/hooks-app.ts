/*
 * The same list in React, Vue and Svelte, with the published package. A page sets `window.notes` to what a test needs, and
 * `window.toggle()` mounts or unmounts the list. The list shows its status, and a word that a test can change.
 */

/** Opens the database once for the page. */
const NOTES = `import { connect } from 'bigtab';

const opening = (async () => {
  const connection = await connect('hooks');
  const table = await connection.ensureTable({ name: 'notes', families: ['e'] });
  window.notes = {
    put: (row, text) => table.put({ row, cells: { e: { text } } }),
    remove: (row) => table.delete({ row }),
    watches: async () => (await connection.status()).watches,
  };
  return table;
})();
export const openNotes = () => opening;
`;

const REACT_LIST = `import { useRows } from 'bigtab/react';
import { createElement as h } from 'react';

export function List({ table, prefix }) {
  const { status, rows } = useRows(table, { prefix, limit: 20 });
  window.renders = (window.renders ?? 0) + 1;
  return h('section', null, h('h1', null, 'WORD ' + status), h('ul', null, rows.map((row) => h('li', { key: row.key }, row.getText('e', 'text')))));
}
`;

const REACT = `import { createElement as h, StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { List } from './list.js';
import { openNotes } from '../notes.js';

let Current = List;
let redraw = () => {};
function App() {
  const [table, setTable] = useState(null);
  const [shown, show] = useState(true);
  const [prefix, setPrefix] = useState('a');
  const [, again] = useState(0);
  useEffect(() => { openNotes().then(setTable); }, []);
  window.toggle = () => show((before) => !before);
  window.setPrefix = setPrefix;
  redraw = () => again((count) => count + 1);
  window.redraw = redraw;
  return shown ? h(Current, { table, prefix }) : h('p', null, 'hidden');
}
const root = createRoot(document.getElementById('app'));
root.render(h(StrictMode, null, h(App)));
if (import.meta.hot) import.meta.hot.accept('./list.js', (changed) => { Current = changed.List; redraw(); });
`;

const VUE_LIST = `import { useRows } from 'bigtab/vue';
import { h } from 'vue';

export const List = {
  props: ['table', 'prefix'],
  setup(props) {
    const notes = useRows(() => props.table, () => ({ prefix: props.prefix, limit: 20 }));
    return () => h('section', [h('h1', 'WORD ' + notes.value.status), h('ul', notes.value.rows.map((row) => h('li', { key: row.key }, row.getText('e', 'text'))))]);
  },
};
`;

const VUE = `import { createApp, h, onMounted, ref, shallowRef } from 'vue';
import { List } from './list.js';
import { openNotes } from '../notes.js';

const current = shallowRef(List);
createApp({
  setup() {
    const table = shallowRef(null);
    const shown = ref(true);
    const prefix = ref('a');
    onMounted(async () => { table.value = await openNotes(); });
    window.toggle = () => { shown.value = !shown.value; };
    window.setPrefix = (next) => { prefix.value = next; };
    return () => shown.value ? h(current.value, { table: table.value, prefix: prefix.value }) : h('p', 'hidden');
  },
}).mount('#app');
if (import.meta.hot) import.meta.hot.accept('./list.js', (changed) => { current.value = changed.List; });
`;

const SVELTE_LIST = `<script>
  import { rows } from 'bigtab/svelte';
  let { table, prefix } = $props();
  const notes = $derived(rows(table, { prefix, limit: 20 }));
</script>
<section><h1>WORD {$notes.status}</h1><ul>{#each $notes.rows as row (row.key)}<li>{row.getText('e', 'text')}</li>{/each}</ul></section>
`;

const SVELTE_APP = `<script>
  import { onMount } from 'svelte';
  import { openNotes } from '../notes.js';
  let { list } = $props();
  let List = $state.raw(list);
  let table = $state.raw(null);
  let shown = $state(true);
  let prefix = $state('a');
  onMount(async () => {
    window.toggle = () => { shown = !shown; };
    window.setPrefix = (next) => { prefix = next; };
    window.replaceList = (next) => { List = next; };
    table = await openNotes();
  });
</script>
{#if shown}<List {table} {prefix} />{:else}<p>hidden</p>{/if}
`;

const SVELTE = `import { mount } from 'svelte';
import App from './App.svelte';
import List from './List.svelte';
mount(App, { target: document.getElementById('app'), props: { list: List } });
if (import.meta.hot) import.meta.hot.accept('./List.svelte', (changed) => window.replaceList(changed.default));
`;

/** The files of the app, by path. */
export const HOOKS_APP: Readonly<Record<string, string>> = {
  'notes.js': NOTES,
  'react/main.js': REACT,
  'react/list.js': REACT_LIST,
  'vue/main.js': VUE,
  'vue/list.js': VUE_LIST,
  'svelte/main.js': SVELTE,
  'svelte/App.svelte': SVELTE_APP,
  'svelte/List.svelte': SVELTE_LIST,
};

/** The file of each framework's list, which a test changes while the page is open. */
export const LISTS = { react: 'react/list.js', vue: 'vue/list.js', svelte: 'svelte/List.svelte' } as const;

/** Renders the three lists without a table, as a server does, and prints them as JSON. */
export const SERVER_PROGRAM = `import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { render } from 'svelte/server';
import { createSSRApp, h } from 'vue';
import { renderToString as renderVue } from 'vue/server-renderer';
import { List as ReactList } from './react/list.js';
import Svelte from './svelte/List.svelte';
import { List as VueList } from './vue/list.js';

globalThis.window = globalThis;
const props = { table: null, prefix: 'a' };
const rendered = {
  react: renderToString(createElement(ReactList, props)),
  vue: await renderVue(createSSRApp({ render: () => h(VueList, props) })),
  svelte: render(Svelte, { props }).body,
};
console.log(JSON.stringify(rendered));
`;
