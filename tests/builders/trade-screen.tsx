import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach } from 'vitest'
import { TradePage } from '#client/features/trade/trade-page.tsx'
import { getAccount, getAccountLevels } from '#contract/account.ts'
import { getCoinDetails } from '#contract/coins.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getMarket, getMarketInfo, getOrderBook } from '#contract/markets.ts'
import { getOrders } from '#contract/orders.ts'
import { getChartHistory } from '#contract/udf.ts'
import { getMarketBalances } from '#contract/wallets.ts'
import { drawClient } from './client-screen.tsx'
import { clientServer } from './client-server.ts'
import { mockEndpoint } from './mock-endpoint.ts'
import { person } from './session.ts'
import { WIRE_COINS } from './wire-coins.ts'
import { wireOrder } from './wire-order.ts'

export const GOLD_PATH = { tradeTo: 'TOMAN', tradeFrom: 'GOLD' } as const

const level = (unitPrice: string, volume: string) => ({ unitPrice, volume, wholePrice: '1', executedPercent: 50 })

export const GOLD_RULES: Reply<typeof getMarket>['baseDTO'] = {
  marketType: 'GOLD_TOMAN',
  sourceCoin: 'TOMAN',
  destinationCoin: 'GOLD',
  tickSize: '100',
  amountStep: '0.001',
  minAmount: '0.01',
  maxAmount: '500',
  minTotal: '50000',
  openOrdersMax: 200,
  forceWarning: '5',
  active: true,
}

/** Gold in Toman as a row of the list of markets. */
export const GOLD_ROW = {
  marketType: 'GOLD_TOMAN',
  relatedCoin: 'GOLD',
  sourceCoin: 'TOMAN',
  lastPrice: '8000050',
  bestBid: '7999900',
  bestAsk: '8000100',
  last24HoursChange: '0.4',
  maxPrice: '8100000',
  minPrice: '7900000',
  last24HourVolume: '12',
  lastWeekData: [],
}

/** The trade page of gold in Toman, for a verified user with both coins and one open order. */
export function tradeScreen() {
  const server = clientServer()
  const world = { open: [wireOrder()] }
  beforeEach(() => {
    world.open = [wireOrder()]
    server.use(
      mockEndpoint(getCoinDetails, WIRE_COINS),
      mockEndpoint(getAccount, { baseDTO: person({ authorized: true }) }),
      mockEndpoint(getAccountLevels, {
        content: [
          { userAccountLevel: 'VIP_1', tradeAmount: '0', wagePercent: '0.4', makerPercent: '0.3', takerPercent: '0.4' },
        ],
      }),
      mockEndpoint(getMarket, { baseDTO: GOLD_RULES }),
      mockEndpoint(getMarketInfo, { baseDTO: { marketTradeInfo: GOLD_ROW } }),
      mockEndpoint(getChartHistory, { s: 'no_data' }),
      mockEndpoint(getMarketBalances, { baseDTO: { TOMAN: '10000000', GOLD: '2.5' } }),
      mockEndpoint(getOrders, ({ query }) => ({ content: query.orderStatus ? world.open : [] })),
      mockEndpoint(getOrderBook, {
        baseDTO: {
          sequence: '1',
          at: '2026-11-20T08:00:00Z',
          sellOrderBook: [level('8000100', '1.5'), level('8000200', '3')],
          buyOrderBook: [level('7999900', '2')],
        },
      }),
    )
  })
  const draw = () => drawClient(<TradePage path={GOLD_PATH} />)
  return {
    server,
    world,
    draw,
    /** The form of a phone, with this side chosen. */
    async openForm(side: 'خرید' | 'فروش') {
      await draw()
      const form = await screen.findByRole('form', { name: 'ثبت سفارش' })
      await userEvent.click(within(form).getByRole('radio', { name: side }))
      return form
    },
  }
}
