import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type * as z from 'zod/mini'
import { ConversationPage } from '#client/features/support/conversation-page.tsx'
import { useOpenTicket } from '#client/features/support/tickets.commands.ts'
import { wipeTabValues } from '#client/lib/tab-value.ts'
import { words as en } from '#client/locales/en/support.ts'
import { words as fa } from '#client/locales/fa/support.ts'
import { REFUSALS } from '#contract/errors.ts'
import {
  getTicketMessages,
  openTicket,
  type Ticket,
  type TicketMessage,
  writeTicketMessage,
} from '#contract/tickets.ts'
import { TICKET_FILE_BYTES_MAX } from '#domain/ticket.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'
import { picture, slowPictures } from '#tests/builders/slow-pictures.ts'
import { wireMessage, wireTicket } from '#tests/builders/wire-tickets.ts'

const FILE = '0f8fad5b-d9cb-469f-a165-70867728950e.jpg'

/** A conversation next to the button that opens it. */
function Opened() {
  const { open } = useOpenTicket()
  const ticket = { subject: 'Deposit', type: 'GENERAL', text: 'Where?', clientKey: 'a-key-of-its-own' } as const
  return (
    <>
      <button type="button" onClick={() => open.mutate({ ...ticket, about: undefined, file: undefined })}>
        Open
      </button>
      <ConversationPage id="1" />
    </>
  )
}

/** A conversation that a press closes and opens again. */
function Left() {
  const [shown, setShown] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setShown(!shown)}>
        Turn
      </button>
      {shown && <ConversationPage id="1" />}
    </>
  )
}

