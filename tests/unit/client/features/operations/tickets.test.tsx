import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type * as z from 'zod/mini'
import { CannedAnswersPage } from '#client/features/operations/tickets/canned-answers-page.tsx'
import { QueuePage } from '#client/features/operations/tickets/queue-page.tsx'
import { TicketPage } from '#client/features/operations/tickets/ticket-page.tsx'
import { wipeTabValues } from '#client/lib/tab-value.ts'
import { words as en } from '#client/locales/en/tickets.ts'
import { words as uiEn } from '#client/locales/en/ui.ts'
import { words as fa } from '#client/locales/fa/tickets.ts'
import { words as uiFa } from '#client/locales/fa/ui.ts'
import { REFUSALS } from '#contract/errors.ts'
import { getOperator } from '#contract/operations.ts'
import {
  addCannedAnswer,
  type CannedAnswer,
  changeCannedAnswer,
  getCannedAnswers,
  removeCannedAnswer,
} from '#contract/operations-canned-answers.ts'
import {
  answerTicket,
  closeTicket,
  getTicketAsOperator,
  getTicketOperators,
  getTicketQueue,
  handOverTicket,
  noteOnTicket,
  type QueuedTicket,
  takeTicket,
  type WorkedTicket,
} from '#contract/operations-tickets.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'
import { wireMessage } from '#tests/builders/wire-tickets.ts'

const LANGUAGES = [
  ['fa', fa],
  ['en', en],
] as const
const UNREACHABLE = { fa: uiFa.refusal.unreachable, en: uiEn.refusal.unreachable }

const queued = (number: number, more: Partial<z.input<typeof QueuedTicket>> = {}): z.input<typeof QueuedTicket> => ({
  id: String(number),
  subject: `Ticket ${number}`,
  type: 'TECHNICAL',
  status: 'OPENED',
  closed: false,
  createdAtDateTime: '2026-11-21T10:00:00Z',
  waitsSince: '2026-11-21T10:00:00Z',
  firstAnsweredAt: null,
  userId: '1001',
  name: null,
  mobileNumber: '+989121234567',
  assignedTo: null,
  ...more,
})

const CANNED: z.input<typeof CannedAnswer> = {
  id: '3',
  title: 'Fees',
  fa: 'کارمزد در صفحهٔ کارمزدها است.',
  en: 'See the fees page.',
  changedAt: '2026-11-21T10:00:00Z',
  changedBy: 'Sara Karimi',
}

