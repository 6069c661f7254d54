import { fireEvent, screen } from '@testing-library/react'
import { BroadcastSheet } from '#client/features/operations/broadcast-sheet.tsx'
import { OperatorsPage } from '#client/features/operations/operators-page.tsx'
import { PayoutsPage } from '#client/features/operations/payouts/payouts-page.tsx'
import { ReportsPage } from '#client/features/operations/reports-page.tsx'
import { SettingsPage } from '#client/features/operations/settings-page.tsx'
import { WithdrawalsPage } from '#client/features/operations/withdrawals-page.tsx'
import { words as deskEn } from '#client/locales/en/desk.ts'
import { words as en } from '#client/locales/en/operations.ts'
import { words as proposalsEn } from '#client/locales/en/proposals.ts'
import { words as deskFa } from '#client/locales/fa/desk.ts'
import { words as fa } from '#client/locales/fa/operations.ts'
import { words as proposalsFa } from '#client/locales/fa/proposals.ts'
import { getOperator } from '#contract/operations.ts'
import { previewBroadcast, sendBroadcast } from '#contract/operations-broadcasts.ts'
import { resumeCustody, stopCustody } from '#contract/operations-custody.ts'
import { approveDelivery, handOverDelivery, prepareDelivery } from '#contract/operations-deliveries.ts'
import {
  approvePayoutBatch,
  exportPayoutFile,
  getBankStatements,
  getPayoutBatches,
  getTomanAccounts,
  importBankStatement,
} from '#contract/operations-payouts.ts'
import { getOpenProposals, getOperators, proposeRoles } from '#contract/operations-proposals.ts'
import { exportReport, getLedgerBalances } from '#contract/operations-reports.ts'
import { getSettings, proposeCoin, proposeLevelChange, proposeMarket } from '#contract/operations-settings.ts'
import { approveWithdrawal, getWaitingWithdrawals } from '#contract/operations-withdrawals.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { press, submit, tickFirst, write } from './act.ts'
import { MEET_AT_COLD_DRAFT, meetAtColdPayment, meetAtSwitch } from './meet-at-cold.tsx'
import { meetAtDelivery } from './meet-at-delivery.tsx'
import { meetAtDrain } from './meet-at-drain.tsx'
import { type Meeting, testRefusals } from './meet-refusals.tsx'
import type { Language } from './sentences.ts'

const WORDS = { fa, en }
const PROPOSAL_WORDS = { fa: proposalsFa, en: proposalsEn }
const DESK_WORDS = { fa: deskFa, en: deskEn }
const admin = mockEndpoint(getOperator, {
  baseDTO: { id: '9', name: 'Sara', roles: ['ADMIN'], expiresAt: '2099-01-01T00:00:00Z' },
})

/** Fills in the reason that every action needs. */
async function giveReason(language: Language) {
  await write(WORDS[language].act.reason, 'asked for by letter')
  await submit()
}

const MINA = {
  id: '10',
  name: 'Mina',
  mobileNumber: '+989121234567',
  roles: ['ADMIN' as const],
  hasKeys: true,
  isFrozen: false,
  lastSignInAt: null,
  isOwn: false,
}
const atRoles: Meeting = {
  part: <OperatorsPage />,
  refused: proposeRoles,
  answers: [admin, mockEndpoint(getOperators, { content: [MINA] })],
  act: async (language) => {
    await press(DESK_WORDS[language].operators.change.action)
    await tickFirst()
    await giveReason(language)
  },
}

const atReport: Meeting = {
  part: <ReportsPage />,
  refused: exportReport,
  answers: [admin, mockEndpoint(getLedgerBalances, { content: [] })],
  act: async (language) => {
    await press(DESK_WORDS[language].reports.action)
    await giveReason(language)
  },
}

const writeAll = async (language: Language, fields: Readonly<Record<string, string>>) => {
  const labels: Readonly<Record<string, string>> = DESK_WORDS[language].settings.field
  for (const [name, value] of Object.entries(fields))
    await write(new RegExp(`^${labels[name]?.replace(/[()]/g, '.') ?? name}`), value)
}

