import type { Price } from './units.ts'

/** How long the price of a quick trade is locked: what the confirmation counts down. */
export const QUOTE_LOCK_MS = 10_000

/** Allowance for a slow network: the price's way to the customer and the order's way back. */
export const QUOTE_NETWORK_SLACK_MS = 5_000

/** How long the server keeps a price for the customer who was shown it. */
export const QUOTE_HONOURED_MS = QUOTE_LOCK_MS + QUOTE_NETWORK_SLACK_MS

/** A price that was replaced while its customer asked for it is kept where the present one is no further from it: 0.05 %, more than a calm market moves in that time. */
const FORMER_PRICE_PPM = 500n
const MILLION = 1_000_000n

/** Whether a former price is near enough to the present one: nobody waits for a market that moves and takes the better of two prices. */
export const isNearPresent = ({ former, present }: { readonly former: Price; readonly present: Price }): boolean => {
  const apart = former > present ? former - present : present - former
  return apart * MILLION <= present * FORMER_PRICE_PPM
}
