import { MILLION, type Price } from './units.ts'

/** How long the price of a quick trade is locked: the countdown of the confirmation. */
export const QUOTE_LOCK_MS = 10_000

/** Allowance for a slow network: sending the price to the customer and the order back. */
export const QUOTE_NETWORK_SLACK_MS = 5_000

/** How long the server keeps a price for the customer to whom it was shown. */
export const QUOTE_HONOURED_MS = QUOTE_LOCK_MS + QUOTE_NETWORK_SLACK_MS

/**
 * A price that was replaced while it was requested is kept if the present one is within this distance: 0.05 %, more than a calm market
 * moves in that time.
 */
const FORMER_PRICE_PPM = 500n
/** Whether a former price is close enough to the present one, so that nobody can wait for a move and take the better of two prices. */
export const isNearPresent = ({ former, present }: { readonly former: Price; readonly present: Price }): boolean => {
  const apart = former > present ? former - present : present - former
  return apart * MILLION <= present * FORMER_PRICE_PPM
}
