import { DAY_MS } from './durations.ts'

/** The most saved addresses of one user. */
export const SAVED_ADDRESSES_MAX = 50
export const ADDRESS_LABEL_LENGTH_MAX = 40

/** How long after it was saved an address waits, for a user who withdraws coins to saved addresses alone. */
export const SAVED_ADDRESS_WAIT_MS = DAY_MS
