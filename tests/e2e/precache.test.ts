import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'playwright/test'

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url))
/** The whole client has more than twice as many files. */
const FILES_MAX = 95
/**
 * The terminal of the trade page takes 60,000 of it, Chakra's select field 14,600, ofetch 10,000, the page of markets 9,000, the chart's feed, calendar
 * and words 9,000, the live stream 7,300, quick trade by the mesghal and by shares of the balance 4,000, the sheet that changes an open order 4,000,
 * trailing stops in the order form, with the words of an order's terms in a file of their own, 10,000, average buy prices and profits in the wallet and the dashboard, with their words,
 * 11,000, OCO orders in the form and the expiry in the sheet that changes an order 10,000,
 * own orders with their trades in a sheet, the toasts of their endings, and closed ones on the dashboard, with their words, 12,000,
 * the trades behind a tab of the book, the way to the calculator and to recurring buys, the named tools of the chart and balances as last known 13,000, own figures and first prices on
 * the device 3,000, in two files, the packages in four files and the theme in one 1,300,
 * the invitation to install beside the offer of a new version, the price that an empty form begins with, the offer to ask less, and what a market order,
 * an amendment and a far price are told, with their words, 13,500, the list of alerts in their sheet and a chart beside the form 1,500, the filters of own orders
 * beside the form and of the history, with their words, 2,000, withdrawals and coin deposits in the wallet and the history, with the words of their
 * sheets, networks and refusals in both languages, 18,000, the buttons and rules of coins that leave, the switch of a purchase that does, and the
 * words of the lists of coins 9,500, the space around the focused field and the waits of the dashboard 1,000, and transfers to
 * other users, with the contracts of passkeys and saved addresses, and passkeys themselves, which several sheets share by now, 25,000,
 * tags of addresses, endings of payments, limits beside amounts, the terms of deliveries and the search of assets, with their words, 25,000,
 * what a code says of a review and of an address of ours, and a frame that stands without its parts, 2,000,
 * what is said of a proof that is not there, of a drain and of programs that wait after a restore, the name of what two operators book after it, and
 * the ways to the proof of liabilities, 3,100. The listener that sees a phone's keyboard, 200, the wish for less
 * transparency, 200, and the age of a price in the place of a link, 200. The amount that an average price is of, the limit of a withdrawal now, days
 * with seconds, and what is said of a password after a freeze, 500.
 */
const BYTES_MAX = 1_526_200
/** In addition to the files that the first page has loaded already. */
const TRADE_FILES_MAX = 6

/** The files that the worker fetches on every device, in the background of the first visit. */
async function readManifest(): Promise<string[]> {
  const worker = await readFile(`${DIST}sw.js`, 'utf8')
  return [...worker.matchAll(/"?url"?:"([^"]+)"/g)].map(([, url = '']) => url)
}

test('the worker fetches the shell and the pages of the bottom bar and quick trade beforehand, and nothing of the console', async () => {
  const manifest = await readManifest()
  const sizes = await Promise.all(manifest.map(async (url) => (await stat(DIST + url)).size))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  test.info().annotations.push({ type: 'precache', description: `${manifest.length} files, ${total} bytes` })
  for (const part of [
    'index.html',
    'assets/start-app-',
    'assets/markets-table-',
    'assets/trade-page-',
    'assets/more-sheet-',
    'assets/submit-trade-',
  ])
    expect(manifest.filter((url) => url.startsWith(part)).length, part).toBeGreaterThan(0)
  for (const page of ['wallet', 'otc'])
    expect(manifest.filter((url) => url.startsWith(`assets/profile.${page}-`))).toHaveLength(1)
  // In both languages, the second of which the device may not have seen.
  for (const words of ['first', 'own'])
    expect(
      manifest.filter((url) => url.startsWith(`assets/words-${words}-`)),
      words,
    ).toHaveLength(2)
  for (const part of [
    'operations',
    'audit',
    'identity',
    'words-console',
    'profile.settings',
    'profile.account',
    'sign-up',
  ])
    expect(manifest.filter((url) => url.startsWith(`assets/${part}`))).toEqual([])
  expect(manifest.length).toBeLessThanOrEqual(FILES_MAX)
  expect(total).toBeLessThanOrEqual(BYTES_MAX)
})

test('the trade page comes in few files', async () => {
  const start = await filesOf('start-app-')
  const page = [...(await filesOf('trade-page-'))].filter((name) => !start.has(name))
  expect(page.length).toBeLessThanOrEqual(TRADE_FILES_MAX)
})

/** A file of the build and all its static imports. */
async function filesOf(beginning: string): Promise<ReadonlySet<string>> {
  const first = (await readManifest()).find((url) => url.startsWith(`assets/${beginning}`))
  const names = new Set(first ? [first.slice('assets/'.length)] : [])
  expect(names.size, beginning).toBe(1)
  // A loop over a Set also visits members added during the loop.
  for (const name of names) {
    const code = await readFile(`${DIST}assets/${name}`, 'utf8')
    for (const [, imported] of code.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
      if (imported) names.add(imported)
  }
  return names
}