const LEVEL = {
  level: 'VIP_2' as const,
  volumeFrom: '100000000',
  maker: '0.25',
  taker: '0.35',
  depositDayMax: '500000000',
  withdrawalHourMax: '300000000',
  withdrawalDayMax: '700000000',
}
const SETTINGS = { markets: [], coins: [], levels: [LEVEL], holidays: [], strategies: [] }
const settings = mockEndpoint(getSettings, { baseDTO: SETTINGS })
const atLevel: Meeting = {
  part: <SettingsPage tab="fees" />,
  refused: proposeLevelChange,
  answers: [admin, settings],
  act: async (language) => {
    await press(DESK_WORDS[language].settings.change)
    await writeAll(language, { maker: '0.2' })
    await giveReason(language)
  },
}

const atCoin: Meeting = {
  part: <SettingsPage tab="coins" />,
  refused: proposeCoin,
  answers: [admin, settings],
  act: async (language) => {
    await press(DESK_WORDS[language].settings.newCoin)
    const numbers = { decimals: '6', precision: '2', quickTradeMin: '5', quickTradeMax: '50' }
    await writeAll(language, {
      symbol: 'CARDANO',
      code: 'ADA',
      priceSource: 'cardano',
      persianName: 'کاردانو',
      englishName: 'Cardano',
      ...numbers,
      ...{ withdrawalFee: '1', minWithdraw: '2', maxWithdraw: '90' },
    })
    await giveReason(language)
  },
}
const atMarket: Meeting = {
  part: <SettingsPage />,
  refused: proposeMarket,
  answers: [admin, settings],
  act: async (language) => {
    await press(DESK_WORDS[language].settings.newMarket)
    const bounds = { minAmount: '1', maxAmount: '1000', minTotal: '50000', openOrdersMax: '200' }
    const bands = { protectionBand: '5', forceWarning: '5', limitPriceMin: '20', limitPriceMax: '500' }
    const amounts = { tick: '10', ...bounds, ...bands }
    await writeAll(language, { base: 'CARDANO', ...amounts })
    await giveReason(language)
  },
}

const atBroadcast: Meeting = {
  part: <BroadcastSheet onClose={() => undefined} />,
  refused: sendBroadcast,
  answers: [mockEndpoint(previewBroadcast, { baseDTO: { receivers: 12, needsApproval: false } })],
  act: async (language) => {
    const { title, body } = DESK_WORDS[language].broadcasts
    for (const label of [title, body])
      for (const field of await screen.findAllByLabelText(label))
        fireEvent.change(field, { target: { value: 'Closed tomorrow' } })
    await press(PROPOSAL_WORDS[language].broadcast.preview)
    await giveReason(language)
  },
}

const BATCH = {
  ...{ id: '7', day: '2026-11-28', closedAt: '2026-11-28T07:30:00.000Z', orderedAt: null, handedInAt: null },
  ...{ lines: 2, amount: '1200000', paid: 0, returned: 0, paidLate: 0, approval: null },
}
const payouts = (way: 'FILE' | null) => [
  admin,
  mockEndpoint(getPayoutBatches, { content: [{ ...BATCH, way }], ways: ['GATEWAY', 'FILE'] }),
  mockEndpoint(getTomanAccounts, { content: [] }),
  mockEndpoint(getBankStatements, {
    baseDTO: { columns: ['day', 'rial', 'reference'], statements: [], unmatched: [] },
  }),
  mockEndpoint(getOpenProposals, { content: [] }),
]
const atBatch: Meeting = {
  part: <PayoutsPage />,
  refused: approvePayoutBatch,
  answers: payouts(null),
  act: async (language) => {
    await press(DESK_WORDS[language].payouts.act.approve)
    await giveReason(language)
  },
}
const atBankFile: Meeting = {
  part: <PayoutsPage />,
  refused: exportPayoutFile,
  answers: payouts('FILE'),
  act: async (language) => {
    await press(DESK_WORDS[language].payouts.act.file)
    await giveReason(language)
  },
}
const atStatement: Meeting = {
  part: <PayoutsPage />,
  refused: importBankStatement,
  isForm: true,
  answers: payouts(null),
  act: async (language) => {
    const { action, file } = DESK_WORDS[language].payouts.import
    await press(action)
    const statement = new File(['day'], 'statement.csv', { type: 'text/csv' })
    fireEvent.change(await screen.findByLabelText(file), { target: { files: [statement] } })
    await giveReason(language)
  },
}

