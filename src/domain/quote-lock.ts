/** How long the price of a quick trade is locked: what the confirmation counts down. */
export const QUOTE_LOCK_MS = 10_000

/** Allowance for a slow network: the price's way to the customer and the order's way back. */
export const QUOTE_NETWORK_SLACK_MS = 5_000

/** How long the server keeps a price for the customer who was shown it. */
export const QUOTE_HONOURED_MS = QUOTE_LOCK_MS + QUOTE_NETWORK_SLACK_MS
