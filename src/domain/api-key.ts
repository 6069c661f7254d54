/** The rights of a program's key: to read its user's data, to trade, to send money outside. None includes another. */
export const KEY_RIGHTS = ['read', 'trade', 'withdraw'] as const
export type KeyRight = (typeof KEY_RIGHTS)[number]

export const API_KEYS_MAX = 10
export const KEY_NAME_LENGTH_MAX = 40
/** Addresses and networks that a key may be limited to. */
export const KEY_ADDRESSES_MAX = 20
