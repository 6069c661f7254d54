import { escapeHtml } from '#domain/html.ts'
import type { Language } from '#domain/market-state.ts'

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
