import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { OperationsFrame } from '#client/features/operations/operations-frame.tsx'
import { ProposalsPage } from '#client/features/operations/proposals-page.tsx'
import { Conversation } from '#client/features/operations/tickets/ticket-page.tsx'
import type { UserPage } from '#client/features/operations/user.queries.ts'
import { UserScreen } from '#client/features/operations/user-screen.tsx'
import { UsersPage } from '#client/features/operations/users-page.tsx'
import { useChosenTitle } from '#client/lib/own-title.ts'
import { words as en } from '#client/locales/en/operations.ts'
import { words as ofDesk } from '#client/locales/fa/desk.ts'
import { words as fa } from '#client/locales/fa/operations.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { REFUSALS } from '#contract/errors.ts'
import { getOperator, operatorLogin, searchUsers } from '#contract/operations.ts'
import { getOpenOrdersOf } from '#contract/operations-markets.ts'
import { approveProposal, getProposals } from '#contract/operations-proposals.ts'
import { freezeUser, getUser, proposeCard, unfreezeUser } from '#contract/operations-users.ts'
import type { OperatorRole } from '#domain/operator-rights.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'
import { wireMessage } from '#tests/builders/wire-tickets.ts'

const server = clientServer()
/** An operator with these roles. */
const operatorWith = (...roles: OperatorRole[]) =>
  mockEndpoint(getOperator, { baseDTO: { id: '9', name: 'Sara', roles, expiresAt: '2099-01-01T00:00:00Z' } })
beforeEach(() =>
  server.use(
    operatorWith('ADMIN'),
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getOpenOrdersOf, { content: [] }),
  ),
)

const row = (id: string) => ({
  id,
  mobileNumber: `+98912000${id}`,
  firstName: `First${id}`,
  lastName: 'Last',
  nationalCode: null,
  authenticationType: 'AUTHORIZED' as const,
  userAccountLevel: 'VIP_1' as const,
  frozen: false,
  frozenBy: null,
  createdDate: '2026-11-20T08:00:00Z',
})
const user: UserPage = {
  ...row('1001'),
  email: null,
  birthDay: null,
  state: null,
  city: null,
  twoStepAuthenticationType: 'SMS',
  levelSetByHand: false,
  frozenAt: null,
  withdrawalsHeldUntil: null,
  photos: 0,
  freeze: null,
  cards: [],
  balances: [],
  credit: { lines: [], owed: [] },
  logins: [],
  sessions: [],
  savedAddresses: [],
  onlySavedAddresses: false,
}

test('nobody is shown a room before the login, whose refusal stands on the screen', async () => {
  server.use(
    mockEndpoint(getOperator, refuseWith('FORBIDDEN')),
    mockEndpoint(operatorLogin, refuseWith('OPERATOR_LOGIN_REFUSED')),
  )
  await drawClient(<OperationsFrame>a room</OperationsFrame>)
  const action = await screen.findByRole('button', { name: fa.login.action })
  expect(screen.queryByText('a room')).toBeNull()
  await userEvent.click(action)
  for (const label of [fa.login.mobile, fa.login.password, fa.login.code])
    expect(screen.getByLabelText(label)).toBeInvalid()
  expect(screen.getByText(fa.login.passwordMissing)).toBeInTheDocument()
  expect(screen.getByLabelText(fa.login.mobile)).toHaveFocus()
  await userEvent.type(screen.getByLabelText(fa.login.mobile), '۰۹۱۲۱۲۳۴۵۶۷')
  await userEvent.type(screen.getByLabelText(fa.login.password), 'secret')
  await userEvent.type(screen.getByLabelText(fa.login.code), '۱۲۳۴۵۶')
  await userEvent.click(action)
  expect(await screen.findByText(REFUSALS.OPERATOR_LOGIN_REFUSED.fa)).toBeInTheDocument()
  expect(screen.getByLabelText(fa.login.code)).not.toBeInvalid()
})

test('a list is walked by the keyboard: slash to the search, arrows from row to row', async () => {
  const asked: unknown[] = []
  server.use(
    mockEndpoint(searchUsers, ({ body }) => {
      asked.push(body)
      return { content: Array.from({ length: 12 }, (_, index) => row(String(2000 + index))) }
    }),
  )
  await drawClient(<UsersPage state="ALL" onState={() => undefined} />, { language: 'en' })
  const links = await screen.findAllByRole('link')
  expect(links).toHaveLength(12)
  await userEvent.keyboard('/')
  const search = screen.getByLabelText(en.users.search)
  await waitFor(() => expect(search).toHaveFocus())
  await userEvent.keyboard('0912')
  await waitFor(() => expect(asked).toContainEqual({ search: '0912', state: 'ALL', before: '' }))
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await waitFor(() => expect(links[1]).toHaveFocus())
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await waitFor(() => expect(search).toHaveFocus())
})

