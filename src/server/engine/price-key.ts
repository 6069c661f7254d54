import type { Price } from '#domain/units.ts'
import type { BookSide } from './order.ts'

/**
 * What a level is sought by: near its price, and greater the better it is for whoever takes it. Numbers lie side by side, bigints
 * all over the memory; a search reads many of them.
 */
export const keyOf = ({ side }: BookSide, price: Price): number => (side === 'BUY' ? Number(price) : -Number(price))

/** Does the key tell its price from every other? If not, the prices themselves must. */
export const isExact = (key: number): boolean => Number.isSafeInteger(key)
