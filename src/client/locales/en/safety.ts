import { words as codes } from '#contract/words/en/console-codes.ts'
import type { words as fa } from '../fa/safety.ts'
import type { SameKeys } from '../same-keys.ts'

export const words: SameKeys<typeof fa> = {
  freeze: {
    kind: {
      OWN: 'The user froze this account.',
      SUPPORT: 'An operator of support froze this account.',
      RISK: 'An operator with the role of risk or admin froze this account.',
    },
    by: 'Operator: {{name}}',
    reason: 'Reason: {{reason}}',
    riskOnly: 'Only the roles of risk and admin can unfreeze it.',
    check: 'How you recognised the user',
    choose: 'Choose how you recognised the user.',
    by_check: codes.check,
  },
  level: {
    text: "Another operator must approve. A level that is set doesn't change with the traded volume.",
    propose: 'Propose level',
  },
  cards: {
    title: 'Bank cards',
    none: 'No card.',
    card: 'Card number',
    sheba: 'Sheba',
    verified: 'Verified',
    unverified: 'Not verified',
    doubted: "The owner isn't clear",
    verify: {
      action: 'Propose card as verified',
      text: "The bank hasn't confirmed the owner of this card. Write what you have seen; another operator must approve.",
    },
    unverify: {
      action: 'Take verification back',
      text: 'The user is told, and no longer deposits with this card. Two operators are needed to verify it again.',
      done: 'The card is no longer verified.',
    },
  },
  revoke: {
    action: 'Revoke identity',
    title: 'Revoke the identity of {{name}}',
    text: "The user reads the reason, can't trade, and no card stays verified until the form is sent again.",
    reason: 'Reason for the user',
    done: 'The identity is revoked.',
  },
  publish: {
    text: 'Another operator must approve this version. Visitors read it then.',
    propose: 'Propose publication',
  },
  documents: { show: 'View documents' },
  duty: {
    label: "I'm on duty",
    text: 'We text you open proposals, vendor faults and a market maker that stops.',
    others: 'Also on duty: {{names}}',
    nobody: 'No other operator is on duty.',
  },
  restore: {
    title: 'The database was restored. Nothing leaves yet.',
    at: 'Restored on',
    until: 'Everything committed after this moment is missing:',
    source: 'From:',
    text: 'Withdrawals, payouts, refunds and API keys are off until one admin has compared the ledger with custody, the card gateways and the banks, and another admin has approved.',
    action: 'Propose release',
    sheet: {
      title: 'Release after a restore',
      text: "Compare the custody room with the chains, and deposits and payouts with the statements of gateways and banks, from the moment of the restore on. Book what's missing first. The other admin sees the figures of the ledger and of custody at this moment.",
      reason: 'What you compared, and what you found',
      yes: 'Propose release',
      done: 'Proposed. Another admin has to approve it.',
    },
    payment: {
      action: 'Book a lost payment',
      text: 'For a payment by a customer, a gateway, a bank or custody after the moment of the restore that the ledger has lost. Deposits over chains are read again by themselves.',
      reference:
        "Of the gateway or the bank. For coins, the name in custody's journal that begins with withdrawal. Each is booked once.",
      yes: 'Propose booking',
      done: 'Proposed. Another admin has to approve it.',
    },
  },
  operators: {
    more: 'More',
    moreOf: 'More for {{name}}',
    lastSignIn: 'Last login',
    stopped: 'Stopped',
    recent: 'An operator was stopped',
    stoppedBy: '{{by}} stopped {{name}},',
    alone: {
      title: 'Only one admin can act',
      text: 'Nothing that takes two admins is approved. Add another admin on the server with npm run operator:add; the two of them can let in an operator who was stopped.',
    },
    stop: {
      action: 'Stop',
      title: 'Stop {{name}}',
      text: 'The sessions end immediately, nobody logs in by the account, and open proposals are withdrawn. Letting in again takes two admins.',
      done: 'The operator is stopped.',
    },
    letIn: {
      action: 'Let in again',
      title: 'Let {{name}} in again',
      text: 'Another admin must approve. The operator then logs in with the present password and authenticator.',
    },
    handover: {
      title: 'Set-up code for the operator',
      text: "This code is shown once and lasts 24 hours. Tell it to the operator in person or by phone, never by text message: without it the texted code isn't enough.",
      done: 'I noted it',
    },
    keys: {
      action: 'New keys',
      title: 'New keys for {{name}}',
      text: 'Another admin must approve. The present password and authenticator then open nothing, and new ones are set up by a code to the mobile and the one that the approval shows, within 24 hours.',
    },
  },
}
