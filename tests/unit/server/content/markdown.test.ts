import { expect, test } from 'vitest'
import { CONTENT_LENGTHS, HOLD_ENTRY, hasControls, placeholdersOf } from '#domain/content.ts'
import { readSeeds } from '#server/content/content-board.ts'
import { renderMarkdown } from '#server/content/markdown.ts'

const render = (text: string, values = {}) => renderMarkdown(text, values)

test('headings, lists, tables and links become plain elements', () => {
  expect(render('# A\n\ntext **b** _i_ ~~s~~ `c`')).toBe(
    '<h2>A</h2>\n<p>text <strong>b</strong> <em>i</em> <s>s</s> <code>c</code></p>',
  )
  expect(render('3. a\n4. b')).toBe('<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>')
  expect(render('| a | b |\n|:-:|--:|\n| 1 | 2 |')).toMatch(/^<table>\n<thead>\n<tr>\n<th>a<\/th>/)
  expect(render('[in](/faq) [out](https://a.example)')).toBe(
    '<p><a href="/faq">in</a> <a href="https://a.example" target="_blank" rel="noopener noreferrer">out</a></p>',
  )
  expect(render('![a chart](/guide/chart.png)')).toBe(
    '<p><img src="/guide/chart.png" alt="a chart" loading="lazy" /></p>',
  )
})

test('a picture has the size that its name tells, so that the page keeps its place', () => {
  expect(render('![an order](/guide/fa/order-576x1024.webp)')).toBe(
    '<p><img src="/guide/fa/order-576x1024.webp" alt="an order" width="576" height="1024" loading="lazy" /></p>',
  )
  for (const elsewhere of ['//evil.example/a-1x1.webp', 'https://evil.example/a-1x1.webp', 'data:image/webp;base64,AA'])
    expect(render(`![x](${elsewhere})`)).not.toContain('<img')
})

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg onload=alert(1)>',
  '<iframe src="https://evil.example"></iframe>',
  '<style>body{display:none}</style>',
  '<p style="position:fixed">x</p>',
  '<a href="javascript:alert(1)">x</a>',
  '<form action="https://evil.example"><input name=p></form>',
  '<base href="https://evil.example">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java&#x09;script:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:msgbox(1))',
  '[x](//evil.example)',
  '[x](http://evil.example)',
  '![x](https://evil.example/pixel.png)',
  '![x](//evil.example/pixel.png)',
  '![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)',
  '![x](/a.png"onerror="alert(1))',
  '[x](/ok "title\\" onmouseover=alert(1)")',
  '<https://evil.example/"onmouseover="alert(1)>',
  '[a]: javascript:alert(1)\n\n[a]',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '```html"><script>alert(1)</script>\n<script>\n```',
  '\u0000<script\u0000>alert(1)</script>',
]

/** The real tags, with their attributes. */
const tagsOf = (html: string) => [...html.matchAll(/<[a-z][^>]*>/gi)].map(([tag]) => tag)

test.each(HOSTILE)('%s comes out harmless', (text) => {
  for (const tag of tagsOf(render(`before\n\n${text}\n\nafter`))) {
    expect(tag).toMatch(/^<(p|br|strong|em|s|h\d|ul|ol|li|blockquote|hr|pre|code|table|thead|tbody|tr|th|td|a|img)\b/)
    expect(tag.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/\son\w+=|\sstyle=|\ssrcset=/i)
    expect(tag).not.toMatch(/(?:href|src)="\s*(?:javascript|data|vbscript|http:|\/\/)/i)
    if (tag.startsWith('<img')) expect(tag).not.toContain('evil.example')
  }
})

test('a text as long as may be, of the deepest nesting, is read in time', () => {
  const began = performance.now()
  for (const piece of ['> ', '[', '**', '`', '(', '- ', '<', '_a'])
    render(piece.repeat(Math.floor(CONTENT_LENGTHS.body / piece.length)))
  expect(performance.now() - began).toBeLessThan(5_000)
})

test('a placeholder is a value, whatever it has in it', () => {
  const values = { fee: '0.3%', evil: '<script>**b**</script>', link: 'javascript:alert(1)' }
  expect(render('It costs {{fee}}, {{ fee }} or `{{fee}}`; {{other}} stays', values)).toBe(
    '<p>It costs 0.3%, 0.3% or <code>0.3%</code>; {{other}} stays</p>',
  )
  expect(render('{{evil}}', values)).toBe('<p>&lt;script&gt;**b**&lt;/script&gt;</p>')
  expect(render('[x]({{link}})', values)).not.toContain('javascript')
})

test('every text of the product is within the limits, has known names alone, and is there in both languages', async () => {
  const seeds = await readSeeds()
  const known =
    /^(goldHours|quickTradeFee|inviterShare|quoteSeconds|(deposit|withdraw)(Min|Max)|(makerFee|takerFee|levelVolume)\d)$/
  for (const { slug, title, body } of seeds) {
    expect(title.length, slug).toBeLessThanOrEqual(CONTENT_LENGTHS.title)
    expect(body.length, slug).toBeLessThanOrEqual(CONTENT_LENGTHS.body)
    expect(hasControls(title + body), slug).toBe(false)
    expect(
      placeholdersOf(title + body).filter((name) => !known.test(name)),
      slug,
    ).toEqual([])
  }
  const namesIn = (language: string) =>
    seeds.filter((seed) => seed.language === language).map(({ kind, slug, position }) => `${kind} ${slug} ${position}`)
  expect(namesIn('fa').sort()).toEqual(namesIn('en').sort())
  expect(seeds.filter(({ slug }) => slug === HOLD_ENTRY)).toHaveLength(2)
  expect(namesIn('fa')).toEqual(
    expect.arrayContaining(['PAGE terms 0', 'PAGE privacy 0', 'PAGE about 0', 'PAGE guide 0']),
  )
})
