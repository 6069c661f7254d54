import { type Browser, expect, type Locator, type Page, test } from 'playwright/test'
import { busyCustomer } from '#tests/builders/busy-customer.ts'
import { API_KEY, demandProof, openStep, PASSKEY, withApiKey, withPasskey } from './account-screens.ts'
import { proveBehindPage } from './prove.ts'
import { settle, type Visit } from './screen.ts'
import { wordsOf } from './screens.ts'
import { startWalkedServer, type WalkedServer } from './walked-server.ts'

interface KeyboardSheet {
  readonly name: string
  readonly path: string
  readonly who: 'newcomer' | 'customer' | 'operator'
  readonly prepare?: (visit: Visit) => Promise<unknown>
  readonly opener: (visit: Visit) => Locator
  /** What a button takes; a radio is chosen by the space bar. */
  readonly key?: 'Enter' | 'Space'
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first()
const named = (text: string, name: string) => text.replace('{{name}}', name)

/** A sheet of the operators that a button of its room opens. */
const ofConsole = (path: string, nameOf: (words: Visit['words']) => string): KeyboardSheet => ({
  name: path,
  path: `/operations${path}`,
  who: 'operator',
  opener: ({ page, words }) => button(page, nameOf(words)),
})

const SETTINGS = { path: '/profile/settings', who: 'customer' } as const
const SHEETS: readonly KeyboardSheet[] = [
  {
    ...SETTINGS,
    name: 'codes by e-mail',
    prepare: ({ page }) => proveBehindPage(page),
    opener: ({ page, words }) => page.getByRole('radio', { name: words.settings.twoStep.method.EMAIL }),
    key: 'Space',
  },
  {
    ...SETTINGS,
    name: 'an authenticator',
    prepare: ({ page }) => proveBehindPage(page),
    opener: ({ page, words }) => page.getByRole('radio', { name: words.settings.twoStep.method.GOOGLE_AUTHENTICATOR }),
    key: 'Space',
  },
  {
    ...SETTINGS,
    name: 'a proof',
    prepare: demandProof,
    opener: ({ page, words }) => button(page, words.settings.recovery.make),
  },
  {
    ...SETTINGS,
    name: 'a passkey',
    opener: ({ page, words }) => button(page, words.passkeys.add.action),
  },
  {
    ...SETTINGS,
    name: 'another name of a passkey',
    prepare: withPasskey,
    opener: ({ page, words }) => button(page, named(words.passkeys.rename.action, PASSKEY.name)),
  },
  {
    ...SETTINGS,
    name: 'removing a passkey',
    prepare: withPasskey,
    opener: ({ page, words }) => button(page, named(words.passkeys.remove.action, PASSKEY.name)),
  },
  {
    ...SETTINGS,
    name: 'an API key',
    opener: ({ page, words }) => button(page, words.apiKeys.create.action),
  },
  {
    ...SETTINGS,
    name: 'removing an API key',
    prepare: withApiKey,
    opener: ({ page, words }) => button(page, named(words.apiKeys.remove.action, API_KEY.name)),
  },
  { ...SETTINGS, name: 'the phrase', opener: ({ page, words }) => button(page, words.settings.phrase.set) },
  { ...SETTINGS, name: 'freezing', opener: ({ page, words }) => button(page, words.settings.freeze.action) },
  ...(['MOBILE', 'EMAIL'] as const).map(
    (kind): KeyboardSheet => ({
      name: `another ${kind}`,
      path: '/profile/account',
      who: 'customer',
      opener: ({ page, words }) =>
        page
          .getByRole('button', { name: new RegExp(`${words.contacts.change[kind]}|${words.contacts.prove[kind]}`) })
          .first(),
    }),
  ),
  {
    name: 'a card of a verified account',
    path: '/profile/account',
    who: 'customer',
    opener: ({ page, words }) => button(page, words.account.bank.add),
  },
  {
    name: 'the country',
    path: '/profile/account',
    who: 'newcomer',
    prepare: (visit) => openStep(visit, 'personal'),
    opener: ({ page, words }) => button(page, words.account.country.change),
  },
  {
    name: 'the province',
    path: '/profile/account',
    who: 'newcomer',
    prepare: (visit) => openStep(visit, 'personal'),
    opener: ({ page }) => page.locator('[name=state]'),
  },
  {
    name: 'a bank account of the form',
    path: '/profile/account',
    who: 'newcomer',
    prepare: (visit) => openStep(visit, 'bank'),
    opener: ({ page, words }) => button(page, words.account.bank.add),
  },
  {
    name: 'a code of invitations',
    path: '/profile/invite',
    who: 'customer',
    opener: ({ page, words }) => button(page, words.invite.codes.add),
  },
  {
    name: 'a price alert',
    path: '/market/BITCOIN/TOMAN',
    who: 'customer',
    opener: ({ page, words }) => button(page, words.priceAlerts.action),
  },
  {
    name: 'a ticket',
    path: '/profile/support',
    who: 'customer',
    opener: ({ page, words }) => button(page, words.support.open.action),
  },
  ofConsole('/markets', ({ operations }) => operations.markets.halt.action),
  ofConsole('/content?kind=FAQ', ({ content }) => content.add.action),
  ofConsole('/content/FAQ/connection-lost', ({ content }) => content.versions.action),
  ofConsole('/operators', ({ operations }) => operations.proposals.operator.action),
  ofConsole('/operators', ({ desk }) => desk.operators.change.action),
  ofConsole('/tickets/answers', ({ tickets }) => tickets.canned.add),
  ofConsole('/settings', ({ desk }) => desk.settings.change),
  ofConsole('/settings', ({ desk }) => desk.settings.newCoin),
  ofConsole('/settings', ({ desk }) => desk.settings.addHoliday),
  ofConsole('/reports', ({ desk }) => desk.reports.action),
  ofConsole('/broadcasts', ({ desk }) => desk.broadcasts.action),
]

/** Where the focus is: in the open sheet, on nothing (the browser's own bar), or on the page behind. Runs in the page. */
function placeOfFocus(): 'sheet' | 'nothing' | string {
  const focused = document.activeElement
  if (!focused || focused === document.body) return 'nothing'
  return focused.closest('dialog[open]') ? 'sheet' : `behind: ${focused.outerHTML.slice(0, 120)}`
}

const STOPS_MAX = 40

/** Once around by Tab: every stop is in the sheet. @returns what is wrong */
async function goAround(page: Page): Promise<string[]> {
  const places = new Set<string>()
  const inSheet = await page
    .locator('dialog[open]')
    .last()
    .locator('button:enabled, input:enabled, select:enabled, textarea:enabled, a[href]')
    .count()
  for (let stop = 0; stop < Math.min(inSheet + 3, STOPS_MAX); stop += 1) {
    await page.keyboard.press('Tab')
    places.add(await page.evaluate(placeOfFocus))
  }
  return [
    ...[...places].filter((place) => place.startsWith('behind')),
    ...(places.has('sheet') ? [] : ['nothing in the sheet takes the focus']),
  ]
}

async function walkSheet(visit: Visit, { path, prepare, opener, key = 'Enter' }: KeyboardSheet): Promise<string[]> {
  const { page } = visit
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(path)
  await page.locator('#main h1').first().waitFor()
  await settle(page)
  await prepare?.(visit)
  await settle(page)
  const from = opener(visit)
  await from.focus()
  await page.keyboard.press(key)
  const sheet = page.locator('dialog[open]')
  await sheet.first().waitFor()
  await settle(page)
  const wrong = await goAround(page)
  await page.keyboard.press('Escape')
  await sheet.first().waitFor({ state: 'detached' })
  const isBack = await expect(from)
    .toBeFocused()
    .then(
      () => true,
      () => false,
    )
  return isBack ? wrong : [...wrong, `the focus does not return: ${await page.evaluate(placeOfFocus)}`]
}

async function walkAll(browser: Browser, server: WalkedServer, language: 'fa' | 'en'): Promise<string[]> {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  await context.addInitScript((stored) => localStorage.setItem('language', stored), language === 'fa' ? 'Ir' : 'En')
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const problems: string[] = []
  for (const sheet of SHEETS) {
    await server.comeAs(context, sheet.who)
    const found = await walkSheet({ page, words: wordsOf(language) }, sheet).catch((error: unknown) => [String(error)])
    problems.push(...found.map((problem) => `${sheet.name}: ${problem}`))
  }
  await context.close()
  return problems
}

test('every sheet opens by a key, keeps the focus, and gives it back when Esc closes it', async ({ browser }) => {
  test.setTimeout(1_200_000)
  const settings = { MARKET_MAKER: 'on', PRICE_POLL_MS: '3000' }
  const server = await startWalkedServer({ customer: busyCustomer, settings })
  try {
    expect(await walkAll(browser, server, 'fa')).toEqual([])
  } finally {
    await server.stop()
  }
})
