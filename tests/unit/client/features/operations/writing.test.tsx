import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type * as z from 'zod/mini'
import { OperationsFrame } from '#client/features/operations/operations-frame.tsx'
import { TicketPage } from '#client/features/operations/tickets/ticket-page.tsx'
import { wipeTabValues } from '#client/lib/tab-value.ts'
import { words as operations } from '#client/locales/en/operations.ts'
import { words as support } from '#client/locales/en/support.ts'
import { words } from '#client/locales/en/tickets.ts'
import { REFUSALS } from '#contract/errors.ts'
import { getOperator, operatorLogout } from '#contract/operations.ts'
import { getCannedAnswers } from '#contract/operations-canned-answers.ts'
import { answerTicket, getTicketAsOperator, type WorkedTicket } from '#contract/operations-tickets.ts'
import { TICKET_LENGTHS_MAX } from '#domain/ticket.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'
import { wireMessage } from '#tests/builders/wire-tickets.ts'

const PHOTO = '0f8fad5b-d9cb-469f-a165-70867728950e.jpg'
const ANSWERS = { id: '3', title: 'Fees', fa: 'کارمزد در صفحهٔ کارمزدها است.', en: 'See the fees page.' }
const CHANGED = { changedAt: '2026-11-21T10:00:00Z', changedBy: 'Sara' }

const ticket = (id: string): z.input<typeof WorkedTicket> => ({
  id,
  subject: `Ticket ${id}`,
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
  about: null,
  messages: [{ ...wireMessage(1, { file: PHOTO, fileBytes: 200_704 }), internal: false, operatorName: null }],
  hasMore: false,
  others: [],
})

