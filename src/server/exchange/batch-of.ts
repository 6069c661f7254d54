import { PLAIN_TERMS } from '#domain/order.ts'
import type { Journal } from '../engine/journal.ts'
import type { Order } from '../engine/order.ts'
import type { Batch } from '../store/write-batch.ts'
import { encodeOutcome } from './outcome-text.ts'

/** The rows that one batch writes for a journal. Entries whose postings cancelled out are not written: nothing moved. */
export function batchOf(journal: Journal): Batch {
  const orders = [...journal.orders]
  const postings = Map.groupBy(
    journal.postings.filter((posting) => posting.amount !== 0n),
    ({ seq }) => seq,
  )
  return {
    plainOrders: orders.filter(isPlain),
    termedOrders: orders.filter((order) => !isPlain(order)),
    trades: journal.trades,
    rewards: journal.rewards,
    withdrawals: journal.withdrawals,
    holds: [...journal.holds],
    entries: journal.entries.flatMap((entry) => {
      const own = postings.get(entry.seq)
      return own ? { ...entry, postings: own } : []
    }),
    balances: [...journal.wallets.keys()],
    outcomes: journal.answers.map((answer) => ({ ...answer, outcome: encodeOutcome(answer.outcome) })),
  }
}

const isPlain = ({ terms }: Order) => terms === PLAIN_TERMS

export const isEmpty = ({ orders, wallets, holds, answers }: Journal) =>
  orders.size + wallets.size + holds.size + answers.length === 0
