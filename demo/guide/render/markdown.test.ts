import { describe, expect, it } from 'vitest';
import { render } from './markdown.js';

function html(markdown: string): string {
  return render(markdown, { link: (target) => `/${target}` }).html;
}

describe('Markdown', () => {
  it('becomes headings with anchors, and the first heading is the title', () => {
    expect(html('## A `b` & c')).toBe('<h2 id="a-b--c">A <code>b</code> &amp; c</h2>');
    expect(render('Text\n\n# The *title*', { link: String }).title).toBe('The title');
  });

  it('becomes paragraphs, whose lines are joined', () => {
    expect(html('one\ntwo\n\nthree')).toBe('<p>one two</p>\n<p>three</p>');
  });

  it('becomes lists, whose items continue in indented lines', () => {
    expect(html('- one\n  more\n- two')).toBe('<ul><li>one more</li>\n<li>two</li></ul>');
    expect(html('1. one\n2. two\n\nText')).toBe('<ol><li>one</li>\n<li>two</li></ol>\n<p>Text</p>');
  });

  it('becomes tables, in which a bar after a backslash is text', () => {
    const table = html('| a | b |\n|---|---|\n| `x\\|y` | |');
    expect(table).toContain('<thead><tr><th>a</th><th>b</th></tr></thead>');
    expect(table).toContain('<tr><td><code>x|y</code></td><td></td></tr>');
    expect(table).toContain('aria-label="Table: a, b"');
  });

  it('becomes code with the name of its file, highlighted if the language is known', () => {
    expect(html('```\na < b\n```')).toContain('<code>a &lt; b</code>');
    const code = html("```ts notes.ts\nconst a = 'b'; // c\n```");
    expect(code).toContain('<figcaption>notes.ts</figcaption>');
    expect(code).toContain('<span class="keyword">const</span> a = <span class="string">\'b\'</span>');
    expect(code).toContain('<span class="comment">// c</span>');
  });

  it('becomes links, bold, emphasis and anchors; nothing in code is markup', () => {
    expect(html('[a `b`](c.md#d) **e** *f* `**g** [h](i)`')).toBe(
      '<p><a href="/c.md#d">a <code>b</code></a> <strong>e</strong> <em>f</em> <code>**g** [h](i)</code></p>',
    );
    expect(html('<a id="r-1"></a>R-1 <b> 2 * 3 * 4')).toBe('<p><a id="r-1"></a>R-1 &lt;b&gt; 2 * 3 * 4</p>');
    expect(html('**Decision [A-1](#a-1):** x')).toBe('<p><strong>Decision <a href="/#a-1">A-1</a>:</strong> x</p>');
  });

  it('loses its comments', () => {
    expect(html('<!-- nothing -->\ntext')).toBe('\n<p>text</p>');
  });
});
