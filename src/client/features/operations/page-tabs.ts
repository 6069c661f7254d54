/** The tabs of the market page, by their names in the URL: the markets of each quote currency, and the search for an order. */
export const MARKET_TABS = ['TOMAN', 'TETHER', 'order'] as const
export type MarketTab = (typeof MARKET_TABS)[number]

/** The tabs of the settings, by their names in the URL. */
export const SETTING_TABS = ['markets', 'maker', 'fees', 'days', 'coins'] as const
export type SettingTab = (typeof SETTING_TABS)[number]
