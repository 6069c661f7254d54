/** How long a customer may look at a quick trade's price and still get it: what the confirmation counts down. */
export const QUOTE_LOCK_MS = 10_000

/** What a slow network may take of it: the price on its way to the customer, and the answer on its way back. */
const QUOTE_NETWORK_SLACK_MS = 5_000

/** How long the server honours a price after another took its place; a price that was shown was in force until then. */
export const QUOTE_HONOURED_MS = QUOTE_LOCK_MS + QUOTE_NETWORK_SLACK_MS
