import { sessionMark } from '#client/lib/session-mark.ts'
import { attempt } from '#client/lib/tab-value.ts'
import { FINEST_DECIMALS, parseDecimal } from '#domain/decimal.ts'

/** The totals from which an order is confirmed before it is sent, in the quote coin of its market. */
export const CONFIRM_BOUNDS = {
  always: { TOMAN: '0', TETHER: '0' },
  small: { TOMAN: '1000000', TETHER: '10' },
  medium: { TOMAN: '10000000', TETHER: '100' },
} as const
export type ConfirmBound = keyof typeof CONFIRM_BOUNDS
export const CONFIRM_BOUND_NAMES = ['always', 'small', 'medium'] as const satisfies readonly ConfirmBound[]

const KEY = 'confirm-orders-from'

/** The user's choice on this device. It ends with the session, since the next user of the device may be another person. */
export function confirmBound(): ConfirmBound {
  const [mark, name] = attempt(() => localStorage.getItem(KEY))?.split(' ') ?? []
  if (mark === undefined || mark !== sessionMark()) return 'always'
  return CONFIRM_BOUND_NAMES.find((each) => each === name) ?? 'always'
}

/** The least bound above this total, unless the user's own is above it already. */
export function boundAbove(total: string, coin: keyof (typeof CONFIRM_BOUNDS)['always']): ConfirmBound | undefined {
  const isAbove = (name: ConfirmBound) => (parse(CONFIRM_BOUNDS[name][coin]) ?? 0n) > (parse(total) ?? 0n)
  return isAbove(confirmBound()) ? undefined : CONFIRM_BOUND_NAMES.find(isAbove)
}

const parse = (text: string) => parseDecimal(text, FINEST_DECIMALS)

export function keepConfirmBound(bound: ConfirmBound): void {
  attempt(() => localStorage.setItem(KEY, `${sessionMark() ?? ''} ${bound}`))
}
