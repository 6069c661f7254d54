import type { words as fa } from '../fa/withdrawals.ts'
import type { SameKeys } from '../same-keys.ts'

export const words: SameKeys<typeof fa> = {
  text: 'Withdrawals whose size needs the approval of operators before they are sent.',
  empty: 'No withdrawals are waiting',
  emptyText: 'Smaller ones need no approval: Toman goes with the next bank batch, coins go to their network.',
  stopped: 'All withdrawals are stopped: new requests are refused.',
  stoppedBy: 'Who stopped them, when and why',
  at: 'Time',
  user: 'User',
  amount: 'Amount',
  to: 'Destination',
  facts: 'Facts',
  approvals: 'Approvals',
  acts: 'Actions',
  since: 'User since',
  before: 'Paid before: {{all}}, to this destination: {{there}}',
  changed: 'Last security change:',
  of: '{{given}} of {{needed}}',
  approve: {
    action: 'Approve',
    title: 'Approve withdrawal',
    yes: 'Approve withdrawal',
    done: 'Your approval is recorded.',
  },
  refuse: {
    action: 'Refuse',
    title: 'Refuse withdrawal',
    yes: 'Refuse withdrawal',
    done: "Withdrawal refused. The amount is back in the user's balance.",
    reason: 'Reason, which the user reads too',
  },
  open: {
    action: 'Open withdrawals',
    title: 'Open withdrawals again?',
    text: 'Once a second operator approves, users can withdraw again.',
    yes: 'Propose',
    done: 'Proposed. Another operator approves it.',
  },
  rules: {
    action: 'Change limits',
    title: 'Limits of withdrawals',
    order: 'Two operators are asked from the same amount as one, or from a larger one.',
    text: 'In Toman, by the value of a withdrawal. They apply to the next ones, once a second operator approves.',
  },
  stop: {
    action: 'Stop all withdrawals',
    title: 'Stop all withdrawals?',
    text: 'No user can withdraw until two operators open it again.',
    yes: 'Stop withdrawals',
    done: 'All withdrawals are stopped.',
  },
}
