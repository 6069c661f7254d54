import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { RestoreNotice } from '#client/features/operations/restore-notice.tsx'
import { words as en } from '#client/locales/en/safety.ts'
import { words as fa } from '#client/locales/fa/safety.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { getOperator } from '#contract/operations.ts'
import { getOpenProposals } from '#contract/operations-proposals.ts'
import { proposeLostPayment, proposeRelease } from '#contract/operations-restore.ts'
import { words as codes } from '#contract/words/fa/console-codes.ts'
import type { OperatorRole } from '#domain/operator-rights.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const server = clientServer()
const RESTORE = {
  restoredAt: '2026-11-29T14:00:00.000Z',
  stateAt: '2026-11-29T13:05:00.000Z',
  source: '/backups/2026-11-29',
}
const REASON = 'Compared with chains and bank: all equal'

async function draw(role: OperatorRole, language: 'fa' | 'en') {
  const proposed: unknown[] = []
  server.use(
    mockEndpoint(getOperator, {
      baseDTO: { id: '9', name: 'Sara', roles: [role], expiresAt: '2099-01-01T00:00:00Z' },
    }),
    mockEndpoint(getOpenProposals, { content: [] }),
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(proposeRelease, ({ body }) => {
      proposed.push(body)
      return { baseDTO: { id: '1' } }
    }),
    mockEndpoint(proposeLostPayment, ({ body }) => {
      proposed.push(body)
      return { baseDTO: { id: '2' } }
    }),
  )
  await drawClient(<RestoreNotice restore={RESTORE} />, { language })
  return proposed
}

test('every operator reads that the database was restored, from where and to which moment; only admins can propose the release', async () => {
  await draw('FINANCE', 'en')
  expect(await screen.findByText(en.restore.title)).toBeVisible()
  expect(screen.getByText(en.restore.text)).toBeVisible()
  expect(screen.getByText(RESTORE.source)).toBeVisible()
  expect(screen.queryByRole('button', { name: en.restore.action })).toBeNull()
})

test('an admin proposes the release with what was found', async () => {
  const proposed = await draw('ADMIN', 'fa')
  await userEvent.click(await screen.findByRole('button', { name: fa.restore.action }))
  const sheet = within(await screen.findByRole('dialog', { name: fa.restore.sheet.title }))
  expect(sheet.getByText(fa.restore.sheet.text)).toBeVisible()
  await userEvent.type(sheet.getByRole('textbox'), REASON)
  await userEvent.click(sheet.getByRole('button', { name: fa.restore.sheet.yes }))
  await waitFor(() => expect(proposed).toEqual([{ reason: REASON }]))
})

async function fillLostPayment() {
  await userEvent.click(await screen.findByRole('button', { name: fa.restore.payment.action }))
  const sheet = within(await screen.findByRole('dialog', { name: fa.restore.payment.action }))
  await sheet.findByRole('option', { name: 'تتر' })
  await userEvent.type(sheet.getByLabelText(codes.field.customer), '۱۲')
  await userEvent.type(sheet.getByLabelText(codes.field.lostAmount), '۵٬۰۰۰')
  await userEvent.type(sheet.getByLabelText(codes.field.transferReference), 'withdrawal-77')
  await userEvent.type(sheet.getByLabelText(/دلیل/), REASON)
  return sheet
}
const LOST = { customer: '12', lostAmount: '5000', transferReference: 'withdrawal-77', reason: REASON }

test('an admin proposes to book Toman that a customer has paid in the lost time', async () => {
  const proposed = await draw('ADMIN', 'fa')
  const sheet = await fillLostPayment()
  await userEvent.selectOptions(sheet.getByLabelText(codes.field.lostDirection), codes.direction.PAID_IN)
  await userEvent.selectOptions(sheet.getByLabelText(codes.field.lostAccount), codes.account['gateway/VANDAR'])
  await userEvent.click(sheet.getByRole('button', { name: fa.restore.payment.yes }))
  const paid = { lostCoin: 'TOMAN', lostDirection: 'PAID_IN', lostAccount: 'gateway/VANDAR' }
  await waitFor(() => expect(proposed).toEqual([{ ...LOST, ...paid }]))
})

test('a coin is booked as paid out, also if another direction was chosen for Toman before', async () => {
  const proposed = await draw('ADMIN', 'fa')
  const sheet = await fillLostPayment()
  await userEvent.selectOptions(sheet.getByLabelText(codes.field.lostDirection), codes.direction.PAID_IN)
  await userEvent.selectOptions(sheet.getByLabelText(codes.field.lostCoin), 'تتر')
  expect(sheet.queryByLabelText(codes.field.lostDirection)).toBeNull()
  await userEvent.selectOptions(sheet.getByLabelText(codes.field.lostAccount), 'TRC20')
  await userEvent.click(sheet.getByRole('button', { name: fa.restore.payment.yes }))
  const paid = { lostCoin: 'TETHER', lostDirection: 'PAID_OUT', lostAccount: 'hot/TRC20' }
  await waitFor(() => expect(proposed).toEqual([{ ...LOST, ...paid }]))
})

test('nothing is shown where nothing was restored', async () => {
  server.use(
    mockEndpoint(getOperator, {
      baseDTO: { id: '9', name: 'Sara', roles: ['ADMIN'], expiresAt: '2099-01-01T00:00:00Z' },
    }),
  )
  await drawClient(<RestoreNotice restore={null} />, { language: 'en' })
  expect(screen.queryByText(en.restore.title)).toBeNull()
})
