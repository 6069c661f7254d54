import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { PayoutsPage } from '#client/features/operations/payouts/payouts-page.tsx'
import { words as deskEn } from '#client/locales/en/desk.ts'
import { words as en } from '#client/locales/en/payouts.ts'
import { words as deskFa } from '#client/locales/fa/desk.ts'
import { words as fa } from '#client/locales/fa/payouts.ts'
import { getCoinDetails } from '#contract/coins.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getOperator } from '#contract/operations.ts'
import {
  approvePayoutBatch,
  getBankStatements,
  getPayoutBatches,
  getPayoutLines,
  getTomanAccounts,
  importBankStatement,
  proposeOwnTransfer,
  proposePayoutReturn,
} from '#contract/operations-payouts.ts'
import { approveProposal, getOpenProposals } from '#contract/operations-proposals.ts'
import { TOMAN_ACCOUNTS } from '#domain/ledger.ts'
import type { OperatorRole } from '#domain/operator-rights.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, type Sent } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

type Batch = Reply<typeof getPayoutBatches>['content'][number]
type Line = Reply<typeof getPayoutLines>['content'][number]

const AT = '2026-11-28T07:30:00.000Z'
const BATCH: Batch = {
  ...{ id: '7', day: '2026-11-28', closedAt: AT, way: null, orderedAt: null, handedInAt: null },
  ...{ lines: 2, amount: '1200000', paid: 0, returned: 0, paidLate: 0, approval: null },
}
const LINE: Line = {
  ...{ id: '41', userId: '1009', amount: '500000', sheba: 'IR…0001', bankName: 'Saman', state: 'ORDERED', attempts: 0 },
  ...{ attemptedAt: null, reference: null, failure: null, failingSince: null, endedAt: null, paidLateAt: null },
  ...{ takenBackAt: null, returnProposed: false },
}
const APPROVAL = { proposalId: '12', way: 'GATEWAY', by: 'Sara', isOwn: false, at: AT } as const

const server = clientServer()

const draw = async (
  batch: Partial<Batch>,
  {
    role = 'FINANCE',
    language = 'en',
    lines = [LINE],
  }: { role?: OperatorRole; language?: 'fa' | 'en'; lines?: Line[] } = {},
) => {
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getOperator, {
      baseDTO: { id: '9', name: 'Reza', roles: [role], expiresAt: '2099-01-01T00:00:00Z' },
    }),
    mockEndpoint(getOpenProposals, { content: [] }),
    mockEndpoint(getPayoutBatches, { content: [{ ...BATCH, ...batch }], ways: ['GATEWAY', 'FILE'] }),
    mockEndpoint(getPayoutLines, { content: lines }),
    mockEndpoint(getTomanAccounts, { content: TOMAN_ACCOUNTS.map((account, i) => ({ account, amount: String(-i) })) }),
    mockEndpoint(getBankStatements, {
      baseDTO: { columns: ['day', 'rial', '-', 'reference'], statements: [], unmatched: [] },
    }),
  )
  await drawClient(<PayoutsPage />, { language })
  return within(await screen.findByRole('table', { name: TITLE[language] }))
}
const TITLE = { fa: deskFa.room.payouts, en: deskEn.room.payouts }
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const decide = async (name: string) => {
  const sheet = within(await screen.findByRole('dialog'))
  await userEvent.type(sheet.getByRole('textbox'), 'Agreed')
  await userEvent.click(sheet.getByRole('button', { name }))
}

test.each([
  ['fa', fa, '۱٬۲۰۰٬۰۰۰'],
  ['en', en, '1,200,000'],
] as const)('(%s) a closed batch shows its day, number and sum, and awaits approval', async (language, words, sum) => {
  const table = await draw({}, { language })
  expect(table.getByText(words.step.closed)).toBeVisible()
  expect(table.getByText(new RegExp(sum))).toBeVisible()
  expect(await screen.findByRole('button', { name: words.act.approve })).toBeVisible()
})

test('the first operator approves a batch with the way by which it leaves', async () => {
  const sent: Sent[] = []
  await draw({})
  server.use(
    mockEndpoint(approvePayoutBatch, (asked) => {
      sent.push(asked)
      return { baseDTO: { id: '12' } }
    }),
  )
  await press(en.act.approve)
  await userEvent.click(screen.getByRole('radio', { name: en.way.FILE }))
  await decide(en.act.approve)
  expect(await screen.findByText(en.approve.done)).toBeVisible()
  expect(sent).toMatchObject([{ params: { id: '7' }, body: { way: 'FILE', reason: 'Agreed' } }])
})

test('who has approved a batch cannot send it; another operator can, by approving the proposal', async () => {
  const own = await draw({ approval: { ...APPROVAL, isOwn: true } })
  expect(await screen.findByRole('button', { name: en.act.lines })).toBeVisible()
  expect(own.queryByRole('button', { name: en.act.send })).toBeNull()
  expect(own.getByText(new RegExp(en.approvedByYou))).toBeVisible()
})

test('another operator sends an approved batch', async () => {
  const sent: Sent[] = []
  await draw({ approval: APPROVAL })
  server.use(
    mockEndpoint(approveProposal, (asked) => {
      sent.push(asked)
      return {}
    }),
  )
  await press(en.act.send)
  expect(screen.getByText(en.send.GATEWAY)).toBeVisible()
  await decide(en.act.send)
  expect(await screen.findByText(en.send.done)).toBeVisible()
  expect(sent).toMatchObject([{ params: { id: '12' } }])
})