test('an act is not sent without a reason, and goes with the one that was written', async () => {
  const sent: Sent[] = []
  server.use(
    mockEndpoint(getUser, { baseDTO: user }),
    mockEndpoint(freezeUser, (call) => {
      sent.push(call)
      return {}
    }),
  )
  await drawClient(<UserScreen id="1001" />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: en.act.freeze.action }))
  const sheet = within(screen.getByRole('dialog'))
  await waitFor(() => expect(sheet.getByLabelText(en.act.reason)).toHaveFocus())
  await userEvent.keyboard('ab')
  await userEvent.click(sheet.getByRole('button', { name: en.act.freeze.action }))
  expect(sheet.getByText(en.act.short)).toBeInTheDocument()
  expect(sent).toEqual([])
  await userEvent.type(sheet.getByLabelText(en.act.reason), 'c')
  await userEvent.click(sheet.getByRole('button', { name: en.act.freeze.action }))
  expect(await screen.findByText(en.act.freeze.done)).toBeInTheDocument()
  expect(sent).toMatchObject([{ params: { id: '1001' }, body: { reason: 'abc' } }])
})

test('an operator cannot approve the own proposal, and reads why where somebody tries', async () => {
  const proposal = {
    kind: 'APPOINT_SUPERVISOR' as const,
    state: 'OPEN' as const,
    user: { id: '1001', name: 'Mina Rad', mobileNumber: '+989120001001' },
    credit: [{ coin: 'TOMAN', amount: '5000000' }],
    operator: null,
    subject: null,
    changes: [],
    broadcast: null,
    reason: 'Makes the market',
    proposedBy: 'Sara',
    proposedAt: '2026-11-20T08:00:00Z',
    expiresAt: '2026-11-21T08:00:00Z',
    decidedBy: null,
    decidedAt: null,
    decisionReason: null,
    executed: false,
    failure: null,
  }
  const content = [
    { ...proposal, id: '7', isOwn: true, mayDecide: false },
    { ...proposal, id: '6', isOwn: false, mayDecide: true },
    // This proposal concerns the operator who views it.
    { ...proposal, id: '5', isOwn: false, mayDecide: false },
  ]
  server.use(mockEndpoint(getProposals, { content }), mockEndpoint(approveProposal, refuseWith('FOUR_EYES_REQUIRED')))
  await drawClient(<ProposalsPage />)
  const approvals = await screen.findAllByRole('button', { name: fa.proposals.approve.action })
  expect(approvals).toHaveLength(1)
  expect(screen.getAllByRole('button', { name: fa.proposals.refuse.action })).toHaveLength(1)
  const [approve] = approvals
  if (approve) await userEvent.click(approve)
  const sheet = within(screen.getByRole('dialog'))
  await userEvent.type(sheet.getByLabelText(fa.act.reason), 'درست است')
  await userEvent.click(sheet.getByRole('button', { name: fa.proposals.approve.action }))
  expect(await sheet.findByText(REFUSALS.FOUR_EYES_REQUIRED.fa)).toBeInTheDocument()
})

test('the freeze of risk says who and why, and support is not offered to end it', async () => {
  const freeze = { kind: 'RISK', by: 'Reza Amini', reason: 'Under investigation' } as const
  server.use(operatorWith('SUPPORT'), mockEndpoint(getUser, { baseDTO: { ...user, frozen: true, freeze } }))
  await drawClient(<UserScreen id="1001" />, { language: 'en' })
  expect(await screen.findByText(/role of risk or admin froze this account/)).toBeInTheDocument()
  expect(screen.getByText('Operator: Reza Amini')).toBeInTheDocument()
  expect(screen.getByText('Reason: Under investigation')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: en.act.unfreeze.action })).toBeNull()
})

test("the customer's own freeze is ended only with how the customer was recognised", async () => {
  const sent: Sent[] = []
  const freeze = { kind: 'OWN', by: null, reason: null } as const
  server.use(
    operatorWith('SUPPORT'),
    mockEndpoint(getUser, { baseDTO: { ...user, frozen: true, freeze } }),
    mockEndpoint(unfreezeUser, (call) => {
      sent.push(call)
      return {}
    }),
  )
  await drawClient(<UserScreen id="1001" />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: en.act.unfreeze.action }))
  const sheet = within(screen.getByRole('dialog'))
  await userEvent.type(sheet.getByLabelText(en.act.reason), 'Asked for it')
  await userEvent.click(sheet.getByRole('button', { name: en.act.unfreeze.action }))
  expect(sent).toEqual([])
  expect(sheet.getByRole('combobox')).toBeInvalid()
  await userEvent.selectOptions(sheet.getByRole('combobox'), 'VIDEO_CALL')
  await userEvent.click(sheet.getByRole('button', { name: en.act.unfreeze.action }))
  await waitFor(() => expect(sent[0]?.body).toEqual({ check: 'VIDEO_CALL', reason: 'Asked for it' }))
})

