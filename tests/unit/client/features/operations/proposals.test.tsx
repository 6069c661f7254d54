import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { BroadcastSheet } from '#client/features/operations/broadcast-sheet.tsx'
import { ProposalsPage } from '#client/features/operations/proposals-page.tsx'
import { words as contentEn } from '#client/locales/en/content.ts'
import { words as deskEn } from '#client/locales/en/desk.ts'
import { words as operationsEn } from '#client/locales/en/operations.ts'
import { words as en } from '#client/locales/en/proposals.ts'
import { words as deskFa } from '#client/locales/fa/desk.ts'
import { words as operationsFa } from '#client/locales/fa/operations.ts'
import { words as fa } from '#client/locales/fa/proposals.ts'
import { getCoinDetails } from '#contract/coins.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getOperator } from '#contract/operations.ts'
import { previewBroadcast, sendBroadcast } from '#contract/operations-broadcasts.ts'
import { listContentVersions } from '#contract/operations-content.ts'
import { getProposals, refuseProposal } from '#contract/operations-proposals.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, type Sent } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

type Proposal = Reply<typeof getProposals>['content'][number]

const server = clientServer()
beforeEach(() =>
  server.use(
    mockEndpoint(getOperator, {
      baseDTO: { id: '9', name: 'Sara', roles: ['ADMIN'], expiresAt: '2099-01-01T00:00:00Z' },
    }),
    mockEndpoint(getCoinDetails, WIRE_COINS),
  ),
)

const proposal = (differences: Partial<Proposal>): Proposal => ({
  id: '7',
  kind: 'CHANGE_MARKET',
  state: 'OPEN',
  user: null,
  credit: [],
  operator: null,
  subject: null,
  changes: [],
  broadcast: null,
  reason: 'The market is quiet',
  proposedBy: 'Reza',
  isOwn: false,
  mayDecide: true,
  proposedAt: '2026-11-20T08:00:00Z',
  expiresAt: '2026-11-21T08:00:00Z',
  decidedBy: null,
  decidedAt: null,
  decisionReason: null,
  executed: false,
  failure: null,
  ...differences,
})

const MARKET = proposal({
  subject: 'GOLD_TOMAN',
  changes: [
    { name: 'tick', before: '100', after: '50' },
    { name: 'minAmount', before: '0.1', after: '0.2' },
    { name: 'hours', before: 'always', after: 'working' },
    { name: 'protectionBand', before: '5', after: '7.5' },
  ],
})
const MESSAGES = {
  fa: { title: 'تعطیلی فردا', text: 'بازار طلا فردا بسته است.' },
  en: { title: 'Closed tomorrow', text: 'Gold markets are closed tomorrow.' },
}
const BROADCAST = proposal({
  id: '8',
  kind: 'BROADCAST',
  subject: 'Closed tomorrow',
  broadcast: {
    receiverFilter: { language: 'en', level: 'VIP_2', verified: true },
    messages: MESSAGES,
    receivers: 1_234,
  },
})

/** The lines of a proposal: the change, and the values next to it. */
const linesOf = (item: HTMLElement) =>
  within(item)
    .getAllByRole('definition')
    .map((line) => [line.previousElementSibling?.textContent, line.textContent?.replaceAll('\u00A0', ' ')])

test('a proposed setting says in words what becomes what, with its units, and for which market', async () => {
  server.use(mockEndpoint(getProposals, { content: [MARKET] }))
  await drawClient(<ProposalsPage />)
  const item = (await screen.findByRole('heading', { name: fa.kind.CHANGE_MARKET })).closest('li')
  if (!item) throw new Error('no proposal')
  expect(await within(item).findByText('طلای ۱۸ عیار / تومان')).toBeInTheDocument()
  const { field, hours } = deskFa.settings
  expect(linesOf(item)).toEqual([
    [field.tick, `${fa.was}: ۱۰۰ تومان${fa.becomes}: ۵۰ تومان`],
    [field.minAmount, `${fa.was}: ۰٫۱ گرم${fa.becomes}: ۰٫۲ گرم`],
    [field.hours, `${fa.was}: ${hours.always}${fa.becomes}: ${hours.working}`],
    [field.protectionBand, `${fa.was}: ۵٪${fa.becomes}: ۷٫۵٪`],
  ])
})

