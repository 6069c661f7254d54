/** The parts of the market room, by their names in the address: the markets of each quote currency, and an order of anybody. */
export const MARKET_TABS = ['TOMAN', 'TETHER', 'order'] as const
export type MarketTab = (typeof MARKET_TABS)[number]
