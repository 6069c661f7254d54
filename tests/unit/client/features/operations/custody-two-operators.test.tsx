import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { OddDeposits } from '#client/features/operations/custody/odd-deposits.tsx'
import { OutgoingCoins } from '#client/features/operations/custody/outgoing-coins.tsx'
import { words as en } from '#client/locales/en/custody.ts'
import { getCoinDetails } from '#contract/coins.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getOperator } from '#contract/operations.ts'
import {
  decideHeldDeposit,
  getOddDeposits,
  getOutgoingCoins,
  proposeColdPayment,
  setCold,
} from '#contract/operations-custody.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, type Sent } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const AT = '2026-11-28T07:30:00.000Z'
const TXID = `0x${'a'.repeat(64)}`
const OUTGOING: Reply<typeof getOutgoingCoins>['content'][number] = {
  ...{ id: '7', userId: '1009', network: 'ERC20', coin: 'ETHEREUM', amount: '1.5', address: '0xdest', tag: null },
  ...{ state: 'APPROVED', createdAt: AT, refusal: 'COLD_ONLY', txid: null, confirmations: null },
  ...{ confirmationsNeeded: null, signedBy: [], signInput: null, isForCold: false },
}
const HELD: Reply<typeof getOddDeposits>['content'][number] = {
  ...{ id: '4', state: 'HELD', userId: '1009', network: 'ERC20', txid: TXID, coin: 'ETHEREUM', contract: null },
  ...{ amount: '2', seenAt: AT, heldFor: '0x1111: stolen coins', tag: null },
}

const server = clientServer()
const draw = async (shown: Parameters<typeof drawClient>[0]) => {
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getOperator, {
      baseDTO: { id: '9', name: 'Reza', roles: ['FINANCE'], expiresAt: '2099-01-01T00:00:00Z' },
    }),
  )
  await drawClient(shown, { language: 'en' })
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const sheet = async () => within(await screen.findByRole('dialog'))
const confirm = async (name: string) => {
  const within_ = await sheet()
  await userEvent.type(within_.getByRole('textbox', { name: /reason/i }), 'Checked by phone')
  await userEvent.click(within_.getByRole('button', { name }))
}

test('a withdrawal above all limits is set aside for cold storage, and then its transaction is reported', async () => {
  const sent: Sent[] = []
  let isForCold = false
  server.use(
    mockEndpoint(getOutgoingCoins, () => ({ content: [{ ...OUTGOING, isForCold }] })),
    mockEndpoint(setCold, (asked) => {
      sent.push(asked)
      isForCold = true
      return {}
    }),
    mockEndpoint(proposeColdPayment, (asked) => {
      sent.push(asked)
      return { baseDTO: { id: '3' } }
    }),
  )
  await draw(<OutgoingCoins />)
  await press(en.outgoing.setCold.action)
  await confirm(en.outgoing.setCold.action)
  expect(await screen.findByText(en.outgoing.isForCold)).toBeVisible()
  await press(en.book.action)
  await userEvent.type((await sheet()).getByRole('textbox', { name: en.odd.txid }), '0x12')
  await confirm(en.book.action)
  expect((await sheet()).getByText(en.book.wrong)).toBeVisible()
  const field = (await sheet()).getByRole('textbox', { name: en.odd.txid })
  await userEvent.clear(field)
  await userEvent.type(field, TXID)
  await userEvent.click((await sheet()).getByRole('button', { name: en.book.action }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toMatchObject([
    { params: { id: '7' } },
    { body: { network: 'ERC20', coin: 'ETHEREUM', txid: TXID, withdrawal: '7', reason: 'Checked by phone' } },
  ])
})

test.each(['CREDIT', 'KEEP'] as const)('a held deposit says why, and %s is proposed', async (decision) => {
  const sent: Sent[] = []
  server.use(
    mockEndpoint(getOddDeposits, { content: [HELD, { ...HELD, id: '3', state: 'KEPT', heldFor: null }] }),
    mockEndpoint(decideHeldDeposit, (asked) => {
      sent.push(asked)
      return { baseDTO: { id: '3' } }
    }),
  )
  await draw(<OddDeposits />)
  expect(await screen.findByText(HELD.heldFor ?? '')).toBeVisible()
  const { action } = en.odd.decide[decision]
  // One that is decided offers nothing.
  expect(screen.getAllByRole('button', { name: action })).toHaveLength(1)
  await press(action)
  await confirm(action)
  await waitFor(() => expect(sent).toMatchObject([{ params: { id: '4' }, body: { decision } }]))
})
