import { WIRE_DELIVERY_TERMS } from '#tests/builders/wire-delivery.ts'
import { ACCOUNT_SCREENS } from './account-screens.ts'
import { chooseKind } from './choose-kind.ts'
import { CONSOLE_SCREENS } from './console-screens.ts'
import { PUBLIC_SCREENS } from './public-screens.ts'
import { answer, dialog, press, reopen, type Screen, type ScreenLanguage, type Visit } from './screen.ts'
import { WORDS } from './screen-words.ts'
import { SETTINGS_SHEETS } from './settings-screens.ts'
import { SUPPORT_SCREENS } from './support-screens.ts'
import { MARKET, TRADE_SCREENS } from './trade-screens.ts'
import { TRADE_STATE_SCREENS } from './trade-state-screens.ts'
import { WORTH_SCREENS } from './worth-screens.ts'

export const wordsOf = (language: ScreenLanguage) => WORDS[language]

async function scrollDown({ page }: Visit): Promise<void> {
  for (let turn = 0; turn < 6; turn += 1) {
    await page.mouse.wheel(0, 900)
    await page.waitForTimeout(120)
  }
  await page.locator('footer').waitFor()
}

/** Sets the device offline; the files that the page still needs load all the same. */
async function loseNetwork({ page }: Visit): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false })
    window.dispatchEvent(new Event('offline'))
  })
  await dialog(page).waitFor()
}

async function fillOrder({ page, words }: Visit): Promise<void> {
  const form = page.getByRole('form', { name: words.trade.form.title })
  await chooseKind(form, 'MARKET', words.trade.form.kind)
  await form.locator('[name=amount]').fill('0.1')
  await form.locator('button[type=submit]:enabled').click()
  await page.getByRole('dialog').last().getByText(words.trade.confirm.yes.BUY, { exact: true }).waitFor()
}

async function proposeQuickTrade({ page }: Visit): Promise<void> {
  await page.locator('[name=amount]').fill('0.1')
  await page.locator('form button[type=submit]:enabled').click()
  await dialog(page).waitFor()
}

const PHONE_TRADE = { who: 'customer', path: MARKET, only: 'phone' } as const

