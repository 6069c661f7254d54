import { parseDecimal } from '#domain/decimal.ts'
import type { Amount } from '#domain/units.ts'

export interface DepositForm {
  /** Whole Toman in ASCII digits, or empty. */
  readonly amount: string
  /** Sixteen digits; empty until a card is chosen. */
  readonly card: string
}

export interface DepositBounds {
  readonly decimals: number
  readonly min: Amount | undefined
  readonly max: Amount | undefined
}

export interface DepositProblems {
  readonly amount?: 'amountRequired' | 'belowMin' | 'aboveMax'
  readonly card?: 'cardRequired'
}

/** The problems of the form; empty if it can be sent. */
export function validateDeposit(form: DepositForm, bounds: DepositBounds): DepositProblems {
  const wrong = validateAmount(form.amount, bounds)
  return { ...(wrong && { amount: wrong }), ...(form.card === '' && { card: 'cardRequired' }) }
}

function validateAmount(text: string, { decimals, min, max }: DepositBounds): DepositProblems['amount'] {
  const value = parseDecimal(text, decimals)
  if (value === undefined || value === 0n) return 'amountRequired'
  if (min !== undefined && value < min) return 'belowMin'
  return max !== undefined && value > max ? 'aboveMax' : undefined
}
