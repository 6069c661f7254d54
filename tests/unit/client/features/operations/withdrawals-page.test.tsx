import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { WithdrawalsPage } from '#client/features/operations/withdrawals-page.tsx'
import { words as en } from '#client/locales/en/withdrawals.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { getOperator } from '#contract/operations.ts'
import { getOpenProposals } from '#contract/operations-proposals.ts'
import { getWaitingWithdrawals, proposeWithdrawalRules } from '#contract/operations-withdrawals.ts'
import { words as codes } from '#contract/words/en/console-codes.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, type Sent } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const AT = '2026-11-28T07:30:00.000Z'
const WAITING = {
  ...{ id: '8', userId: '1001', userName: 'Mina Karimi', createdAt: AT, coin: 'TOMAN' as const },
  ...{ amount: '90000000', worth: '90000000', destination: 'IR…3553' },
  ...{ approvalsNeeded: 1, approvedBy: [], isApprovedByMe: false, paidBefore: 0, paidThereBefore: 0 },
  ...{ userSince: AT, protectionChangedAt: null, device: { browser: 'Chrome', osType: 'Linux' } },
}
const RULES = { allHourMax: '5000000000', oneOperatorFrom: '50000000', twoOperatorsFrom: '500000000' }

const server = clientServer()

const serve = () =>
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getOperator, {
      baseDTO: { id: '9', name: 'Reza', roles: ['FINANCE'], expiresAt: '2099-01-01T00:00:00Z' },
    }),
    mockEndpoint(getOpenProposals, { content: [] }),
    mockEndpoint(getWaitingWithdrawals, { content: [WAITING], baseDTO: { ...RULES, withdrawalsOpen: true } }),
  )

const draw = async () => {
  serve()
  await drawClient(<WithdrawalsPage />, { language: 'en' })
  return within(await screen.findByRole('table'))
}

test('who withdraws, and from which device, is said before the approval and in it', async () => {
  const table = await draw()
  expect(table.getByText('Mina Karimi')).toBeVisible()
  expect(table.getByText('Chrome, Linux')).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: en.approve.action }))
  expect(within(await screen.findByRole('dialog')).getByText(/Mina Karimi/)).toBeVisible()
})

test('two operators are not asked from a smaller amount than one, and the field says so', async () => {
  const sent: Sent[] = []
  await draw()
  server.use(
    mockEndpoint(proposeWithdrawalRules, (asked) => {
      sent.push(asked)
      return { baseDTO: { id: '12' } }
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: en.rules.action }))
  const sheet = within(await screen.findByRole('dialog'))
  const two = sheet.getByRole('textbox', { name: new RegExp(codes.field.twoOperatorsFrom) })
  const type = async (text: string) => {
    await userEvent.clear(two)
    await userEvent.type(two, text)
    await userEvent.click(sheet.getByRole('button', { name: /propose/i }))
  }
  await userEvent.type(sheet.getByRole('textbox', { name: /Reason/ }), 'Smaller steps')
  await type('30000000')
  expect(await sheet.findByText(en.rules.order)).toBeVisible()
  expect(sent).toEqual([])
  await type('60000000')
  expect(await screen.findByText(/Proposed/)).toBeVisible()
  expect(sent).toMatchObject([{ body: { oneOperatorFrom: '50000000', twoOperatorsFrom: '60000000' } }])
})

test('a stop says that it is proposed already to open withdrawals', async () => {
  serve()
  const open = { id: '12', kind: 'CHANGE_WITHDRAWAL_RULES' as const, subject: 'withdrawals', userId: null }
  server.use(
    mockEndpoint(getOpenProposals, { content: [{ ...open, isOwn: false, proposedBy: 'Leila Rad', proposedAt: AT }] }),
    mockEndpoint(getWaitingWithdrawals, { content: [], baseDTO: { ...RULES, withdrawalsOpen: false } }),
  )
  await drawClient(<WithdrawalsPage />, { language: 'en' })
  expect(await screen.findByText(en.stopped)).toBeVisible()
  expect(await screen.findByText(/Leila Rad/)).toBeVisible()
})
