import type { Journal } from '#server/engine/journal.ts'
import type { NaiveState } from './naive-state.ts'

/** The differences between the engine's rows of a whole stream of commands and the oracle's paper. */
export function compareJournal(journal: Journal, paper: NaiveState): string[] {
  const written = {
    trades: journal.trades.map((each) => ({
      ...{ taker: each.takerOrderId, maker: each.makerOrderId, takerSide: each.takerSide },
      ...{ price: each.unitPrice, amount: each.amount, value: each.value },
      ...{ takerFee: each.takerFee, makerFee: each.makerFee, at: each.at },
    })),
    rewards: journal.rewards.map((each) => ({
      ...{ trade: each.tradeId, inviterId: each.inviterId, inviteeId: each.inviteeId },
      ...{ coinId: each.coinId, amount: each.amount, friendAmount: each.friendAmount },
    })),
    withdrawals: journal.withdrawals.map((each) => ({
      ...{ tokenType: each.tokenType, address: each.address, networkFee: each.networkFee },
      ...{ userId: each.userId, coinId: each.coinId, quantity: each.amount, orderId: each.orderId },
      ...{ worth: each.worth, approvals: each.approvalsNeeded, at: each.at, reference: each.holdReference },
    })),
  }
  const { trades, rewards } = paper
  const withdrawals = paper.withdrawals.map(({ isGivenBack: _, ...each }) => each)
  const differences: string[] = []
  for (const [name, is, should] of [
    ['trades', written.trades, trades],
    ['rewards', written.rewards, rewards],
    ['withdrawals', written.withdrawals, withdrawals],
  ] as const)
    for (let i = 0; i < Math.max(is.length, should.length); i++)
      if (textOf(is[i]) !== textOf(should[i]))
        differences.push(`${name}[${i}]: is ${textOf(is[i])}, should be ${textOf(should[i])}`)

  for (const order of journal.orders) {
    const is = `${order.kind} ${order.status} ${order.executed} for ${order.executedValue}, fee ${order.wage}`
    const on = paper.orders.find(({ id }) => id === order.id)
    const should = on && `${on.kind} ${on.status} ${on.executed} for ${on.executedValue}, fee ${on.wage}`
    if (is !== should) differences.push(`order ${order.id}: is ${is}, should be ${should}`)
  }
  // Only an order that met nothing but its user's own orders moves no money, and so may have no entry.
  const known = new Set([...journal.orders].map(({ id }) => id))
  for (const { id, status } of paper.orders)
    if (!known.has(id) && status !== 'FINISHED_WITHOUT_TRANSACTION') differences.push(`order ${id} is not written`)
  return differences
}

/** Compares field by field in the order of their names. */
const textOf = (value: object | undefined) =>
  value === undefined
    ? 'absent'
    : Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, each]) => `${name} ${each}`)
        .join(', ')
