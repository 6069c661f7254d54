import { TOMAN_DECIMALS } from '#domain/coin.ts'
import { parseDecimal } from '#domain/decimal.ts'
import type { TermsOfWithdrawals } from './withdrawal-terms.queries.ts'

/** Decimal text of Toman, as the server says it. */
export type LimitsLeft = Pick<TermsOfWithdrawals, 'hourLeft' | 'dayLeft'>

/** The ledger's units of decimal text of Toman. */
export const tomanUnits = (text: string): bigint => parseDecimal(text, TOMAN_DECIMALS) ?? 0n

/** The limit that allows less; of two equal ones that of the day, which lasts longer. */
export const bindingLimit = ({ hourLeft, dayLeft }: LimitsLeft): 'hour' | 'day' =>
  tomanUnits(hourLeft) < tomanUnits(dayLeft) ? 'hour' : 'day'

/** Whole Toman of decimal text. */
export const wholeToman = (text: string): string => text.split('.')[0] ?? text
