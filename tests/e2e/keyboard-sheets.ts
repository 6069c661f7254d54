import type { Locator, Page } from 'playwright/test'
import {
  API_KEY,
  demandProof,
  openStep,
  PASSKEY,
  SAVED_ADDRESS,
  withApiKey,
  withPasskey,
  withRecoveryCodes,
  withSavedAddress,
} from './account-screens.ts'
import { proveBehindPage } from './prove.ts'
import type { Visit } from './screen.ts'
import { withSessions } from './settings-screens.ts'
import { MARKET } from './trade-screens.ts'

/** A sheet and the control that opens it by keyboard alone. */
export interface KeyboardSheet {
  readonly name: string
  readonly path: string
  readonly who: 'newcomer' | 'customer' | 'operator'
  readonly prepare?: (visit: Visit) => Promise<unknown>
  readonly opener: (visit: Visit) => Locator
  /** The key that presses the control; the space bar chooses a radio. */
  readonly key?: 'Enter' | 'Space'
  /** For a sheet that Esc leaves open: the controls to press, in order, to close it. */
  readonly closes?: (visit: Visit) => readonly { readonly on: Locator; readonly key: 'Enter' | 'Space' }[]
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first()
const named = (text: string, name: string) => text.replace('{{name}}', name)

/** A sheet of the operators that a button of its page opens. */
const ofConsole = (path: string, nameOf: (words: Visit['words']) => string): KeyboardSheet => ({
  name: path,
  path: `/operations${path}`,
  who: 'operator',
  opener: ({ page, words }) => button(page, nameOf(words)),
})

/** A sheet of a customer's page, opened by the first button with this name, or with this beginning of it. */
const ofTrading = (path: string, nameOf: (words: Visit['words']) => string): KeyboardSheet => ({
  name: path,
  path,
  who: 'customer',
  opener: ({ page, words }) => page.getByRole('button', { name: nameOf(words).split('{{')[0] ?? '' }).first(),
})

const SETTINGS = { path: '/profile/settings', who: 'customer' } as const
export const SHEETS: readonly KeyboardSheet[] = [
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
    name: 'recovery codes',
    prepare: withRecoveryCodes,
    opener: ({ page, words }) => button(page, words.settings.recovery.make),
    closes: ({ page, words }) => [
      { on: page.getByRole('dialog').getByRole('checkbox'), key: 'Space' },
      { on: button(page, words.settings.recovery.done), key: 'Enter' },
    ],
  },
  {
    ...SETTINGS,
    name: 'ending the other sessions',
    prepare: withSessions,
    opener: ({ page, words }) => button(page, words.settings.sessions.endOthers),
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
  {
    ...SETTINGS,
    name: 'saving an address',
    opener: ({ page, words }) => button(page, words.savedAddresses.add.action),
  },
  {
    ...SETTINGS,
    name: 'removing a saved address',
    prepare: withSavedAddress,
    opener: ({ page, words }) => button(page, named(words.savedAddresses.remove.action, SAVED_ADDRESS.label)),
  },
  {
    ...SETTINGS,
    name: 'only saved addresses',
    opener: ({ page, words }) => button(page, words.savedAddresses.only.on.action),
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
    opener: ({ page, words }) => button(page, words.account.country.abroad),
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
  ofTrading(MARKET, ({ trade }) => trade.terms.title),
  ofTrading(MARKET, ({ trade }) => trade.orders.amendOne),
  ofTrading(MARKET, ({ trade }) => trade.market.change),
  ofTrading(MARKET, ({ trade }) => trade.orders.cancelOne),
  ofTrading(MARKET, ({ trade }) => trade.chart.indicators),
  ofTrading(MARKET, ({ trade }) => trade.keys.title),
  ofTrading(MARKET, ({ orders }) => orders.details.of),
  ofTrading('/profile/history?tab=orders', ({ history }) => history.filter.title),
  ofTrading('/profile/recurring', ({ recurring }) => recurring.add),
  ofTrading('/profile/wallet', ({ wallet }) => wallet.calculator.action),
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
  ofConsole('/settings?tab=coins', ({ desk }) => desk.settings.newCoin),
  ofConsole('/settings?tab=days', ({ desk }) => desk.settings.addHoliday),
  ofConsole('/reports', ({ desk }) => desk.reports.action),
  ofConsole('/broadcasts', ({ desk }) => desk.broadcasts.action),
]