const WITHDRAWAL = {
  ...{
    id: '8',
    userId: '1001',
    userName: 'Mina Karimi',
    createdAt: '2026-11-28T07:30:00.000Z',
    coin: 'TOMAN' as const,
  },
  ...{ amount: '60000000', worth: '60000000', destination: 'IR120570000000000000000001' },
  ...{ approvalsNeeded: 1, approvedBy: [], isApprovedByMe: false, paidBefore: 0, paidThereBefore: 0 },
  ...{ userSince: '2026-11-01T07:30:00.000Z', protectionChangedAt: null, device: null },
}
const RULES = {
  allHourMax: '5000000000',
  oneOperatorFrom: '50000000',
  twoOperatorsFrom: '500000000',
  withdrawalsOpen: true,
}
const atWithdrawal: Meeting = {
  part: <WithdrawalsPage />,
  refused: approveWithdrawal,
  answers: [admin, mockEndpoint(getWaitingWithdrawals, { content: [WITHDRAWAL], baseDTO: RULES })],
  act: async (language) => {
    await press(DESK_WORDS[language].withdrawals.approve.action)
    await giveReason(language)
  },
}

const atApproval = meetAtDelivery(approveDelivery, { act: 'approve', giveReason })
const atReady = meetAtDelivery(prepareDelivery, { act: 'ready', giveReason, state: 'APPROVED' })
const atHandOver = meetAtDelivery(handOverDelivery, { act: 'handOver', giveReason, state: 'READY' })

const atStop = meetAtSwitch(stopCustody, giveReason)
const atResumption = meetAtSwitch(resumeCustody, giveReason)

testRefusals<'desk'>({
  PROCESS_GONE: meetAtDrain(giveReason),
  LAST_PROCESS: meetAtDrain(giveReason),
  CUSTODY_UNAVAILABLE: atStop,
  APPROVAL_INVALID: atResumption,
  APPROVALS_NEEDED: atResumption,
  WITHDRAWAL_NOT_WAITING: atWithdrawal,
  COLD_PAYMENT_NOT_FOUND: meetAtColdPayment(giveReason),
  COLD_PAYMENT_DIFFERS: meetAtColdPayment(giveReason),
  COLD_REFUSED: MEET_AT_COLD_DRAFT,
  DELIVERY_NOT_WAITING: atApproval,
  DELIVERY_TRACKING_REQUIRED: atReady,
  DELIVERY_CODE_WRONG: atHandOver,
  DELIVERY_LOCKED: atHandOver,
  DELIVERY_ACCOUNT_FROZEN: atHandOver,
  PAYOUT_NOT_FOUND: atBatch,
  PAYOUT_WAY_CLOSED: atBatch,
  PAYOUT_HAS_NO_FILE: atBankFile,
  STATEMENT_UNREADABLE: atStatement,
  BROADCAST_SENT_BEFORE: atBroadcast,
  BROADCAST_HAS_ADDRESS: atBroadcast,
  BROADCAST_TO_NOBODY: atBroadcast,
  REPORT_SPAN_INVALID: atReport,
  EXCEL_NOT_GENERATED: atReport,
  SETTING_INVALID: atLevel,
  SETTING_CHANGED: atLevel,
  COIN_EXISTS: atCoin,
  PRICE_SOURCE_UNKNOWN: atCoin,
  PRICE_SOURCE_UNAVAILABLE: atCoin,
  MARKET_EXISTS: atMarket,
  MARKET_NOT_FOUND: atLevel,
  OPERATOR_RIGHT_MISSING: atRoles,
  OPERATOR_NOT_FOUND: atRoles,
  TWO_ADMINS_NEEDED: atRoles,
})
