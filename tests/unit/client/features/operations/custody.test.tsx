import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { CustodyPage } from '#client/features/operations/custody/custody-page.tsx'
import { readApprovals } from '#client/features/operations/custody/read-approvals.ts'
import { words as en } from '#client/locales/en/custody.ts'
import { words as fa } from '#client/locales/fa/custody.ts'
import { getCoinDetails } from '#contract/coins.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getOperator } from '#contract/operations.ts'
import {
  draftColdPayment,
  getCustody,
  getCustodyBalances,
  getOddDeposits,
  getOutgoingCoins,
  resumeCustody,
  signOutgoing,
  stopCustody,
} from '#contract/operations-custody.ts'
import type { OperatorRole } from '#domain/operator-rights.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

type Custody = Reply<typeof getCustody>['baseDTO']
type Counted = Reply<typeof getCustodyBalances>['baseDTO']['networks'][number]
type OddDeposit = Reply<typeof getOddDeposits>['content'][number]
type Outgoing = Reply<typeof getOutgoingCoins>['content'][number]

const AT = '2026-11-28T07:30:00.000Z'
const CUSTODY: Custody = {
  ...{ state: 'ANSWERS', stoppedAt: null, resumeText: null },
  networks: [
    { network: 'ERC20', reachable: true, height: 21_000_000, hotAddress: '0xhot', coldAddress: null },
    { network: 'BTC', reachable: false, height: null, hotAddress: 'bc1hot', coldAddress: 'bc1cold' },
  ],
}
const ETHER: Counted['coins'][number] = {
  ...{ coin: 'ETHEREUM', counted: { hot: '12.5', deposits: '3', cold: null } },
  ...{ ledger: { hot: '15.25', cold: '0' }, pending: '0.25', difference: '0' },
  bring: null,
}
const COUNTED: Counted[] = [
  { network: 'ERC20', answered: true, coins: [ETHER] },
  {
    ...{ network: 'BTC', answered: false },
    coins: [
      { coin: 'BITCOIN', counted: null, ledger: { hot: '2', cold: '7' }, pending: '0', difference: null, bring: null },
    ],
  },
]
const ODD: OddDeposit = {
  ...{ id: '4', state: 'TOO_SMALL', userId: '1009', network: 'ERC20', txid: '0xabc', coin: 'ETHEREUM', contract: null },
  ...{ amount: '0.000001', seenAt: AT, heldFor: null, tag: null },
}

const server = clientServer()

const draw = async (
  custody: Partial<Custody> = {},
  {
    role = 'FINANCE',
    language = 'en',
    counted = COUNTED,
    odd = [ODD],
    outgoing = [],
  }: {
    role?: OperatorRole
    language?: 'fa' | 'en'
    counted?: Counted[]
    odd?: OddDeposit[]
    outgoing?: Outgoing[]
  } = {},
) => {
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getOperator, {
      baseDTO: { id: '9', name: 'Reza', roles: [role], expiresAt: '2099-01-01T00:00:00Z' },
    }),
    mockEndpoint(getCustody, { baseDTO: { ...CUSTODY, ...custody } }),
    mockEndpoint(getCustodyBalances, { baseDTO: { at: AT, networks: counted } }),
    mockEndpoint(getOddDeposits, { content: odd }),
    mockEndpoint(getOutgoingCoins, { content: outgoing }),
  )
  await drawClient(<CustodyPage />, { language })
}
const region = async (name: string) => within(await screen.findByRole('region', { name }))
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const sheet = async () => within(await screen.findByRole('dialog'))

test.each([
  ['fa', fa, '۱۲٫۵'],
  ['en', en, '12.5'],
] as const)(
  '(%s) a network shows its height and addresses, and its coins beside the ledger',
  async (language, words, hot) => {
    await draw({}, { language })
    const network = await region('ERC20')
    expect(network.getByText(new RegExp(`${words.network.reachable}.*${words.network.height}`))).toBeVisible()
    expect(network.getByText('0xhot')).toBeVisible()
    const table = within(await network.findByRole('table'))
    expect(table.getByText(hot)).toBeVisible()
    expect(screen.queryByText(words.differs)).toBeNull()
  },
)

test('a network that custody has not counted shows the ledger’s figures and no zeros of its own', async () => {
  await draw()
  const network = await region('BTC')
  expect(network.getByText(en.network.unreachable)).toBeVisible()
  expect(await network.findByText(en.network.unanswered)).toBeVisible()
  const table = within(await network.findByRole('table'))
  expect(table.getByText('7')).toBeVisible()
  // Hot, on deposit addresses, cold, and the difference.
  expect(table.getAllByText('—')).toHaveLength(4)
})

