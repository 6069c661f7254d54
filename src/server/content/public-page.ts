import { escapeHtml, textOfHtml } from '#domain/html.ts'
import type { Language } from '#domain/market-state.ts'
import type { ShownText } from './content-board.ts'
import type { LivePart, ServedAnswer } from './live-parts.ts'
import { NAME } from './public-words.ts'

/** A public page for readers without scripts, printers and search engines; the app replaces it. */
export interface PublicPage {
  readonly language: Language
  readonly title: string
  readonly description: string
  /** Path and language of the page in each language; the first is the canonical one. */
  readonly addresses: Readonly<Record<Language, string>>
  /** The path of the picture that links to the page show. */
  readonly picture: string
  /** Safe HTML; absent if the page keeps its own shell. */
  readonly html: string | undefined
  /** The page in the vocabulary of schema.org. */
  readonly structured: readonly object[]
  readonly answers: readonly ServedAnswer[]
  /** Replaces `LIVE_PLACE` in the HTML, with the values of the moment when the page is sent. */
  readonly live: (() => LivePart) | undefined
}

export const LIVE_PLACE = '<!-- live -->'

export const ICON = '/icons/icon-512.png'

interface Facts {
  readonly path: string
  readonly language: Language
  readonly title: string
  readonly description: string
  readonly html?: string
  readonly picture?: string
  readonly structured?: readonly object[]
  readonly answers?: PublicPage['answers']
  readonly live?: PublicPage['live']
}

export function page({
  path,
  language,
  title,
  description,
  html,
  picture = ICON,
  structured = [],
  answers = [],
  live,
}: Facts) {
  const addresses = addressesOf(path)
  const full = path === '/' ? `${NAME[language]} | ${title}` : `${title} | ${NAME[language]}`
  return { language, title: full, description, addresses, picture, html, structured, answers, live }
}

export const faqOf = (texts: readonly Pick<ShownText, 'title' | 'html'>[]) => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: texts.map(({ title, html }) => ({
    '@type': 'Question',
    name: title,
    acceptedAnswer: { '@type': 'Answer', text: html },
  })),
})

const DESCRIPTION_LETTERS = 160

/** The beginning of a text without its markup, cut at the end of a word. */
export function firstWords(html: string): string {
  const text = textOfHtml(html)
  if (text.length <= DESCRIPTION_LETTERS) return text
  return `${text.slice(0, text.lastIndexOf(' ', DESCRIPTION_LETTERS))}…`
}

const LANGUAGES = ['fa', 'en'] as const

/** The address of a page in each language, without the host; the first is the canonical one. */
export const addressesOf = (path: string): Readonly<Record<Language, string>> => ({ fa: path, en: `${path}?lang=en` })

/** The sitemap of search engines: each page in both languages, with its twin. */
export function sitemapOf(paths: readonly string[], publicUrl: string): string {
  const urls = paths.flatMap((path) => {
    const addresses = addressesOf(path)
    const full = (of: Language) => escapeHtml(`${publicUrl}${addresses[of]}`)
    const others = LANGUAGES.map((of) => `<xhtml:link rel="alternate" hreflang="${of}" href="${full(of)}"/>`)
    return LANGUAGES.map((language) => `<url><loc>${full(language)}</loc>${others.join('')}</url>`)
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`
}