describe('a conversation', () => {
  const server = clientServer()
  let ticket: z.input<typeof Ticket>
  let messages: z.input<typeof TicketMessage>[]
  let sent: Sent[]

  beforeEach(() => {
    ticket = wireTicket(1)
    messages = [wireMessage(1)]
    sent = []
    server.use(
      mockEndpoint(getTicketMessages, () => ({ ticketDTO: ticket, pageDTO: { content: messages, hasMore: false } })),
      mockEndpoint(writeTicketMessage, (call) => {
        sent.push(call)
        const written = wireMessage(messages.length + 1, { text: String(Reflect.get(Object(call.body), 'text')) })
        messages = [...messages, written]
        return { baseDTO: written }
      }),
    )
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    wipeTabValues()
  })

  const log = () => screen.findByRole('log')

  test('shows who wrote what, keeps markup as text, and a message is sent once', async () => {
    messages = [
      wireMessage(1, { text: '<img src=x onerror=alert(1)>' }),
      wireMessage(2, { text: 'Hello', customer: false }),
    ]
    const user = userEvent.setup()
    await drawClient(<ConversationPage id="1" />)
    expect(
      within(await log())
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['شما۱ آذر ۱۴۰۵، ۰۱:۱۰<img src=x onerror=alert(1)>', 'پشتیبانی۱ آذر ۱۴۰۵، ۰۱:۱۰Hello'])
    expect((await log()).querySelector('img')).toBeNull()
    await user.type(screen.getByLabelText('پیام شما'), 'متشکرم')
    await user.dblClick(screen.getByRole('button', { name: 'ارسال پیام' }))
    expect(await within(await log()).findByText('متشکرم')).toBeVisible()
    expect(sent).toHaveLength(1)
    expect(screen.getByLabelText('پیام شما')).toHaveValue('')
    expect(screen.getByText('پیام ارسال شد.')).toBeVisible()
    await user.type(screen.getByLabelText('پیام شما'), 'و')
    expect(screen.queryByText('پیام ارسال شد.')).toBeNull()
  })

  test('of a ticket that was opened on this page the page says so, above its buttons', async () => {
    server.use(mockEndpoint(openTicket, { baseDTO: { id: '1' } }))
    const user = userEvent.setup()
    await drawClient(<Opened />)
    await log()
    expect(screen.queryByText(fa.open.done)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Open' }))
    expect(await screen.findByText(fa.open.done)).toBeVisible()
  })

  test('an empty message says what is missing, and a file is enough', async () => {
    const bodies: unknown[] = []
    server.use(http.post('*/api/tickets/message/1', () => HttpResponse.json({ baseDTO: wireMessage(2) })))
    const { fetch } = globalThis
    vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
      if (init.method === 'POST') bodies.push(init.body)
      return fetch(url, init.body instanceof FormData ? { ...init, body: '' } : init)
    })
    const user = userEvent.setup()
    await drawClient(<ConversationPage id="1" />)
    await log()
    await user.click(screen.getByRole('button', { name: 'ارسال پیام' }))
    expect(screen.getByText('پیامی بنویسید یا فایلی پیوست کنید.')).toBeVisible()
    await user.upload(screen.getByLabelText('پیوست فایل'), new File(['%PDF-'], 'bill.pdf', { type: 'application/pdf' }))
    expect(await screen.findByText('bill.pdf')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'ارسال پیام' }))
    // jsdom cannot read the size of a form with a file again; the call itself lists its parts.
    await vi.waitFor(() => expect(bodies).toHaveLength(1))
    expect(bodies.flatMap((body) => (body instanceof FormData ? [...body.keys()] : []))).toEqual(['clientKey', 'file'])
  })

  test('a file that is too large is refused before it is sent', async () => {
    const user = userEvent.setup()
    await drawClient(<ConversationPage id="1" />, { language: 'en' })
    await log()
    const large = new File([new Uint8Array(TICKET_FILE_BYTES_MAX + 1)], 'long.pdf', { type: 'application/pdf' })
    await user.upload(screen.getByLabelText('Attach file'), large)
    expect(await screen.findByText('Files can have up to 10 MB. Choose a smaller one.')).toBeVisible()
    await user.type(screen.getByLabelText('Your message'), 'See the file')
    await user.click(screen.getByRole('button', { name: 'Send message' }))
    expect(sent).toEqual([])
  })

  test.each([
    ['fa', fa],
    ['en', en],
  ] as const)('each refusal of a message is said in words, and the text stays (%s)', async (language, words) => {
    const user = userEvent.setup()
    await drawClient(<ConversationPage id="1" />, { language })
    await log()
    await user.type(screen.getByLabelText(words.talk.message), 'سلام')
    for (const code of ['FILE_REFUSED', 'PAYLOAD_TOO_LARGE', 'TICKET_NOT_FOUND', 'UNAVAILABLE'] as const) {
      server.use(mockEndpoint(writeTicketMessage, refuseWith(code)))
      await user.click(screen.getByRole('button', { name: words.talk.send }))
      expect(await screen.findByText(REFUSALS[code][language])).toBeVisible()
      expect(screen.getByLabelText(words.talk.message)).toHaveValue('سلام')
    }
  })

  test('a draft is the ticket’s own and outlives a reload', async () => {
    const user = userEvent.setup()
    const first = await drawClient(<ConversationPage id="1" />)
    await log()
    await user.type(screen.getByLabelText('پیام شما'), 'نیمه‌کاره')
    first.unmount()
    const second = await drawClient(<ConversationPage id="2" />)
    await log()
    expect(screen.getByLabelText('پیام شما')).toHaveValue('')
    second.unmount()
    await drawClient(<ConversationPage id="1" />)
    await log()
    expect(screen.getByLabelText('پیام شما')).toHaveValue('نیمه‌کاره')
  })

  test('a message that is sent while its page is left does not come back', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const answered = vi.fn()
    server.use(
      mockEndpoint(writeTicketMessage, async () => {
        await promise
        answered()
        return { baseDTO: wireMessage(2) }
      }),
    )
    const user = userEvent.setup()
    const first = await drawClient(<ConversationPage id="1" />)
    await log()
    await user.type(screen.getByLabelText('پیام شما'), 'متشکرم')
    await user.click(screen.getByRole('button', { name: 'ارسال پیام' }))
    first.unmount()
    resolve()
    await vi.waitFor(() => expect(answered).toHaveBeenCalledOnce())
    await vi.waitFor(() => expect(first.client.isMutating()).toBe(0))
    await drawClient(<ConversationPage id="1" />)
    await log()
    expect(screen.getByLabelText('پیام شما')).toHaveValue('')
  })

  test('a message that is still on its way when its page is opened again leaves the box with its answer', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    server.use(
      mockEndpoint(writeTicketMessage, async () => {
        await promise
        return { baseDTO: wireMessage(2) }
      }),
    )
    const user = userEvent.setup()
    await drawClient(<Left />)
    await log()
    await user.type(screen.getByLabelText('پیام شما'), 'متشکرم')
    await user.click(screen.getByRole('button', { name: 'ارسال پیام' }))
    await user.click(screen.getByRole('button', { name: 'Turn' }))
    expect(screen.queryByLabelText('پیام شما')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Turn' }))
    await log()
    expect(screen.getByLabelText('پیام شما')).toHaveValue('متشکرم')
    resolve()
    await vi.waitFor(() => expect(screen.getByLabelText('پیام شما')).toHaveValue(''))
  })

  test('a message waits for its photo, and has the one that was chosen last', async () => {
    const files: unknown[] = []
    server.use(http.post('*/api/tickets/message/1', () => HttpResponse.json({ baseDTO: wireMessage(2) })))
    const { fetch } = globalThis
    vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
      if (init.body instanceof FormData) files.push(init.body.get('file'))
      return fetch(url, init.body instanceof FormData ? { ...init, body: '' } : init)
    })
    const pictures = slowPictures()
    const user = userEvent.setup()
    await drawClient(<ConversationPage id="1" />)
    await log()
    await user.type(screen.getByLabelText('پیام شما'), 'رسید')
    await user.upload(screen.getByLabelText('پیوست فایل'), picture('large.png'))
    await user.click(screen.getByRole('button', { name: 'ارسال پیام' }))
    await user.upload(screen.getByLabelText('پیوست فایل'), picture('right.png'))
    pictures.decode('right.png')
    expect(await screen.findByText('right.png')).toBeVisible()
    pictures.decode('large.png')
    await user.click(screen.getByRole('button', { name: 'ارسال پیام' }))
    await vi.waitFor(() => expect(files).toEqual([expect.objectContaining({ name: 'right.png' })]))
  })

  test('a closed ticket says that the next message opens it', async () => {
    ticket = wireTicket(1, { status: 'ADMIN_ANSWERED', closed: true, about: { kind: 'ORDER', id: '88' } })
    await drawClient(<ConversationPage id="1" />)
    expect(await screen.findByText('این تیکت بسته شده است؛ با پیام بعدی شما دوباره باز می‌شود.')).toBeVisible()
    expect(screen.getByText('سفارش ۸۸')).toBeVisible()
  })

  test('a photo is shown and downloaded, and a refusal that comes in its place is said in words', async () => {
    messages = [wireMessage(1, { text: null, file: FILE, fileBytes: 204_800 })]
    const made: string[] = []
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => made.push(blob.type) && 'blob:x',
        revokeObjectURL: () => undefined,
      }),
    )
    server.use(
      http.get('*/api/files/download', ({ request }) =>
        new URL(request.url).searchParams.get('fileName') === FILE
          ? HttpResponse.arrayBuffer(new Uint8Array([255, 216]).buffer, { headers: { 'content-type': 'image/jpeg' } })
          : HttpResponse.error(),
      ),
    )
    const user = userEvent.setup()
    await drawClient(<ConversationPage id="1" />)
    const button = await screen.findByRole('button', { name: /دانلود فایل.*عکس، ۲۰۰ کیلوبایت/ })
    expect(await screen.findByRole('img', { name: 'عکس پیوست' })).toHaveAttribute('src', 'blob:x')
    await user.click(button)
    await vi.waitFor(() => expect(made).toEqual(['image/jpeg', 'image/jpeg']))
    server.use(
      http.get('*/api/files/download', () =>
        HttpResponse.json(
          { code: 'FILE_NOT_FOUND', message: 'FILE_NOT_FOUND', errors: [REFUSALS.FILE_NOT_FOUND.fa] },
          { status: 404 },
        ),
      ),
    )
    await user.click(button)
    expect(await screen.findByText(REFUSALS.FILE_NOT_FOUND.fa)).toBeVisible()
  })

  test('another’s ticket is not there, and the way back is', async () => {
    server.use(mockEndpoint(getTicketMessages, refuseWith('TICKET_NOT_FOUND')))
    await drawClient(<ConversationPage id="9" />)
    expect(await screen.findByRole('heading', { name: REFUSALS.TICKET_NOT_FOUND.fa })).toBeVisible()
    expect(screen.getByRole('link', { name: 'همهٔ تیکت‌ها' })).toHaveAttribute('href', '/profile/support')
  })
})
