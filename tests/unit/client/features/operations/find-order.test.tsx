import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { FindOrder } from '#client/features/operations/find-order.tsx'
import { words as ofDesk } from '#client/locales/en/desk.ts'
import { words as en } from '#client/locales/en/operations.ts'
import { words as ofOrders } from '#client/locales/en/orders.ts'
import { words as ofDeskFa } from '#client/locales/fa/desk.ts'
import { words as fa } from '#client/locales/fa/operations.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { getOperator } from '#contract/operations.ts'
import { getAnyOrder } from '#contract/operations-markets.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, type Sent } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'
import { wireOrder } from '#tests/builders/wire-order.ts'

const server = clientServer()
const sent: Sent[] = []
const order = wireOrder({ orderStatus: 'CANCELLED_BY_USER', executedAmount: '0.25' })
const owner = { id: '1001', name: 'Mina Rad', mobileNumber: '+989120001001', systemName: null }
beforeEach(() => {
  sent.length = 0
  server.use(
    mockEndpoint(getOperator, {
      baseDTO: { id: '9', name: 'Sara', roles: ['ADMIN'], expiresAt: '2099-01-01T00:00:00Z' },
    }),
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getAnyOrder, (call) => {
      sent.push(call)
      return { baseDTO: { order, owner } }
    }),
  )
})

test('a search without a number says what is missing, also of letters, and asks nothing', async () => {
  await drawClient(<FindOrder />)
  await userEvent.click(screen.getByRole('button', { name: fa.order.show }))
  expect(screen.getByText(ofDeskFa.order.missing)).toBeInTheDocument()
  await userEvent.type(screen.getByLabelText(fa.order.id), 'abc{Enter}')
  expect(screen.getByText(ofDeskFa.order.missing)).toBeInTheDocument()
  expect(sent).toEqual([])
  await userEvent.type(screen.getByLabelText(fa.order.id), '41')
  expect(screen.queryByText(ofDeskFa.order.missing)).toBeNull()
})

test('a found order says whose it is, who has cancelled it, when it was placed and what of it is filled', async () => {
  await drawClient(<FindOrder />, { language: 'en' })
  await userEvent.type(screen.getByLabelText(en.order.id), '41{Enter}')
  expect(await screen.findByText('Cancelled by its owner')).toBeInTheDocument()
  // The owner's own text says "you", which would mean the operator here.
  expect(screen.queryByText(ofOrders.status.CANCELLED_BY_USER)).toBeNull()
  expect(screen.getByText(ofDesk.order.filled).textContent?.replaceAll('\u00A0', ' ')).toContain('0.25')
  expect(screen.getByText(/20 Nov 2026/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Mina Rad' })).toHaveAttribute('href', '/operations/users/1001')
  expect(sent).toMatchObject([{ params: { id: '41' } }])
})
