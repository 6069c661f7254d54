import { escapeHtml } from '#domain/html.ts'
import type { LivePart } from '../content/live-parts.ts'
import { LIVE_PLACE, type PublicPage } from '../content/public-page.ts'
import { NAME, WORDS } from '../content/public-words.ts'

/** The place where the app starts: everything inside is replaced. */
const SHELL = /<main class="first"[\s\S]*<\/main>/
const TITLE = /<title>[^<]*<\/title>/
const DESCRIPTION = /<meta name="description"[^>]*>/
const ROOT_END = '</div>\n    <noscript>'

/**
 * The document of a public page: the app's own, with the page's text in its head and instead of the shell. @param document index.html as it
 * was built @throws Error if the document lacks the places to fill
 */
export function renderPage(
  document: string,
  page: PublicPage,
  { publicUrl, live }: { publicUrl: string; live?: LivePart | undefined },
): string {
  const direction = page.language === 'fa' ? 'rtl' : 'ltr'
  for (const part of [SHELL, TITLE, DESCRIPTION])
    if (!part.test(document)) throw new Error(`index.html has no ${part.source}`)
  const words = `lang="${page.language}" dir="${direction}"`
  // The home page keeps its shell, which the app repaints with the same words in the same place.
  const keepsShell = page.addresses.fa === '/'
  const text = page.html === undefined ? '' : `<div class="text" ${words}>${page.html}</div>`
  const filled = document
    .replace(/<html lang="fa" dir="rtl"/, `<html ${words}`)
    .replace(TITLE, () => `<title>${escapeHtml(page.title)}</title>`)
    .replace(DESCRIPTION, () => headOf(page, publicUrl))
  const answers = [...page.answers, ...(live?.answers ?? [])]
  const data = jsonBlock('application/json', answers, ' id="answers"')
  const html = page.html?.replace(LIVE_PLACE, () => live?.html ?? '')
  return keepsShell
    ? filled.replace(ROOT_END, () => `${text}${ROOT_END}`).replace('</body>', () => `${data}</body>`)
    : filled
        .replace(SHELL, () => `${barOf(page, words)}<main class="text" ${words}>${html ?? ''}</main>`)
        .replace('</body>', () => `${data}</body>`)
}

/** The app's bar, shown until the app has started. */
const barOf = ({ language }: PublicPage, words: string) =>
  `<div class="bar" ${words}><a href="/">${NAME[language]}</a><span><a href="/login">${WORDS[language].logIn}</a> <a href="/sign-up">${WORDS[language].signUp}</a></span></div>`

function headOf(page: PublicPage, publicUrl: string): string {
  const address = (path: string) => escapeHtml(`${publicUrl}${path}`)
  const own = address(page.addresses[page.language])
  const meta = (name: string, content: string) => `<meta property="${name}" content="${content}" />`
  return [
    `<meta name="description" content="${escapeHtml(page.description)}" />`,
    `<link rel="canonical" href="${own}" />`,
    ...(['fa', 'en'] as const).map(
      (language) => `<link rel="alternate" hreflang="${language}" href="${address(page.addresses[language])}" />`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${address(page.addresses.fa)}" />`,
    meta('og:type', 'website'),
    meta('og:site_name', page.language === 'fa' ? 'کیمیا' : 'Kimia'),
    meta('og:locale', page.language === 'fa' ? 'fa_IR' : 'en_US'),
    meta('og:title', escapeHtml(page.title)),
    meta('og:description', escapeHtml(page.description)),
    meta('og:url', own),
    meta('og:image', address(page.picture)),
    '<meta name="twitter:card" content="summary_large_image" />',
    ...page.structured.map((each) => jsonBlock('application/ld+json', each)),
  ].join('\n    ')
}

/** Data for the app and for search engines. A browser does not execute it, and its content cannot end the block. */
const jsonBlock = (type: string, data: object, attributes = '') =>
  `<script type="${type}"${attributes}>${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
