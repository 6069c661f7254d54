import { chooseKind } from './choose-kind.ts'
import { dialog, type Screen, type Visit } from './screen.ts'

export const MARKET = '/profile/trade/TOMAN/GOLD'
const TRADE = { who: 'customer', path: MARKET } as const
const ON_DESKTOP = { ...TRADE, only: 'desktop' } as const

const orderForm = ({ page, words }: Visit) => page.getByRole('form', { name: words.trade.form.title })
/** Presses the button with this name, or with this beginning of it, and waits for the sheet that it opens. */
const opening =
  (nameOf: (words: Visit['words']) => string) =>
  async ({ page, words }: Visit): Promise<void> => {
    const [name = ''] = nameOf(words).split('{{')
    await page.getByRole('button', { name }).first().click()
    await dialog(page).waitFor()
  }
/** Arranges the panels of a desktop. */
const arranged =
  (arrangement: string) =>
  async ({ page, words }: Visit): Promise<void> =>
    void (await page.getByRole('combobox', { name: words.trade.panels.label }).selectOption(arrangement))

/** The states of the trade page and the sheets over it, and the sheets of what came of trading. */
export const TRADE_SCREENS: readonly Screen[] = [
  { name: 'trade, as a visitor', who: 'visitor', path: '/market/GOLD/TOMAN?tradeFrom=GOLD&tradeTo=TOMAN' },
  {
    ...TRADE,
    name: 'trade: an OCO order',
    reach: (visit) => chooseKind(orderForm(visit), 'OCO', visit.words.trade.form.kind),
  },
  {
    ...TRADE,
    name: 'trade: the terms of an order',
    reach: async (visit) => {
      await orderForm(visit)
        .getByRole('button', { name: new RegExp(`^${visit.words.trade.terms.title}`) })
        .click()
      await dialog(visit.page).locator('[name=expires]').check()
    },
  },
  { ...TRADE, name: 'trade: choosing a market', reach: opening(({ trade }) => trade.market.change) },
  { ...TRADE, name: 'trade: cancelling all orders', reach: opening(({ trade }) => trade.cancelAll.title) },
  { ...ON_DESKTOP, name: 'trade: changing an order', reach: opening(({ trade }) => trade.orders.amendOne) },
  { ...ON_DESKTOP, name: 'trade: an order and its fills', reach: opening(({ orders }) => orders.details.of) },
  { ...ON_DESKTOP, name: 'trade: indicators', reach: opening(({ trade }) => trade.chart.indicators) },
  { ...ON_DESKTOP, name: 'trade: keys', reach: opening(({ trade }) => trade.keys.title) },
  { ...ON_DESKTOP, name: 'trade: the chart first', outlasts: true, reach: arranged('chart') },
  {
    ...ON_DESKTOP,
    name: 'trade: the book first, and the depth',
    outlasts: true,
    reach: async (visit) => {
      await arranged('book')(visit)
      await visit.page.getByRole('tab', { name: visit.words.trade.tabs.depth, exact: true }).click()
    },
  },
  {
    name: 'history: its filters',
    who: 'customer',
    path: '/profile/history?tab=orders',
    reach: opening(({ history }) => history.filter.title),
  },
  {
    name: 'wallet: the profit calculator',
    who: 'customer',
    path: '/profile/wallet',
    reach: opening(({ wallet }) => wallet.calculator.action),
  },
]
