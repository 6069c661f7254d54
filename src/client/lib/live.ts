import { createAtom } from '@tanstack/react-store'

/** The parts of the data that the stream keeps up to date now: `own` for the user's orders and balances, and the symbol of a market. */
export const live = createAtom<readonly string[]>([])

/** The market whose book, trades and figures the page in sight shows. */
export const shownMarket = createAtom<string | undefined>(undefined)

/** Whether the stream keeps a query up to date now, so that it need not be polled. */
export const isLive = ({ meta }: { meta?: { stream?: string } | undefined }) => live.get().includes(meta?.stream ?? '')