test('a difference is said above the networks', async () => {
  await draw({}, { counted: [{ network: 'ERC20', answered: true, coins: [{ ...ETHER, difference: '-0.5' }] }] })
  const title = await screen.findByText(en.differs)
  expect(title.parentElement).toHaveTextContent(/ERC20.*-0\.5|ERC20.*−0\.5/)
})

test('coins of a network that custody does not serve are shown from the ledger', async () => {
  await draw({ networks: [] })
  expect((await screen.findAllByText(en.network.notServed)).length).toBe(2)
})

test('silent custody and a server without custody are told apart', async () => {
  await draw({ state: 'SILENT', networks: [] })
  expect(await screen.findByText(en.silent)).toBeVisible()
  // A stop may get through although the last question did not.
  expect(screen.getByRole('button', { name: en.stop.action })).toBeVisible()
})

test('without custody there is nothing to stop', async () => {
  await draw({ state: 'NOT_CONNECTED', networks: [] }, { counted: [] })
  expect(await screen.findByText(en.notConnected)).toBeVisible()
  expect(await screen.findByText(en.odd.TOO_SMALL)).toBeVisible()
  expect(screen.queryByRole('button', { name: en.stop.action })).toBeNull()
})

test('one operator stops all sending, with a reason', async () => {
  const sent: Sent[] = []
  await draw()
  server.use(
    mockEndpoint(stopCustody, (asked) => {
      sent.push(asked)
      return {}
    }),
  )
  await press(en.stop.action)
  const opened = await sheet()
  await userEvent.type(opened.getByRole('textbox'), 'Keys may be stolen')
  await userEvent.click(opened.getByRole('button', { name: en.stop.action }))
  expect(await screen.findByText(en.stop.done)).toBeVisible()
  expect(sent).toMatchObject([{ body: { reason: 'Keys may be stolen' } }])
})

test('an operator who may not decide on withdrawals sees the state and no switch', async () => {
  await draw({ stoppedAt: AT, resumeText: 'to sign' }, { role: 'READ' })
  expect(await screen.findByText(en.stopped)).toBeVisible()
  expect(screen.queryByRole('button', { name: en.resume.action })).toBeNull()
})

const SIGNED = [
  { operator: 'leila', signature: 'bGVpbGE=' },
  { operator: 'omid', signature: 'b21pZA==' },
]

test('after a stop the text to sign is shown, and the pasted signatures are passed on with the stop that was seen', async () => {
  const sent: Sent[] = []
  const resumeText = `kimia-custody-resume-1\n[${Date.parse(AT)}]`
  await draw({ stoppedAt: AT, resumeText })
  server.use(
    mockEndpoint(resumeCustody, (asked) => {
      sent.push(asked)
      return {}
    }),
  )
  await press(en.resume.action)
  const opened = await sheet()
  expect(opened.getByText(/kimia-custody-resume-1/)).toHaveTextContent(`[${Date.parse(AT)}]`)
  expect(opened.getByText(`{"resume":${Date.parse(AT)}}`)).toBeVisible()
  const [signatures, reason] = opened.getAllByRole('textbox')
  if (!signatures || !reason) throw new Error('the fields are missing')
  await userEvent.type(reason, 'The keys are safe')
  await userEvent.click(signatures)
  await userEvent.paste('leila: bGVpbGE=')
  await userEvent.click(opened.getByRole('button', { name: en.resume.action }))
  const problem = en.resume.unreadable.replace('{{command}}', 'npm run custody:approve')
  expect(await opened.findByText(problem)).toBeVisible()
  expect(sent).toEqual([])
  await userEvent.clear(signatures)
  await userEvent.click(signatures)
  await userEvent.paste(SIGNED.map((each) => JSON.stringify(each)).join('\n'))
  await userEvent.click(opened.getByRole('button', { name: en.resume.action }))
  await waitFor(() =>
    expect(sent).toMatchObject([{ body: { stoppedAt: AT, approvals: SIGNED, reason: 'The keys are safe' } }]),
  )
  expect(await screen.findByText(en.resume.done)).toBeVisible()
})

test.each([
  ['nothing', '', []],
  ['lines of the command', `${JSON.stringify(SIGNED[0])}\n\n ${JSON.stringify(SIGNED[1])} \n`, SIGNED],
  ['a name without a signature', '{"operator":"leila"}', undefined],
  ['words', 'leila agrees', undefined],
])('signatures are read line by line: %s', (_what, text, read) => {
  expect(readApprovals(text)).toEqual(read)
})

