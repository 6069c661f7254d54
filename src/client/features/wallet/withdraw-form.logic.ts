import { type LeavingProblem, validateLeaving } from '#client/entities/withdrawal/coin-withdrawal.logic.ts'
import {
  bindingLimit,
  type LimitsLeft,
  tomanUnits as units,
  wholeToman,
} from '#client/entities/withdrawal/withdrawal-limits.logic.ts'

export interface WithdrawForm {
  /** Whole Toman in ASCII digits, or empty. */
  readonly amount: string
  /** Empty until a bank account is chosen. */
  readonly sheba: string
}

/** Decimal text, as the server says it. */
export interface WithdrawBounds extends LimitsLeft {
  readonly free: string
  readonly min: string
  readonly max: string
}

export interface WithdrawProblems {
  readonly amount?: LeavingProblem | 'aboveHour' | 'aboveDay'
  readonly sheba?: 'addressRequired'
}

/** The problems of the form, in the order of the specification's section 5; empty if it can be sent. */
export function validateWithdrawal(form: WithdrawForm, bounds: WithdrawBounds): WithdrawProblems {
  const wrong = validateAmount(form.amount, bounds)
  return { ...(wrong && { amount: wrong }), ...(form.sheba === '' && { sheba: 'addressRequired' }) }
}

const LIMITS = {
  hour: { rest: 'hourLeft', problem: 'aboveHour' },
  day: { rest: 'dayLeft', problem: 'aboveDay' },
} as const

function validateAmount(text: string, bounds: WithdrawBounds): WithdrawProblems['amount'] {
  const { free, min, max } = bounds
  const value = units(text)
  const wrong = validateLeaving(value, { free: units(free), min: units(min), max: units(max) })
  const { rest, problem } = LIMITS[bindingLimit(bounds)]
  return wrong ?? (value > units(bounds[rest]) ? problem : undefined)
}

/** The most that can be withdrawn now, in whole Toman; empty if that is less than the minimum. */
export function mostOf({ free, min, ...limits }: WithdrawBounds): string {
  const most = leastOf([free, limitOf(limits)])
  return units(most) < units(min) ? '' : most
}

/** The most of one withdrawal that the limits leave, in whole Toman. */
export const limitOf = ({ max, hourLeft, dayLeft }: Omit<WithdrawBounds, 'free' | 'min'>): string =>
  leastOf([max, hourLeft, dayLeft])

const leastOf = (texts: readonly string[]): string =>
  texts.map(wholeToman).reduce((a, b) => (units(b) < units(a) ? b : a))
