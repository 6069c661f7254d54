import type { NoticeNames } from '#server/notifications/notice-sentence.ts'
import { COINS } from './coins.ts'
import { MARKETS } from './markets.ts'

/** The names of the builders' coins and markets. */
export const NOTICE_NAMES: NoticeNames = {
  coinBySymbol: new Map(COINS.map((coin) => [coin.symbol, coin])),
  marketBySymbol: new Map(MARKETS.map((market) => [market.symbol, market])),
}
