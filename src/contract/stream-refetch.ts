import * as z from 'zod/mini'

// Apart from the rest of the stream, whose books and trades the app does not follow: their schemas bring more of zod into every first load.

export const STREAM_PATH = '/stream'

/**
 * What must be refetched. `own`, the caller's own orders and balances: at the start, and after missed changes. `notifications`: there is a
 * new one, of which the stream says nothing more.
 */
export const Refetch = z.object({ what: z.enum(['own', 'notifications']) })