test('a card that the bank did not confirm is proposed, and a verified one is taken back', async () => {
  const proposed: Sent[] = []
  const card = { id: '5', cardNumber: '6037991234561804', shebaCode: 'IR120170000000000000002180' }
  server.use(
    mockEndpoint(getUser, {
      baseDTO: {
        ...user,
        cards: [
          { ...card, verified: false, doubted: true },
          { ...card, id: '6', verified: true, doubted: false },
        ],
      },
    }),
    mockEndpoint(proposeCard, (call) => {
      proposed.push(call)
      return { baseDTO: { id: '3' } }
    }),
  )
  await drawClient(<UserScreen id="1001" />, { language: 'en' })
  expect(await screen.findByText("The owner isn't clear")).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: 'Take verification back' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Propose card as verified' }))
  const sheet = within(screen.getByRole('dialog'))
  await userEvent.type(sheet.getByLabelText(en.act.reason), 'A letter of the bank')
  await userEvent.click(sheet.getByRole('button', { name: 'Propose card as verified' }))
  await waitFor(() => expect(proposed[0]?.body).toEqual({ reason: 'A letter of the bank' }))
})

test('no card is proposed of somebody who is not verified', async () => {
  const card = { id: '5', cardNumber: '6037991234561804', shebaCode: 'IR120170000000000000002180' }
  const cards = [{ ...card, verified: false, doubted: true }]
  server.use(mockEndpoint(getUser, { baseDTO: { ...user, authenticationType: 'PENDING', cards } }))
  await drawClient(<UserScreen id="1001" />, { language: 'en' })
  expect(await screen.findByRole('button', { name: en.act.freeze.action })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Propose card as verified' })).toBeNull()
})

test('a role that may only read is offered no act on a user, nor a word of a proposal', async () => {
  server.use(
    operatorWith('READ'),
    mockEndpoint(getUser, { baseDTO: { ...user, freeze: { kind: 'OWN', by: null, reason: null }, photos: 2 } }),
  )
  await drawClient(<UserScreen id="1001" />, { language: 'en' })
  expect(await screen.findByText(en.user.facts)).toBeInTheDocument()
  for (const act of [en.act.freeze, en.act.unfreeze, en.act.deleteDocuments, en.act.level, en.act.supervisor])
    expect(screen.queryByRole('button', { name: act.action })).toBeNull()
  expect(screen.queryByText(en.audit.ofUser)).toBeNull()
})

/** The title that the browser's tab would have. */
const TabTitle = () => <output>{useChosenTitle()}</output>

test.each([
  ['fa', '/operations/tickets/7', 'تیکت‌ها | میز عملیات کیمیا'],
  ['en', '/operations/tickets', 'Tickets | Kimia operations'],
  ['en', '/operations', 'First page | Kimia operations'],
] as const)('a tab is called by its room (%s, %s)', async (language, path, title) => {
  await drawClient(
    <OperationsFrame>
      <TabTitle />
    </OperationsFrame>,
    { language, path },
  )
  expect(await screen.findByText(title)).toBeInTheDocument()
})

test('the rooms of the roles are offered, and another room says why it is closed', async () => {
  server.use(operatorWith('SUPPORT'))
  const { unmount } = await drawClient(<OperationsFrame>a room</OperationsFrame>, { path: '/operations/users' })
  expect(await screen.findByText('a room')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: new RegExp(ofDesk.room.identities) })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: new RegExp(ofDesk.room.audit) })).toBeNull()
  unmount()
  await drawClient(<OperationsFrame>a room</OperationsFrame>, { path: '/operations/audit' })
  expect(await screen.findByText(ofDesk.closed.title)).toBeInTheDocument()
  expect(screen.queryByText('a room')).toBeNull()
})

test.each([
  ['SUPPORT', 1],
  ['READ', 0],
] as const)(
  'files of a ticket are named for all who read it, and downloaded by those who answer: %s',
  async (role, buttons) => {
    server.use(operatorWith(role))
    const message = wireMessage(1, { text: null, file: 'a.pdf', fileBytes: 2_048 })
    await drawClient(<Conversation ticketId="3" messages={[{ ...message, internal: false, operatorName: null }]} />)
    await waitFor(() => expect(screen.queryAllByRole('button')).toHaveLength(buttons))
    expect(screen.getByText(/^PDF/)).toBeVisible()
  },
)
