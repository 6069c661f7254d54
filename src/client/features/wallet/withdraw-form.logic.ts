import { type LeavingProblem, validateLeaving } from '#client/entities/withdrawal/coin-withdrawal.logic.ts'
import { TOMAN_DECIMALS } from '#domain/coin.ts'
import { parseDecimal } from '#domain/decimal.ts'

export interface WithdrawForm {
  /** Whole Toman in ASCII digits, or empty. */
  readonly amount: string
  /** Empty until a bank account is chosen. */
  readonly sheba: string
}

/** Decimal text, as the server says it. */
export interface WithdrawBounds {
  readonly free: string
  readonly min: string
  readonly max: string
  readonly leftOfLimit: string
}

export interface WithdrawProblems {
  readonly amount?: LeavingProblem | 'moreThanLeft'
  readonly sheba?: 'addressRequired'
}

/** The problems of the form, in the order of the specification's section 5; empty if it can be sent. */
export function validateWithdrawal(form: WithdrawForm, bounds: WithdrawBounds): WithdrawProblems {
  const wrong = validateAmount(form.amount, bounds)
  return { ...(wrong && { amount: wrong }), ...(form.sheba === '' && { sheba: 'addressRequired' }) }
}

const units = (text: string) => parseDecimal(text, TOMAN_DECIMALS) ?? 0n

function validateAmount(text: string, { free, min, max, leftOfLimit }: WithdrawBounds): WithdrawProblems['amount'] {
  const value = units(text)
  const wrong = validateLeaving(value, { free: units(free), min: units(min), max: units(max) })
  return wrong ?? (value > units(leftOfLimit) ? 'moreThanLeft' : undefined)
}

/** The most that can be withdrawn now, in whole Toman; empty if that is less than the minimum. */
export function mostOf({ free, min, max, leftOfLimit }: WithdrawBounds): string {
  const [first = '0', ...others] = [free, max, leftOfLimit].map((text) => text.split('.')[0] ?? '0')
  const least = others.reduce((a, b) => (units(b) < units(a) ? b : a), first)
  return units(least) < units(min) ? '' : least
}