describe('what an operator writes on a ticket', () => {
  const server = clientServer()
  /** The operator who is logged in; undefined once the session has expired. */
  let operatorId: string | undefined
  let sent: Sent[]

  beforeEach(() => {
    operatorId = '7'
    sent = []
    server.use(
      mockEndpoint(getOperator, () =>
        operatorId === undefined
          ? refuseWith('UNAUTHENTICATED')
          : {
              baseDTO: { id: operatorId, name: 'Sara', roles: ['SUPPORT' as const], expiresAt: '2099-01-01T00:00:00Z' },
            },
      ),
      http.get('*/api/operations/users/1001', () => HttpResponse.json({}, { status: 500 })),
      mockEndpoint(getTicketAsOperator, ({ params }) => ({ baseDTO: ticket(String(params.id)) })),
      mockEndpoint(getCannedAnswers, { content: [{ ...ANSWERS, ...CHANGED }] }),
      mockEndpoint(operatorLogout, {}),
      mockEndpoint(answerTicket, (call) => {
        sent.push(call)
        return {}
      }),
    )
    return wipeTabValues
  })

  const draw = (id = '1') => drawClient(<TicketPage id={id} />, { language: 'en' })
  const reply = () => screen.findByLabelText(words.answer.label)
  const note = () => screen.findByLabelText(words.noting.label)

  test('a reply and a note are kept through a reload, each of its own ticket and operator', async () => {
    const user = userEvent.setup()
    const first = await draw()
    await user.type(await reply(), 'Half a reply')
    await user.click(screen.getByRole('radio', { name: words.mode.note }))
    await user.type(await note(), 'Half a note')
    first.unmount()
    const other = await draw('2')
    expect(await reply()).toHaveValue('')
    expect(await note()).toHaveValue('')
    other.unmount()
    const again = await draw()
    expect(await reply()).toHaveValue('Half a reply')
    expect(await note()).toHaveValue('Half a note')
    again.unmount()
    operatorId = '8'
    await draw()
    expect(await reply()).toHaveValue('')
  })

  test('who has begun a note alone goes on with it', async () => {
    const user = userEvent.setup()
    const first = await draw()
    await user.click(await screen.findByRole('radio', { name: words.mode.note }))
    await user.type(await note(), 'Half a note')
    first.unmount()
    await draw()
    expect(await screen.findByRole('radio', { name: words.mode.note })).toBeChecked()
    expect(await note()).toBeVisible()
  })

  test('what was sent is no draft, and what was refused stays one', async () => {
    const user = userEvent.setup()
    const first = await draw()
    await user.type(await reply(), 'A whole reply')
    server.use(mockEndpoint(answerTicket, refuseWith('TICKET_OF_ANOTHER')))
    await user.click(screen.getByRole('button', { name: words.answer.send }))
    expect(await screen.findByText(REFUSALS.TICKET_OF_ANOTHER.en)).toBeVisible()
    expect(Object.keys(sessionStorage)).toHaveLength(1)
    first.unmount()
    server.use(mockEndpoint(answerTicket, {}))
    const second = await draw()
    expect(await reply()).toHaveValue('A whole reply')
    await user.click(screen.getByRole('button', { name: words.answer.send }))
    expect(await screen.findByText(words.answer.done)).toBeVisible()
    expect(Object.keys(sessionStorage)).toEqual([])
    second.unmount()
    await draw()
    expect(await reply()).toHaveValue('')
  })

  test('what is sent again keeps its key, and a text that was changed after a failure has another', async () => {
    const keys: unknown[] = []
    server.use(
      mockEndpoint(answerTicket, ({ body }) => {
        keys.push(Reflect.get(Object(body), 'clientKey'))
        return keys.length < 4 ? refuseWith('UNAVAILABLE') : {}
      }),
    )
    const user = userEvent.setup()
    await draw()
    const text = await reply()
    const send = async (times: number) => {
      await user.click(screen.getByRole('button', { name: words.answer.send }))
      await vi.waitFor(() => expect(keys).toHaveLength(times))
    }
    await user.type(text, 'Thanks')
    await send(1)
    expect(await screen.findByText(REFUSALS.UNAVAILABLE.en)).toBeVisible()
    await user.type(text, '!{Backspace}')
    await send(2)
    await user.type(text, '!')
    await send(3)
    await send(4)
    await vi.waitFor(() => expect(text).toHaveValue(''))
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
    expect(keys[3]).toBe(keys[2])
  })

  test('a session that ran out keeps it, and a logout does not', async () => {
    const room = (
      <OperationsFrame>
        <TicketPage id="1" />
      </OperationsFrame>
    )
    const user = userEvent.setup()
    const first = await drawClient(room, { language: 'en', path: '/operations/tickets/1' })
    await user.type(await reply(), 'Half a reply')
    operatorId = undefined
    await first.client.invalidateQueries()
    expect(await screen.findByRole('button', { name: operations.login.action })).toBeVisible()
    operatorId = '7'
    await first.client.invalidateQueries()
    expect(await reply()).toHaveValue('Half a reply')
    await user.click(screen.getByRole('button', { name: operations.session.exit }))
    expect(await screen.findByRole('button', { name: operations.login.action })).toBeVisible()
    await first.client.invalidateQueries()
    expect(await reply()).toHaveValue('')
  })

  test('a logout in another tab is one here', async () => {
    const room = <OperationsFrame>a room</OperationsFrame>
    const here = await drawClient(room, { language: 'en', path: '/operations' })
    const there = await drawClient(room, { language: 'en', path: '/operations' })
    await waitFor(() => expect(screen.getAllByText('a room')).toHaveLength(2))
    await userEvent.click(within(there.container).getByRole('button', { name: operations.session.exit }))
    expect(await within(here.container).findByRole('button', { name: operations.login.action })).toBeVisible()
  })

  test('a ready answer is added below what is written, with the focus behind it, and is sent as it stands', async () => {
    const user = userEvent.setup()
    await draw()
    const area = await reply()
    await user.type(area, 'Hello,')
    await user.selectOptions(await screen.findByLabelText(words.answer.ready), ANSWERS.title)
    expect(area).toHaveValue(`Hello,\n\n${ANSWERS.fa}`)
    await waitFor(() => expect(area).toHaveFocus())
    await user.keyboard(' Thanks')
    await user.click(screen.getByRole('button', { name: words.answer.send }))
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    // Multipart forms end their lines in this way.
    expect(sent[0]?.body).toMatchObject({ text: `Hello,\r\n\r\n${ANSWERS.fa} Thanks` })
    await waitFor(() => expect(area).toHaveValue(''))
    expect(Object.keys(sessionStorage)).toEqual([])
  })

  test('a reply stands in the direction of its words, and near its end says how much is left', async () => {
    const user = userEvent.setup()
    await draw()
    const area = await reply()
    expect(area).not.toHaveAttribute('dir')
    await user.click(area)
    await user.paste('س'.repeat(TICKET_LENGTHS_MAX.text - 5))
    expect(area).toHaveAttribute('dir', 'auto')
    expect(screen.getByText(support.missing.left.replace('{{count}}', '5'))).toBeVisible()
  })

  test('a file of the ticket says its kind and its size', async () => {
    await draw()
    expect(await screen.findByRole('button', { name: /Download file\s*Photo, 196 KB/ })).toBeVisible()
  })
})
