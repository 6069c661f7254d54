import { words as kinds } from '#contract/words/en/entry-kinds.ts'
import { words as shared } from '#contract/words/en/own-lists.ts'
import type { words as fa } from '../fa/customers.ts'
import type { SameKeys } from '../same-keys.ts'

export const words: SameKeys<typeof fa> = {
  tabs: {
    label: "The user's records",
    deposits: 'Deposits',
    withdrawals: 'Withdrawals',
    orders: 'Orders',
    trades: 'Trades',
    statement: 'Statement',
    tickets: 'Tickets',
    notes: 'Notes',
  },
  none: {
    deposits: 'No deposits.',
    withdrawals: 'No withdrawals.',
    orders: 'No orders.',
    trades: 'No trades.',
    statement: 'No movement in these days.',
    tickets: 'No tickets.',
    notes: 'No notes.',
  },
  deposit: {
    number: 'Number',
    amount: 'Amount',
    status: 'Status',
    card: 'Card',
    reference: 'Reference',
    at: 'Time',
    RAISED_BY_USER: 'Waiting for payment',
    CONFIRMED: 'Completed',
    UNCONFIRMED: 'Failed',
    fault: {
      AMOUNT_DIFFERS: 'The gateway has another amount',
      UNKNOWN_AUTHORITY: "The gateway doesn't know this payment",
      ACCOUNT_REFUSED: 'The gateway refused our account',
      CARD_DIFFERS: "Another's card paid",
    },
    payBack: { DUE: 'being paid back', DONE: 'paid back', REFUSED: 'the gateway refuses; pay it back on its site' },
    gateway: 'Gateway',
    unpaid: shared.unpaid,
    gateways: shared.gateway,
  },
  statement: {
    balances: 'Opening and closing balances',
    movements: 'Movements',
    coin: 'Asset',
    opening: 'Opening balance',
    closing: 'Closing balance',
    kind: 'Event',
    available: 'Available',
    blocked: 'On hold',
    counter: 'Counter account',
    kinds,
  },
  note: {
    label: 'Note for colleagues',
    hint: "The user doesn't see it.",
    short: 'Write at least 3 characters.',
    add: 'Add note',
    added: 'Note added.',
  },
  credit: {
    title: 'Credit lines',
    text: "These amounts are part of the balances, and are the exchange's.",
    coin: 'Asset',
    amount: 'Lent',
    at: 'Time',
    proposal: 'Proposal',
    owes: 'Owed: {{coin}}',
  },
  registry: {
    identity: { customer: "User's page" },
    claim: {
      action: 'Take form',
      mine: 'You took this form,',
      of: '{{name}} took this form,',
      column: 'Taken by',
      nobody: 'Nobody',
    },
    typed: { first: 'First name', last: 'Last name' },
    alike: { first: "First name, likeness to the registry's", last: "Last name, likeness to the registry's" },
    noName:
      "The registry doesn't tell the name it has, only how alike the two are. Compare the name with the document.",
  },
}
