export const HISTORY_TABS = ['trades', 'orders', 'deposits', 'logins'] as const
export type HistoryTab = (typeof HISTORY_TABS)[number]

/** The tab in the URL; `undefined` for any other text. */
export const readHistoryTab = (text: unknown): HistoryTab | undefined => HISTORY_TABS.find((tab) => tab === text)

/** The number of the order in the URL; `undefined` for anything else. */
export const readOrderId = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined
