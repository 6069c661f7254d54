/** The tabs of the market page, by their names in the URL: the markets of each quote currency, and the search for an order. */
export const MARKET_TABS = ['TOMAN', 'TETHER', 'order'] as const
export type MarketTab = (typeof MARKET_TABS)[number]