/** Every screen, and every sheet over one. */
export const SCREENS: readonly Screen[] = [
  { name: 'home', who: 'visitor', path: '/' },
  { name: 'home, to its end', who: 'visitor', path: '/', reach: scrollDown },
  {
    name: 'home: choosing a coin',
    who: 'visitor',
    path: '/',
    reach: async ({ page }) => {
      await page.locator('button[aria-haspopup=dialog]').first().click()
      await dialog(page).getByRole('listitem').first().waitFor()
    },
  },
  {
    name: 'more',
    who: 'visitor',
    path: '/terms',
    only: 'phone',
    reach: async ({ page, words }) => {
      await press(page, words.shell.nav.more)
      await dialog(page).waitFor()
    },
  },
  { name: 'markets', who: 'visitor', path: '/markets' },
  { name: 'login', who: 'visitor', path: '/login' },
  {
    name: 'sign-up, half filled in',
    who: 'visitor',
    path: '/sign-up',
    reach: async ({ page }) => {
      await page.locator('[name=mobileNumber]').fill('0912')
      await page.locator('[name=password]').fill('kimia')
      await page.keyboard.press('Tab')
    },
  },
  { name: 'entry', who: 'visitor', path: '/auth' },
  { name: 'code of a login', who: 'visitor', path: '/login/send-phone', awaits: 'SMS' },
  { name: 'code of a login by e-mail', who: 'visitor', path: '/login/send-mail', awaits: 'EMAIL' },
  { name: 'code of an authenticator', who: 'visitor', path: '/login/forget/verify', awaits: 'GOOGLE_AUTHENTICATOR' },
  { name: 'code of a sign-up', who: 'visitor', path: '/sign-up/email-verification', awaits: 'SMS' },
  { name: 'forgotten password', who: 'visitor', path: '/login/forget' },
  { name: 'new password', who: 'visitor', path: '/login/forget-otp?mobileNumber=09121234567' },
  { name: 'link of a warning', who: 'visitor', path: '/freeze#a-token-of-a-warning' },
  { name: 'operations: login', who: 'visitor', path: '/operations' },
  { name: 'mobile number of a single sign-on', who: 'visitor', path: '/sign-up/google' },
  ...PUBLIC_SCREENS,
  { name: 'no page', who: 'visitor', path: '/nowhere' },
  { name: 'offline', who: 'visitor', path: '/markets', outlasts: true, reach: loseNetwork },
  { name: 'dashboard of a newcomer', who: 'newcomer', path: '/profile' },
  ...ACCOUNT_SCREENS,
  { name: 'code of the identity', who: 'awaiting', path: '/profile/fino-verifying' },
  { name: 'wallet of a newcomer', who: 'newcomer', path: '/profile/wallet' },
  { name: 'dashboard', who: 'customer', path: '/profile' },
  { name: 'account', who: 'customer', path: '/profile/account' },
  { name: 'settings', who: 'customer', path: '/profile/settings' },
  { name: 'own proof of liabilities', who: 'customer', path: '/profile/liabilities' },
  ...SETTINGS_SHEETS,
  ...SUPPORT_SCREENS,
  { name: 'notifications', who: 'customer', path: '/profile/notifications' },
  { name: 'invitations', who: 'customer', path: '/profile/invite' },
  { name: 'quick trade', who: 'customer', path: '/profile/otc' },
  { name: 'quick trade: confirmation', who: 'customer', path: '/profile/otc', reach: proposeQuickTrade },
  { name: 'recurring buys', who: 'customer', path: '/profile/recurring' },
  {
    name: 'recurring buys: a new one',
    who: 'customer',
    path: '/profile/recurring?market=GOLD_TOMAN',
    reach: async ({ page }) => {
      await page.locator('[name=total]').fill('20000000')
      await dialog(page).waitFor()
    },
  },
  {
    name: 'recurring buys: confirmation',
    who: 'customer',
    path: '/profile/recurring?market=GOLD_TOMAN',
    reach: async ({ page, words }) => {
      await page.locator('[name=total]').fill('20000000')
      await press(page, words.recurring.form.next)
      await dialog(page).getByText(words.recurring.form.save.new).waitFor()
    },
  },
  {
    name: 'recurring buys: history',
    who: 'customer',
    path: '/profile/recurring',
    reach: ({ page, words }) => press(page, words.recurring.runs.action),
  },
  { name: 'wallet', who: 'customer', path: '/profile/wallet' },
  ...WORTH_SCREENS,
  {
    name: 'wallet: deposit',
    who: 'customer',
    path: '/profile/wallet',
    reach: async ({ page, words }) => {
      await press(page, words.wallet.toman.deposit)
      await dialog(page).locator('[name=amount]').waitFor()
    },
  },
  {
    name: 'wallet: delivery of gold',
    who: 'customer',
    path: '/profile/wallet',
    reach: async (visit) => {
      const { page, words } = visit
      // Less than the customer has.
      const least = { weightMin: '1', weightStep: '1' }
      await answer(visit, '/wallets/delivery-terms', { baseDTO: { ...WIRE_DELIVERY_TERMS, ...least } })
      await reopen(page)
      const name = new RegExp(`^${words.wallet.delivery.actionName.replace('{{name}}', '.+')}$`)
      await page.getByRole('button', { name }).click()
      await dialog(page).getByText(words.delivery.recipientHint).waitFor()
      await dialog(page).getByRole('radio', { name: words.delivery.place.COURIER }).click()
    },
  },
  { name: 'trade', who: 'customer', path: MARKET },
  { name: 'trade, without a market', who: 'customer', path: '/profile/trade' },
  {
    ...PHONE_TRADE,
    name: 'trade: last trades',
    reach: ({ page, words }) => page.getByRole('tab', { name: words.trade.tabs.trades, exact: true }).click(),
  },
  {
    ...PHONE_TRADE,
    name: 'trade: chart',
    reach: async ({ page, words }) => {
      await page.getByRole('button', { name: words.trade.tabs.chart, exact: true }).click()
      await page.getByRole('radiogroup', { name: words.trade.chart.resolution }).waitFor()
    },
  },
  {
    name: 'trade: assets',
    who: 'customer',
    path: MARKET,
    reach: ({ page, words }) => page.getByRole('tab', { name: words.trade.orders.holdings, exact: true }).click(),
  },
  { name: 'trade: confirmation', who: 'customer', path: MARKET, reach: fillOrder },
  ...TRADE_SCREENS,
  ...TRADE_STATE_SCREENS,
  { name: 'history: trades', who: 'customer', path: '/profile/history' },
  { name: 'history: orders', who: 'customer', path: '/profile/history?tab=orders' },
  { name: 'history: deposits', who: 'customer', path: '/profile/history?tab=deposits' },
  { name: 'history: coin deposits', who: 'customer', path: '/profile/history?tab=coinDeposits' },
  { name: 'history: deliveries of gold', who: 'customer', path: '/profile/history?tab=deliveries' },
  { name: 'history: logins', who: 'customer', path: '/profile/history?tab=logins' },
  {
    name: 'back from the gateway',
    who: 'customer',
    path: '/profile/redirect-from-banks?Authority=A00000000000000000000000000000000000&Status=OK',
  },
  { name: 'back from the gateway, by its old address', who: 'customer', path: '/redirect-from-banks?Status=NOK' },
  {
    name: 'menu of the user',
    who: 'customer',
    path: '/profile/history',
    only: 'desktop',
    reach: ({ page }) => page.locator('header button[aria-expanded]').click(),
  },
  {
    name: 'exit',
    who: 'customer',
    path: '/profile/history',
    only: 'desktop',
    reach: async ({ page, words }) => {
      await press(page, words.shell.nav.exit)
      await dialog(page).waitFor()
    },
  },
  ...CONSOLE_SCREENS,
]