test('a deposit of an unsupported token shows its contract, and leads to the user of its address', async () => {
  await draw({}, { odd: [{ ...ODD, state: 'UNKNOWN_COIN', coin: null, contract: '0xtoken', amount: '99000000' }] })
  const list = await region(en.odd.title)
  expect(await list.findByText(en.odd.UNKNOWN_COIN)).toBeVisible()
  expect(list.getByText('0xtoken')).toBeVisible()
  expect(list.getByText(en.odd.units)).toBeVisible()
  expect(list.getByRole('link')).toHaveAttribute('href', expect.stringContaining('/operations/users/1009'))
})

test('a deposit that names no user shows the tag that it came with, and leads to nobody', async () => {
  const unowned = { ...ODD, state: 'UNOWNED', userId: null, network: 'XRP', tag: '4000000000' } as const
  await draw({}, { odd: [unowned] })
  const list = await region(en.odd.title)
  expect(await list.findByText(en.odd.UNOWNED)).toBeVisible()
  expect(list.getByText('4000000000')).toBeVisible()
  expect(list.queryByRole('link')).toBeNull()
})

test('a payment on its way shows the tag of its address', async () => {
  await draw({}, { outgoing: [{ ...OUTGOING, network: 'XRP', coin: 'RIPPLE', tag: '120' }] })
  const section = await region(en.outgoing.title)
  expect(await section.findByText('120')).toBeVisible()
})

const OUTGOING: Outgoing = {
  ...{
    id: '7',
    userId: '1009',
    network: 'ERC20',
    coin: 'ETHEREUM',
    amount: '1.5',
    address: '0xdest',
    tag: null,
    state: 'APPROVED',
  },
  ...{ createdAt: AT, refusal: 'APPROVALS_NEEDED', txid: null, confirmations: null, confirmationsNeeded: null },
  ...{ signedBy: ['leila'], isForCold: false, signInput: '{"intent":{"id":"withdrawal-7"}}' },
}

test('a withdrawal that custody refuses says why, and takes the signatures that lift it', async () => {
  const sent: Sent[] = []
  await draw({}, { outgoing: [OUTGOING] })
  server.use(
    mockEndpoint(signOutgoing, (asked) => {
      sent.push(asked)
      return {}
    }),
  )
  const section = await region(en.outgoing.title)
  expect(await section.findByText(en.outgoing.reason.APPROVALS_NEEDED)).toBeVisible()
  expect(section.getByText('leila')).toBeVisible()
  await press(en.outgoing.sign.action)
  const form = await sheet()
  expect(form.getByText('{"intent":{"id":"withdrawal-7"}}')).toBeVisible()
  const [signatures, reason] = form.getAllByRole('textbox')
  if (!signatures || !reason) throw new Error('a field is missing')
  await userEvent.type(reason, 'Checked by phone')
  await userEvent.click(form.getByRole('button', { name: en.outgoing.sign.action }))
  expect(form.getByText(/This isn't a signature/)).toBeVisible()
  expect(sent).toEqual([])
  const line = { operator: 'omid', signature: 'c2lnbmVk' }
  await userEvent.click(signatures)
  await userEvent.paste(JSON.stringify(line))
  await userEvent.click(form.getByRole('button', { name: en.outgoing.sign.action }))
  await waitFor(() => expect(sent).toMatchObject([{ body: { approvals: [line], reason: 'Checked by phone' } }]))
})

test('a withdrawal that is sent shows its confirmations, and can be neither signed nor refused', async () => {
  const onItsWay = { refusal: null, signInput: null, txid: '0xabc', confirmations: 2, confirmationsNeeded: 12 }
  await draw({}, { outgoing: [{ ...OUTGOING, ...onItsWay, state: 'SENT' }] })
  const section = await region(en.outgoing.title)
  expect(await section.findByText(/2 of 12/)).toBeVisible()
  expect(section.queryByRole('button')).toBeNull()
})

test('coins that the hot wallet lacks are named, with a draft to sign, and a refusal of it is said', async () => {
  await draw({}, { counted: [{ network: 'ERC20', answered: true, coins: [{ ...ETHER, bring: '4.5' }] }] })
  const network = await region('ERC20')
  expect(await network.findByText(en.bring.title)).toBeVisible()
  expect(network.getByText('4.5')).toBeVisible()
  server.use(mockEndpoint(draftColdPayment, refuseWith('COLD_REFUSED')))
  await userEvent.click(network.getByRole('button', { name: en.bring.draft }))
  expect(await screen.findByText(/didn't prepare this payment/)).toBeVisible()
})
