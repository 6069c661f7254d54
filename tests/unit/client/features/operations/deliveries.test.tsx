import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { DeliveriesPage } from '#client/features/operations/deliveries/deliveries-page.tsx'
import { words as en } from '#client/locales/en/deliveries.ts'
import { words as states } from '#client/locales/en/delivery.ts'
import { getCoinDetails } from '#contract/coins.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getOperator } from '#contract/operations.ts'
import {
  getDeliverySettings,
  getOperatorsDeliveries,
  handOverDelivery,
  prepareDelivery,
  proposeDeliveryBranch,
  proposeDeliveryRules,
} from '#contract/operations-deliveries.ts'
import { getOpenProposals } from '#contract/operations-proposals.ts'
import type { OperatorRole } from '#domain/operator-rights.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { listOf } from '#tests/builders/list-of.ts'
import { mockEndpoint, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'
import { wireOperatorsDelivery } from '#tests/builders/wire-delivery.ts'

type Delivery = Reply<typeof getOperatorsDeliveries>['content'][number]

const RULES = {
  weightMin: '10',
  weightMax: '1000',
  weightStep: '5',
  feeFixed: '0.05',
  feePercent: '0.5',
  courier: true,
}
const BRANCH = {
  ...{ id: '1', persianName: 'شعبهٔ تهران', englishName: 'Tehran branch', persianAddress: 'خیابان نمونه' },
  ...{ englishAddress: '1 Sample Street', persianHours: '۹ تا ۱۵', englishHours: '9:00–15:00', branchOpen: true },
}
const HOME = { kind: 'COURIER', city: 'Shiraz', postalCode: '7134567890', address: 'Zand 7' } as const

const server = clientServer()

async function draw(rows: readonly Delivery[], role: OperatorRole = 'FINANCE'): Promise<Sent[]> {
  const asked: Sent[] = []
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getOperator, {
      baseDTO: { id: '9', name: 'Reza', roles: [role], expiresAt: '2099-01-01T00:00:00Z' },
    }),
    mockEndpoint(getOpenProposals, { content: [] }),
    mockEndpoint(getDeliverySettings, { baseDTO: { rules: RULES, branches: [BRANCH] } }),
    mockEndpoint(getOperatorsDeliveries, (request) => {
      asked.push(request)
      return listOf(rows, request)
    }),
  )
  await drawClient(<DeliveriesPage />, { language: 'en' })
  return asked
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
async function send(name: string): Promise<void> {
  const sheet = within(await screen.findByRole('dialog'))
  await userEvent.type(sheet.getByLabelText(/Reason/), 'Weighed')
  await userEvent.click(sheet.getByRole('button', { name }))
}

test('eleven deliveries and more are reached, and one state is asked for alone', async () => {
  const rows = Array.from({ length: 25 }, (_, i) => wireOperatorsDelivery({ id: String(25 - i) }))
  const asked = await draw(rows)
  const table = await screen.findByRole('table')
  const count = () => within(table).getAllByRole('row').length - 1
  const before = count()
  expect(before).toBeLessThan(25)
  for (let more = 0; more < 5 && count() < 25; more += 1) await press('Show more')
  expect(count()).toBe(25)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: en.filter }), states.state.SHIPPED)
  await expect.poll(() => asked.at(-1)?.query.state).toBe('SHIPPED')
})

test.each([
  [{ state: 'REQUESTED' }, [en.approve.action, en.refuse.action]],
  [{ state: 'REQUESTED', isApprovedByMe: true, approvedBy: ['Reza'] }, [en.refuse.action]],
  [{ state: 'APPROVED' }, [en.ready.action, en.refuse.action]],
  [{ state: 'APPROVED', place: HOME }, [en.ready.ship, en.refuse.action]],
  [{ state: 'READY' }, [en.handOver.action, en.giveBack.action]],
  [{ state: 'SHIPPED', place: HOME, locked: true }, [en.unlock.action, en.giveBack.action]],
  [{ state: 'DELIVERED' }, []],
] as const)('%o offers %o', async (differences, acts) => {
  await draw([wireOperatorsDelivery({ ...differences } as Partial<Delivery>)])
  const table = within(await screen.findByRole('table'))
  const [first] = acts
  if (first) await table.findByRole('button', { name: first })
  expect(table.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual([...acts])
})

test('somebody who only reads is offered nothing', async () => {
  await draw([wireOperatorsDelivery()], 'READ')
  expect(await screen.findByText(en.settings.title)).toBeVisible()
  expect(screen.queryByRole('button', { name: en.approve.action })).toBeNull()
  expect(screen.queryByRole('button', { name: en.settings.add })).toBeNull()
})

test('the courier’s number is asked for before gold is on its way', async () => {
  await draw([wireOperatorsDelivery({ state: 'APPROVED', place: HOME })])
  const sent: Sent[] = []
  server.use(
    mockEndpoint(prepareDelivery, (request) => {
      sent.push(request)
      return {}
    }),
  )
  await press(en.ready.ship)
  await send(en.ready.ship)
  expect(await screen.findByText(en.ready.missing)).toBeVisible()
  await userEvent.type(screen.getByLabelText(en.ready.tracking), 'TX-9')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: en.ready.ship }))
  expect(await screen.findByText(en.ready.done)).toBeVisible()
  expect(sent).toMatchObject([{ params: { id: '7' }, body: { trackingNumber: 'TX-9', reason: 'Weighed' } }])
})

test('a wrong code is said, and the right one hands the gold over', async () => {
  await draw([wireOperatorsDelivery({ state: 'READY' })])
  const sent: Sent[] = []
  server.use(
    mockEndpoint(handOverDelivery, (request) => {
      sent.push(request)
      return sent.length === 1 ? refuseWith('DELIVERY_CODE_WRONG') : {}
    }),
  )
  await press(en.handOver.action)
  await userEvent.type(await screen.findByLabelText(en.handOver.code), '123456')
  await send(en.handOver.action)
  expect(await screen.findByText(/This hand-over code is wrong/)).toBeVisible()
  await userEvent.clear(screen.getByLabelText(en.handOver.code))
  await userEvent.type(screen.getByLabelText(en.handOver.code), '654321')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: en.handOver.action }))
  expect(await screen.findByText(en.handOver.done)).toBeVisible()
  expect(sent.map(({ body }) => body)).toMatchObject([{ code: '123456' }, { code: '654321' }])
})

test('other rules and another text of a branch are proposed as they are typed', async () => {
  await draw([])
  const sent: Sent[] = []
  const remember = (request: Sent) => {
    sent.push(request)
    return { baseDTO: { id: '3' } }
  }
  server.use(mockEndpoint(proposeDeliveryRules, remember), mockEndpoint(proposeDeliveryBranch, remember))
  await press(en.settings.change)
  await userEvent.clear(await screen.findByLabelText(/Least weight/))
  await userEvent.type(screen.getByLabelText(/Least weight/), '20')
  await send('Propose change')
  await expect.poll(() => sent.length).toBe(1)
  await press('Change')
  await userEvent.clear(await screen.findByLabelText('English name'))
  await userEvent.type(screen.getByLabelText('English name'), 'Central branch')
  await send('Propose change')
  await expect.poll(() => sent.length).toBe(2)
  expect(sent.map(({ body }) => body)).toEqual([
    { ...RULES, weightMin: '20', reason: 'Weighed' },
    { ...BRANCH, englishName: 'Central branch', reason: 'Weighed' },
  ])
})
