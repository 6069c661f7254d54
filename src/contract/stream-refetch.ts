import * as z from 'zod/mini'

// Separate from the rest of the stream, whose books and trades the app does not follow: their schemas would add more of zod to every first
// load.

export const STREAM_PATH = '/stream'

/**
 * The data to fetch again. `own`: the caller's own orders and balances, at the start and after missed changes. `notifications`: there is a
 * new one, about which the stream says no more.
 */
export const Refetch = z.object({ what: z.enum(['own', 'notifications']) })
