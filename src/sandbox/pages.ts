import type { FastifyInstance, FastifyPluginCallback, FastifyReply } from 'fastify'

/** Markup in which all text from outside is escaped. */
export interface Html {
  readonly markup: string
}

type Part = string | Html | readonly Html[] | undefined

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

function render(part: Part): string {
  if (part === undefined) return ''
  if (typeof part === 'string') return escapeHtml(part)
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('')
}

/** A template whose text parts are escaped; only other `html` templates are inserted unchanged. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return {
    markup: strings.map((literal, index) => literal + (index < parts.length ? render(parts[index]) : '')).join(''),
  }
}

const STYLE = html`<style>
  :root { color-scheme: dark light; --ink: #0e1320; --card: #171e2e; --line: #2a3346; --text: #eef1f7; --dim: #9aa5bb; --gold: #e0b354; --up: #3fb984; --down: #f0616d }
  @media (prefers-color-scheme: light) { :root { --ink: #f4f5f8; --card: #fff; --line: #dde2ea; --text: #141a26; --dim: #5a6579; --gold: #9a6b0a; --up: #10774c; --down: #b82a38 } }
  * { box-sizing: border-box }
  body { margin: 0; padding: 16px; background: var(--ink); color: var(--text); font: 16px/1.7 Vazirmatn, system-ui, sans-serif }
  main { max-width: 560px; margin-inline: auto }
  h1 { font-size: 20px; margin-block: 8px }
  section, li { background: var(--card); border: 1px solid var(--line); border-radius: 16px; padding: 16px; margin-block: 12px }
  ul { list-style: none; padding: 0; margin: 0 }
  p { margin-block: 6px }
  small, dt, .dim { color: var(--dim) }
  dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 0 }
  dd { margin: 0; text-align: end }
  bdi, code, input, td:first-child { font-variant-numeric: tabular-nums }
  table { width: 100%; border-collapse: collapse }
  td, th { text-align: start; padding: 6px; border-block-end: 1px solid var(--line); vertical-align: top }
  a { color: var(--gold) }
  input, select { width: 100%; min-height: 48px; border-radius: 12px; border: 1px solid var(--line); background: var(--ink); color: var(--text); font: inherit; text-align: center; letter-spacing: 1px }
  button { width: 100%; min-height: 52px; margin-block-start: 12px; border: 0; border-radius: 12px; font: inherit; font-weight: 700; cursor: pointer; background: var(--gold); color: #10141d }
  button.plain { background: transparent; color: var(--text); border: 1px solid var(--line) }
  :focus-visible { outline: 3px solid var(--gold); outline-offset: 2px }
  .notice { border-inline-start: 4px solid var(--gold) }
  .fault { border-inline-start: 4px solid var(--down) }
  .code { font-size: 28px; font-weight: 700; letter-spacing: 4px; color: var(--gold) }
  .big { font-size: 24px; font-weight: 700; white-space: nowrap }
  .text { white-space: pre-line; overflow-wrap: anywhere }
</style>`

/** The notice on every sandbox page. */
const NOTICE = html`<section class="notice">
  <p>این صفحه بخشی از <b>محیط آزمایشی</b> است: پول، پیامک، ایمیل و استعلام واقعی در کار نیست و پیام‌ها و پرداخت‌های نیمه‌کاره با هر راه‌اندازی دوباره پاک می‌شود.</p>
  <p lang="en" dir="ltr"><small>A sandbox: no real money, message or inquiry. Messages and unfinished payments are lost at a restart.</small></p>
</section>`

/** Sends a whole page. It runs no script and loads nothing, so foreign text on it can do no harm. */
export function sendPage(reply: FastifyReply, page: { title: string; body: Html; status?: number; refreshS?: number }) {
  const refresh =
    page.refreshS === undefined ? undefined : html`<meta http-equiv="refresh" content="${String(page.refreshS)}">`
  const { markup } = html`<!doctype html>
<html lang="fa" dir="rtl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refresh}
<title>${page.title}</title>
${STYLE}
</head>
<body><main>
<h1>${page.title}</h1>
${NOTICE}
${page.body}
</main></body>
</html>`
  return reply
    .code(page.status ?? 200)
    .header('content-type', 'text/html; charset=utf-8')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    )
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .send(markup)
}

/** Sends foreign markup, which runs no script, loads nothing and cannot navigate by itself; or 404. */
export function sendForeignPage(reply: FastifyReply, markup: string | undefined) {
  if (markup === undefined) return sendPage(reply, { title: '404', body: html`<section>404</section>`, status: 404 })
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header(
      'content-security-policy',
      "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    )
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .send(markup)
}

/** A link to one sandbox; `path` is absolute on this server. */
export interface SandboxLink {
  readonly path: string
  readonly fa: string
  readonly en: string
}

/** `GET /`: the links to the active sandboxes. Mount it at /sandbox. */
export function sandboxHome(links: readonly SandboxLink[]): FastifyPluginCallback {
  const body = html`<ul>${links.map(
    ({ path, fa, en }) => html`<li><a href="${path}">${fa}</a> <small lang="en" dir="ltr">${en}</small></li>`,
  )}</ul>`
  return (app, _options, done) => {
    app.get('/', (_request, reply) => sendPage(reply, { title: 'محیط آزمایشی · Sandbox', body }))
    done()
  }
}

const FORM = 'application/x-www-form-urlencoded'

/** Lets a sandbox read HTML forms; of a repeated field the first value counts. */
export function acceptForms(app: FastifyInstance): void {
  if (app.hasContentTypeParser(FORM)) return
  app.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => {
    const fields = new Map<string, string>()
    for (const [name, value] of new URLSearchParams(String(body))) if (!fields.has(name)) fields.set(name, value)
    done(null, Object.fromEntries(fields))
  })
}