describe.each(LANGUAGES)('the room of the tickets (%s)', (language, words) => {
  const server = clientServer()
  let roles: ('SUPPORT' | 'READ')[]
  let ticket: z.input<typeof WorkedTicket>
  let sent: (Sent & { readonly act: string })[]

  beforeEach(() => {
    wipeTabValues()
    vi.setSystemTime(new Date('2026-11-22T12:00:00Z'))
    roles = ['SUPPORT']
    sent = []
    ticket = {
      ...queued(1),
      about: { kind: 'DEPOSIT', id: '88', status: 'RAISED_BY_USER', createdAtDateTime: '2026-11-21T09:00:00Z' },
      messages: [
        { ...wireMessage(1), internal: false, operatorName: null },
        { ...wireMessage(2, { customer: false, text: 'A note' }), internal: true, operatorName: 'Reza Ahmadi' },
      ],
      hasMore: false,
      others: [
        { id: '9', subject: 'Another', status: 'PENDING', closed: false, createdAtDateTime: '2026-11-20T10:00:00Z' },
      ],
    }
    const note = (act: string) => (call: Sent) => {
      sent.push({ ...call, act })
      return {}
    }
    server.use(
      mockEndpoint(getOperator, () => ({
        baseDTO: { id: '7', name: 'Sara Karimi', roles, expiresAt: '2026-11-22T12:30:00Z' },
      })),
      http.get('*/api/operations/users/1001', () => HttpResponse.json({}, { status: 500 })),
      mockEndpoint(getTicketAsOperator, () => ({ baseDTO: ticket })),
      mockEndpoint(getCannedAnswers, { content: [CANNED] }),
      mockEndpoint(getTicketOperators, { content: [{ id: '8', name: 'Reza Ahmadi' }] }),
      mockEndpoint(takeTicket, note('take')),
      mockEndpoint(handOverTicket, note('hand-over')),
      mockEndpoint(closeTicket, note('close')),
      mockEndpoint(answerTicket, note('answer')),
      mockEndpoint(noteOnTicket, note('note')),
      mockEndpoint(addCannedAnswer, (call) => {
        sent.push({ ...call, act: 'add' })
        return { baseDTO: { id: '4' } }
      }),
      mockEndpoint(changeCannedAnswer, note('change')),
      mockEndpoint(removeCannedAnswer, note('remove')),
    )
    return () => vi.useRealTimers()
  })
  const button = (name: string) => screen.findByRole('button', { name })

  test('the queue says who waits for how long, who has it, and how soon first answers come', async () => {
    const asked: Record<string, string>[] = []
    server.use(
      mockEndpoint(getTicketQueue, ({ query }) => {
        asked.push(query)
        const answered = {
          waitsSince: null,
          firstAnsweredAt: '2026-11-21T12:30:00Z',
          status: 'ADMIN_ANSWERED',
        } as const
        const rows = [queued(1, { assignedTo: { id: '7', name: 'Sara Karimi' } }), queued(2, answered)]
        const figures = { waiting: 12, oldestWaitsSince: '2026-11-20T10:00:00Z', firstAnswerMinutes: 45 }
        return { content: rows, baseDTO: figures }
      }),
    )
    const user = userEvent.setup()
    await drawClient(<QueuePage />, { language })
    const [, first, second] = within(await screen.findByRole('table', { name: words.title })).getAllByRole('row')
    const span = (unit: keyof typeof words.span, count: string) => words.span[unit].replace('{{count}}', count)
    const digits = (text: string) =>
      language === 'fa' ? text.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'.charAt(Number(digit))) : text
    expect(first).toHaveTextContent(span('days', digits('1')))
    expect(first).toHaveTextContent('Sara Karimi')
    expect(second).toHaveTextContent(span('hours', digits('2')))
    expect(second).toHaveTextContent(words.column.nobody)
    expect(screen.getByText(words.figures.firstAnswer).nextElementSibling).toHaveTextContent(
      span('minutes', digits('45')),
    )
    await user.click(screen.getByRole('radio', { name: words.which.MINE }))
    await user.selectOptions(await screen.findByLabelText(words.status.label), words.status.PENDING)
    await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ which: 'MINE', status: 'PENDING' }))
    await user.click(screen.getByRole('radio', { name: words.which.CLOSED }))
    await vi.waitFor(() => expect(asked.at(-1)).toEqual({ which: 'CLOSED', before: '' }))
  })

  test('a ticket shows what it is about and its notes, and is taken, handed over and closed', async () => {
    const user = userEvent.setup()
    await drawClient(<TicketPage id="1" />, { language })
    expect(await screen.findByText('RAISED_BY_USER')).toBeVisible()
    expect(screen.getByText(words.note.replace('{{name}}', 'Reza Ahmadi'))).toBeVisible()
    expect(await screen.findByText(words.noFacts)).toBeVisible()
    await user.click(await button(words.take.action))
    expect(await screen.findByText(words.take.done)).toBeVisible()
    await user.click(await button(words.handOver.action))
    const sheet = within(screen.getByRole('dialog'))
    await user.click(sheet.getByRole('button', { name: words.handOver.action }))
    expect(sheet.getByText(words.handOver.missing, { selector: 'span' })).toBeVisible()
    await user.selectOptions(sheet.getByLabelText(words.handOver.to), 'Reza Ahmadi')
    await user.click(sheet.getByRole('button', { name: words.handOver.action }))
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(await button(words.close.action))
    await user.type(within(screen.getByRole('dialog')).getByRole('textbox'), 'Solved')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: words.close.action }))
    await vi.waitFor(() => expect(sent).toHaveLength(3))
    expect(sent.map(({ act, body }) => [act, body])).toEqual([
      ['take', undefined],
      ['hand-over', { operatorId: '8' }],
      ['close', { reason: 'Solved' }],
    ])
  })

  test('a ready answer is filled in in either language and sent; an empty one and an empty note say what is missing', async () => {
    const user = userEvent.setup()
    await drawClient(<TicketPage id="1" />, { language })
    await user.click(await button(words.answer.send))
    expect(screen.getByText(words.answer.missing)).toBeVisible()
    await user.click(screen.getByRole('radio', { name: 'English' }))
    await user.selectOptions(await screen.findByLabelText(words.answer.ready), 'Fees')
    expect(screen.getByLabelText(words.answer.label)).toHaveValue('See the fees page.')
    await user.click(screen.getByRole('radio', { name: words.mode.note }))
    await user.click(await button(words.noting.send))
    expect(screen.getByText(words.noting.missing)).toBeVisible()
    await user.type(screen.getByLabelText(words.noting.label), 'Paid twice')
    await user.click(await button(words.noting.send))
    expect(await screen.findByText(words.noting.done)).toBeVisible()
    await user.click(screen.getByRole('radio', { name: words.mode.answer }))
    await user.click(await button(words.answer.send))
    await vi.waitFor(() => expect(sent).toHaveLength(2))
    expect(sent.map(({ act, body }) => [act, body])).toEqual([
      ['note', { text: 'Paid twice', clientKey: expect.any(String) }],
      ['answer', { text: 'See the fees page.', clientKey: expect.any(String) }],
    ])
  })

  test.each(['TICKET_OF_ANOTHER', 'TICKET_CLOSED', 'FILE_REFUSED'] as const)(
    'a refusal says %s and keeps the text',
    async (code) => {
      server.use(mockEndpoint(answerTicket, refuseWith(code)))
      const user = userEvent.setup()
      await drawClient(<TicketPage id="1" />, { language })
      await user.type(await screen.findByLabelText(words.answer.label), 'My answer')
      await user.click(await button(words.answer.send))
      expect(await screen.findByText(REFUSALS[code][language])).toBeVisible()
      expect(screen.getByLabelText(words.answer.label)).toHaveValue('My answer')
    },
  )

  test('a colleague or a ready answer that is gone meanwhile is said in words', async () => {
    server.use(
      mockEndpoint(handOverTicket, refuseWith('OPERATOR_NOT_FOUND')),
      mockEndpoint(changeCannedAnswer, refuseWith('CANNED_ANSWER_NOT_FOUND')),
    )
    const user = userEvent.setup()
    const first = await drawClient(<TicketPage id="1" />, { language })
    await user.click(await button(words.handOver.action))
    const sheet = () => within(screen.getByRole('dialog'))
    await user.selectOptions(sheet().getByLabelText(words.handOver.to), 'Reza Ahmadi')
    await user.click(sheet().getByRole('button', { name: words.handOver.action }))
    expect(await screen.findByText(REFUSALS.OPERATOR_NOT_FOUND[language])).toBeVisible()
    first.unmount()
    await drawClient(<CannedAnswersPage />, { language })
    await user.click(await button(words.canned.editOf.replace('{{title}}', 'Fees')))
    await user.click(sheet().getByRole('button', { name: words.canned.save }))
    expect(await screen.findByText(REFUSALS.CANNED_ANSWER_NOT_FOUND[language])).toBeVisible()
  })

  test('a closed ticket takes notes alone, and one who may only read is offered nothing', async () => {
    ticket = { ...ticket, closed: true, status: 'ADMIN_ANSWERED', waitsSince: null }
    const first = await drawClient(<TicketPage id="1" />, { language })
    expect(await button(words.noting.send)).toBeVisible()
    expect(screen.queryByRole('button', { name: words.answer.send })).toBeNull()
    expect(screen.queryByRole('button', { name: words.close.action })).toBeNull()
    first.unmount()
    roles = ['READ']
    await drawClient(<TicketPage id="1" />, { language })
    expect(await screen.findByText('A note')).toBeVisible()
    expect(screen.queryByRole('button', { name: words.noting.send })).toBeNull()
  })

  test('ready answers are added in both languages, changed and deleted', async () => {
    const user = userEvent.setup()
    await drawClient(<CannedAnswersPage />, { language })
    await user.click(await button(words.canned.add))
    const sheet = () => within(screen.getAllByRole('dialog').at(-1) ?? document.body)
    await user.type(sheet().getByLabelText(words.canned.name), 'Limits')
    await user.click(sheet().getByRole('button', { name: words.canned.save }))
    expect(sheet().getAllByText(words.canned.missing)).toHaveLength(2)
    await user.type(sheet().getByLabelText(words.canned.fa), 'سقف')
    await user.type(sheet().getByLabelText(words.canned.en), 'Limit')
    await user.click(sheet().getByRole('button', { name: words.canned.save }))
    expect(await screen.findByText(words.canned.saved)).toBeVisible()
    await user.click(await button(words.canned.editOf.replace('{{title}}', 'Fees')))
    await user.click(sheet().getByRole('button', { name: words.canned.remove }))
    await user.click(sheet().getByRole('button', { name: words.canned.remove }))
    // The toast moves to another place when the sheet goes.
    await vi.waitFor(() => expect(screen.getByText(words.canned.removed)).toBeVisible())
    expect(sent.map(({ act, body }) => [act, body])).toEqual([
      ['add', { title: 'Limits', fa: 'سقف', en: 'Limit', clientKey: expect.any(String) }],
      ['remove', undefined],
    ])
  })

  test('a ready answer that is saved again after a lost answer keeps its key, and one that was changed has another', async () => {
    const keys: unknown[] = []
    server.use(
      http.post(`*/api${addCannedAnswer.path}`, async ({ request }) => {
        keys.push(Reflect.get(Object(await request.json()), 'clientKey'))
        return keys.length < 3 ? HttpResponse.error() : HttpResponse.json({ baseDTO: { id: '4' } })
      }),
    )
    const user = userEvent.setup()
    await drawClient(<CannedAnswersPage />, { language })
    await user.click(await button(words.canned.add))
    const sheet = within(screen.getByRole('dialog'))
    const save = async (times: number) => {
      await user.click(sheet.getByRole('button', { name: words.canned.save }))
      await vi.waitFor(() => expect(keys).toHaveLength(times))
      if (times < 3) expect(await sheet.findByText(UNREACHABLE[language])).toBeVisible()
    }
    for (const field of ['name', 'fa', 'en'] as const) await user.type(sheet.getByLabelText(words.canned[field]), 'One')
    await save(1)
    await save(2)
    await user.type(sheet.getByLabelText(words.canned.en), ' more')
    await save(3)
    expect(await screen.findByText(words.canned.saved)).toBeVisible()
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })
})
