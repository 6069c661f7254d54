/**
 * Areas of words that come in one file for each language, since the pages that show them show the others too. Each other area is a file of its own.
 * Those of the first page are `FIRST_AREAS` in src/client/lib/words.ts.
 */
const FILES = {
  first: ['shell', 'ui', 'coins', 'home', 'otc'],
  trade: ['chart', 'markets', 'orders', 'price-alerts', 'trade'],
  own: ['dashboard', 'deal', 'history', 'invite', 'notifications', 'wallet'],
  settings: ['api-keys', 'contacts', 'passkeys', 'push', 'settings'],
  console: ['content', 'customers', 'desk', 'operations', 'proposals', 'safety', 'tickets'],
}

const AREA = /\/locales\/(fa|en)\/([\w-]+)\.ts$/
/** Words of the contract, which an area spreads into its own. */
const OF_CONTRACT = /\/contract\/words\/(fa|en)\/([\w-]+)\.ts$/

/**
 * The name of the file for the words of this module: "words-first-fa". `null` for an area by itself. Words of the contract have a file of their own:
 * in that of an area's entry, the two files would import each other, and the area would spread words that are not there yet.
 */
export function wordsFile(moduleId: string): string | null {
  const [, of, name] = OF_CONTRACT.exec(moduleId) ?? []
  // Deposits and logins are listed beside orders.
  if (name) return `words-of-${name === 'own-lists' ? 'orders' : name}-${of}`
  const [, language, area] = AREA.exec(moduleId) ?? []
  const file = Object.entries(FILES).find(([, areas]) => areas.some((one) => one === area))?.[0]
  return file ? `words-${file}-${language}` : null
}