test('an operator who may only see it gets no buttons but the lines', async () => {
  const table = await draw({}, { role: 'RISK' })
  expect(await table.findByRole('button', { name: en.act.lines })).toBeVisible()
  expect(table.getAllByRole('button')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: en.import.action })).toBeNull()
})

test('a line of the bank’s file can be returned by proposal, and a payment after a return stands out', async () => {
  const late: Line = {
    ...LINE,
    id: '42',
    state: 'RETURNED',
    failure: 'BANK_DID_NOT_PAY',
    failingSince: AT,
    paidLateAt: AT,
  }
  const sent: Sent[] = []
  await draw({ way: 'FILE', orderedAt: AT, paidLate: 1 }, { lines: [LINE, late] })
  server.use(
    mockEndpoint(proposePayoutReturn, (asked) => {
      sent.push(asked)
      return { baseDTO: { id: '13' } }
    }),
  )
  expect(screen.getByText(en.paidLate.replace('{{lines}}', '1'))).toBeVisible()
  await press(en.act.lines)
  expect(await screen.findByText(en.line.paidLate)).toBeVisible()
  expect(screen.getByText(new RegExp(en.failure.BANK_DID_NOT_PAY))).toBeVisible()
  await press(en.return.action)
  await decide(en.return.action)
  expect(await screen.findByText(en.return.done)).toBeVisible()
  expect(sent).toMatchObject([{ params: { id: '41' } }])
})

test('a statement is imported as a file, and the toast says how its rows ended', async () => {
  const chosen = new File(['day,amount'], 'statement.csv', { type: 'text/csv' })
  let sent = 0
  await draw({})
  server.use(
    // Reading a form with a file would never end in jsdom.
    http.post(`*/api${importBankStatement.path}`, () => {
      sent += 1
      return HttpResponse.json({ baseDTO: { matched: 3, unmatched: 2, duplicates: 1, badRows: [4] } })
    }),
  )
  await press(en.import.action)
  await decide(en.import.action)
  expect(await screen.findByText(en.import.missing)).toBeVisible()
  expect(await screen.findByText('Columns: date, Rial amount, any, reference')).toBeVisible()
  const sheet = within(screen.getByRole('dialog'))
  await userEvent.upload(sheet.getByLabelText(en.import.file), chosen)
  expect(screen.queryByText(en.import.missing)).toBeNull()
  await userEvent.click(sheet.getByRole('button', { name: en.import.action }))
  expect(await screen.findByText('3 matched, 2 unmatched, 1 duplicates, 1 unreadable')).toBeVisible()
  expect(sent).toBe(1)
})

test('rows that match no payout are listed for a person', async () => {
  await draw({})
  server.use(
    mockEndpoint(getBankStatements, {
      baseDTO: {
        columns: ['day', 'rial', 'reference'],
        statements: [
          { id: '1', importedAt: AT, importedBy: 'Sara', matched: 1, unmatched: 1, duplicates: 0, badRows: 0 },
        ],
        unmatched: [
          { id: '9', day: '2026-11-28', amount: '12000', reference: 'R-77', identifier: '', description: 'Rent' },
        ],
      },
    }),
  )
  await screen.findByText(en.statements.none)
  await drawClient(<PayoutsPage />, { language: 'en' })
  const table = within(await screen.findByRole('table', { name: en.statements.unmatched }))
  expect(table.getByText('R-77')).toBeVisible()
  expect(table.getByText('Rent')).toBeVisible()
})

test('a transfer between own accounts is proposed with its reference, and never from an account to itself', async () => {
  const sent: Sent[] = []
  await draw({})
  server.use(
    mockEndpoint(proposeOwnTransfer, (asked) => {
      sent.push(asked)
      return { baseDTO: { id: '14' } }
    }),
  )
  const table = within(await screen.findByRole('table', { name: en.own.title }))
  expect(table.getAllByRole('row')).toHaveLength(1 + TOMAN_ACCOUNTS.length)
  await press(en.own.action)
  const sheet = within(await screen.findByRole('dialog'))
  await userEvent.selectOptions(sheet.getByRole('combobox', { name: /From/ }), 'bank/1')
  await userEvent.type(sheet.getByRole('textbox', { name: /Amount/ }), '2500000')
  await userEvent.type(sheet.getByRole('textbox', { name: /Reference/ }), 'SHP-77')
  await userEvent.type(sheet.getByRole('textbox', { name: /Reason/ }), 'Settled by the gateway')
  await userEvent.click(sheet.getByRole('button', { name: en.own.yes }))
  expect(await sheet.findByText(en.own.same)).toBeVisible()
  await userEvent.selectOptions(sheet.getByRole('combobox', { name: /From/ }), 'gateway/VANDAR')
  await userEvent.click(sheet.getByRole('button', { name: en.own.yes }))
  expect(await screen.findByText(en.own.done)).toBeVisible()
  expect(sent).toMatchObject([
    {
      body: {
        ...{ fromAccount: 'gateway/VANDAR', toAccount: 'bank/1' },
        ...{ transferAmount: '2500000', transferReference: 'SHP-77', reason: 'Settled by the gateway' },
      },
    },
  ])
})