test('an approval that is not done yet says so, how often it was tried, and what stands in the way', async () => {
  const failure = { at: '2026-11-20T10:00:00Z', tries: 3, reason: 'the exchange is away' }
  const decided = { decidedBy: 'Sara', decidedAt: '2026-11-20T09:00:00Z', decisionReason: 'Agreed' }
  const failing = { ...MARKET, state: 'APPROVED', ...decided, failure } as const
  server.use(mockEndpoint(getProposals, { content: [failing, { ...MARKET, id: '6' }] }))
  await drawClient(<ProposalsPage />, { language: 'en' })
  expect(await screen.findByText('the exchange is away')).toBeInTheDocument()
  expect(screen.getAllByText(/not done yet.* Tries: 3/)).toHaveLength(1)
})

test('the same stands in the sheet that approves it', async () => {
  server.use(mockEndpoint(getProposals, { content: [MARKET] }))
  await drawClient(<ProposalsPage />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: operationsEn.proposals.approve.action }))
  const lines = linesOf(screen.getByRole('dialog'))
  expect(lines).toContainEqual([deskEn.settings.field.protectionBand, `${en.was}: 5%${en.becomes}: 7.5%`])
})

test('the approval of a publication shows what visitors read now against what they would read', async () => {
  const changes = [{ name: 'version', before: '3', after: '5' }]
  const publication = proposal({ kind: 'PUBLISH_TEXT', subject: 'PAGE/terms/en', changes })
  const bodies: Record<string, string> = {
    3: 'Fees are 0.3%.\nGold rests on Fridays.',
    5: 'Fees are 3%.\nGold rests on Fridays.',
  }
  server.use(
    mockEndpoint(getProposals, { content: [publication] }),
    mockEndpoint(listContentVersions, ({ query }) => {
      const version = Number(query.before) - 1
      const text = { version, title: 'Terms', body: bodies[version] ?? '', contacts: null, at: '2026-11-20T08:00:00Z' }
      return { content: [{ ...text, by: 'Omid' }], baseDTO: { published: 3, publications: [] } }
    }),
  )
  await drawClient(<ProposalsPage />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: operationsEn.proposals.approve.action }))
  const sheet = within(screen.getByRole('dialog'))
  const region = within(await sheet.findByRole('region', { name: contentEn.diff.title }))
  expect((await region.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    `−${contentEn.diff.removed}Fees are 0.3%.`,
    `+${contentEn.diff.added}Fees are 3%.`,
  ])
})

test.each([
  ['fa', fa],
  ['en', en],
] as const)('in %s a proposal that ended with its proposer says why in words', async (language, { because }) => {
  const decided = { decidedBy: 'Sara', decidedAt: '2026-11-20T09:00:00Z', decisionReason: 'PROPOSER_STOPPED' }
  server.use(mockEndpoint(getProposals, { content: [{ ...MARKET, state: 'WITHDRAWN', ...decided }] }))
  await drawClient(<ProposalsPage />, { language })
  expect(await screen.findByText(because.PROPOSER_STOPPED)).toBeInTheDocument()
})

test('taking back the own proposal is called so before, during and after, and by its number', async () => {
  const states: Proposal[] = [{ ...MARKET, id: '12', isOwn: true, mayDecide: false }]
  const sent: Sent[] = []
  server.use(
    mockEndpoint(getProposals, () => ({ content: states })),
    mockEndpoint(refuseProposal, (call) => {
      sent.push(call)
      const decided = { decidedBy: 'Sara', decidedAt: '2026-11-20T09:00:00Z', decisionReason: 'A typing error' }
      states[0] = { ...MARKET, id: '12', isOwn: true, mayDecide: false, state: 'WITHDRAWN', ...decided }
      return {}
    }),
  )
  await drawClient(<ProposalsPage />, { language: 'en' })
  const { withdraw } = en
  const { kind } = en
  expect(await screen.findByText('Proposal 12 · Awaiting approval')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: withdraw.action }))
  const title = withdraw.title.replace('{{kind}}', kind.CHANGE_MARKET)
  const sheet = within(screen.getByRole('dialog', { name: title }))
  expect(sheet.getByText('Your proposal will be closed, and nothing changes.')).toBeInTheDocument()
  await userEvent.type(sheet.getByLabelText(operationsEn.act.reason), 'A typing error')
  await userEvent.click(sheet.getByRole('button', { name: 'Withdraw proposal' }))
  expect(await screen.findByText('Proposal 12 · Withdrawn')).toBeInTheDocument()
  expect(screen.getByText(/Withdrawn by Sara/)).toBeInTheDocument()
  expect(sent).toMatchObject([{ params: { id: '12' } }])
})

