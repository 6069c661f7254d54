export const HISTORY_TABS = ['trades', 'orders', 'deposits', 'logins'] as const
export type HistoryTab = (typeof HISTORY_TABS)[number]

/** The tab that the address names; `undefined` for any other text. */
export const readHistoryTab = (text: unknown): HistoryTab | undefined => HISTORY_TABS.find((tab) => tab === text)

/** The order that the address names by its number; `undefined` for anything else. */
export const readOrderId = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined
