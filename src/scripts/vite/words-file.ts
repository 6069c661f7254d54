/**
 * Areas of words that come in one file for each language, since the pages that show them show the others too. Each other area is a file of its own.
 * Those of the first page are `FIRST_AREAS` in src/client/lib/words.ts.
 */
const FILES = {
  first: ['shell', 'ui', 'coins', 'home', 'otc'],
  trade: ['markets', 'orders', 'price-alerts', 'trade'],
  own: ['dashboard', 'deal', 'history', 'invite', 'notifications', 'wallet'],
  settings: ['api-keys', 'contacts', 'passkeys', 'push', 'settings'],
  console: ['content', 'customers', 'desk', 'operations', 'proposals', 'safety', 'tickets'],
}

const AREA = /\/locales\/(fa|en)\/([\w-]+)\.ts$/

/** The name of the file for the words of this module: "words-first-fa". `null` for an area by itself. */
export function wordsFile(moduleId: string): string | null {
  const [, language, area] = AREA.exec(moduleId) ?? []
  const file = Object.entries(FILES).find(([, areas]) => areas.some((name) => name === area))?.[0]
  return file ? `words-${file}-${language}` : null
}