test('a proposed message shows its receivers in words, their count, and the texts of both languages', async () => {
  server.use(mockEndpoint(getProposals, { content: [BROADCAST] }))
  await drawClient(<ProposalsPage />, { language: 'en' })
  expect(await screen.findByText(/English-speaking users, Level 2, verified only/)).toBeInTheDocument()
  expect(screen.getByText(/1,234 users now/)).toBeInTheDocument()
  for (const { title, text } of Object.values(MESSAGES)) {
    expect(screen.getByText(title)).toBeInTheDocument()
    expect(screen.getByText(text)).toBeInTheDocument()
  }
})

const write = async (words: typeof deskFa.broadcasts) => {
  for (const label of [words.title, words.body])
    for (const field of await screen.findAllByLabelText(label)) await userEvent.type(field, 'Closed')
}

test('a message is seen in both languages and confirmed for a named count before it is sent, once', async () => {
  const sent: Sent[] = []
  server.use(
    mockEndpoint(previewBroadcast, { baseDTO: { receivers: 37, needsApproval: false } }),
    mockEndpoint(sendBroadcast, (call) => {
      sent.push(call)
      return { baseDTO: { sent: 37, proposal: null } }
    }),
  )
  await drawClient(<BroadcastSheet onClose={() => undefined} />)
  await screen.findByText(fa.broadcast.reaches.replace('{{receivers}}', '۳۷'))
  await write(deskFa.broadcasts)
  await userEvent.click(screen.getByRole('button', { name: fa.broadcast.preview }))
  expect(sent).toEqual([])
  expect(screen.getByText(fa.broadcast.in.fa)).toBeInTheDocument()
  expect(screen.getByText(fa.broadcast.in.en)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: fa.broadcast.edit }))
  expect(screen.getAllByDisplayValue('Closed')).toHaveLength(4)
  await userEvent.click(screen.getByRole('button', { name: fa.broadcast.preview }))
  await userEvent.type(screen.getByLabelText(operationsFa.act.reason), 'تعطیلی')
  await userEvent.click(screen.getByRole('button', { name: fa.broadcast.send.replace('{{receivers}}', '۳۷') }))
  expect(await screen.findByText(fa.broadcast.sent.replace('{{receivers}}', '۳۷'))).toBeInTheDocument()
  expect(sent).toHaveLength(1)
})

test('a message that reaches nobody goes no further, and says so', async () => {
  server.use(mockEndpoint(previewBroadcast, { baseDTO: { receivers: 0, needsApproval: false } }))
  await drawClient(<BroadcastSheet onClose={() => undefined} />, { language: 'en' })
  await screen.findByText(en.broadcast.reaches.replace('{{receivers}}', '0'))
  await write(deskEn.broadcasts)
  await userEvent.click(screen.getByRole('button', { name: en.broadcast.preview }))
  expect(screen.getByText(en.broadcast.nobody)).toBeInTheDocument()
  expect(screen.queryByText(en.broadcast.in.fa)).toBeNull()
})

test('nobody is offered the decision on a proposal about oneself', async () => {
  const about = { id: '9', name: 'Sara', mobileNumber: '' }
  const roles = proposal({ kind: 'CHANGE_ROLES', user: about })
  server.use(mockEndpoint(getProposals, { content: [roles] }))
  await drawClient(<ProposalsPage />, { language: 'en' })
  expect(await screen.findByText(en.concernsYou)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: operationsEn.proposals.approve.action })).toBeNull()
  expect(screen.queryByRole('button', { name: operationsEn.proposals.refuse.action })).toBeNull()
})

test('the end of a market is approved knowing that it is final', async () => {
  server.use(mockEndpoint(getProposals, { content: [proposal({ kind: 'END_MARKET', subject: 'GOLD_TOMAN' })] }))
  await drawClient(<ProposalsPage />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: operationsEn.proposals.approve.action }))
  expect(await within(await screen.findByRole('dialog')).findByText(en.market.end.final.title)).toBeVisible()
})
