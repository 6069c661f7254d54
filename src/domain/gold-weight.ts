import { type Price, price } from './units.ts'

/**
 * One mesghal of the bazaar weighs 4.6083 grams at 17 carat (705/1000) and holds as much gold as 4.3318 grams of 18 carat. Gold is priced, booked
 * and sent by the gram of 18 carat; a mesghal is another way to type and read the same amount. Both weights are in ten-thousandths of a gram.
 */
export const MESGHAL = 43_318n
export const GRAM = 10_000n

/** The bazaar's quote: the price of one mesghal at this price of a gram. For display only. */
export const priceOfMesghal = (gramPrice: Price): Price => price((gramPrice * MESGHAL) / GRAM)
