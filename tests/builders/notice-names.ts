import type { NoticeNames } from '#server/notifications/notice-sentence.ts'
import { COINS } from './coins.ts'
import { MARKETS } from './markets.ts'

/** What the coins and markets of the builders are called. */
export const NOTICE_NAMES: NoticeNames = {
  coinBySymbol: new Map(COINS.map((coin) => [coin.symbol, coin])),
  marketBySymbol: new Map(MARKETS.map((market) => [market.symbol, market])),
}
