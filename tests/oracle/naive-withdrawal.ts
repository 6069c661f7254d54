import type { EngineRefusal, Leaving } from '#server/engine/commands.ts'
import { sum } from './figures.ts'
import type { NaiveState } from './naive-state.ts'

const HOUR_MS = 3_600_000

/** The worth of what a user, or everybody, has taken out within a time and did not get back. */
function takenOut(
  state: NaiveState,
  { userId, withinMs, at }: { userId?: number; withinMs: number; at: number },
): bigint {
  const counted = state.withdrawals.filter(
    (each) => !each.isGivenBack && (userId === undefined || each.userId === userId) && each.at > at - withinMs,
  )
  return sum(counted.map(({ worth }) => worth))
}

interface Asked {
  readonly userId: number
  readonly at: number
}

/**
 * The reason for which nothing may leave, the first of: facts that are older than five seconds, or no known worth; a stop of everything; a
 * frozen account; an identity that is not verified; a hold that still lasts; a destination that is not saved although only saved ones are
 * allowed; one that is too new; and more than the user may take out in an hour, or in a day.
 */
export function reasonToStay(state: NaiveState, leaving: Leaving, { userId, at }: Asked): EngineRefusal | undefined {
  const { worth } = leaving
  const { blocked, authorized, heldUntil = 0, stopped, limits, readAt } = leaving.withdrawer
  const { destinationUnsaved, destinationFrom = 0 } = leaving.withdrawer
  if (at - readAt > 5_000 || worth === undefined) return 'WITHDRAWER_UNKNOWN'
  if (stopped) return 'WITHDRAWALS_STOPPED'
  if (blocked) return 'WITHDRAWER_BLOCKED'
  if (!authorized) return 'WITHDRAWER_NOT_AUTHORIZED'
  if (heldUntil > at) return 'WITHDRAWALS_HELD'
  if (heldUntil === at) state.note('a hold of withdrawals ends in this instant')
  if (destinationUnsaved) return 'DESTINATION_NOT_SAVED'
  if (destinationFrom > at) return 'DESTINATION_TOO_NEW'
  if (destinationFrom === at) state.note('a destination opens in this instant')
  const ofHour = takenOut(state, { userId, withinMs: HOUR_MS, at }) + worth
  if (ofHour > limits.hour) return 'WITHDRAWAL_HOUR_LIMIT_REACHED'
  if (ofHour === limits.hour) state.note('a withdrawal comes to the limit of the hour')
  if (takenOut(state, { userId, withinMs: 24 * HOUR_MS, at }) + worth > limits.day)
    return 'WITHDRAWAL_DAY_LIMIT_REACHED'
  return undefined
}

/** Sets the money aside, under the number of the withdrawal, and writes down how many operators must agree. */
export function takeOut(
  state: NaiveState,
  { withdrawer: { limits }, destination, ...leaving }: Leaving,
  { coinId, quantity, orderId, ...asked }: Asked & { coinId: number; quantity: bigint; orderId?: number },
): number {
  const { userId, at } = asked
  const worth: bigint = leaving.worth ?? 0n
  const isBeyondAll = takenOut(state, { withinMs: HOUR_MS, at }) + worth > limits.allHour
  const isMetal = destination.tokenType === 'DELIVERY'
  const approvals =
    isBeyondAll || worth >= limits.twoOperatorsFrom ? 2 : worth >= limits.oneOperatorFrom || isMetal ? 1 : 0
  state.note(`a withdrawal for ${approvals} operators`)
  if (isBeyondAll && worth < limits.twoOperatorsFrom) state.note('all together have withdrawn much')
  const number = state.withdrawals.length + 1
  const reference = `withdrawal/${number}`
  state.holds.set(reference, { userId, coinId, amount: quantity })
  const { tokenType, address, networkFee } = destination
  const to = { tokenType, address, networkFee }
  state.withdrawals.push({
    ...to,
    userId,
    coinId,
    quantity,
    orderId,
    worth,
    approvals,
    at,
    reference,
    isGivenBack: false,
  })
  return number
}
