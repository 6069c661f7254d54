import { onlineManager } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type * as z from 'zod/mini'
import { SupportPage } from '#client/features/support/support-page.tsx'
import { readTicketAbout } from '#client/features/support/ticket-about.ts'
import { wipeTabValues } from '#client/lib/tab-value.ts'
import { words as en } from '#client/locales/en/support.ts'
import { words as fa } from '#client/locales/fa/support.ts'
import { pageWindow } from '#client/ui/page-buttons.tsx'
import { REFUSALS } from '#contract/errors.ts'
import { getTickets, openTicket, type Ticket } from '#contract/tickets.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, NO_ANSWER, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'
import { wireTicket } from '#tests/builders/wire-tickets.ts'

/** The page with the parameters of its address. */
function Page({ about = '', open = false }: { about?: string; open?: boolean }) {
  const [page, setPage] = useState(1)
  const [opening, setOpening] = useState(open ? { about: readTicketAbout(about) } : undefined)
  return (
    <SupportPage
      page={page}
      size={10}
      opening={opening}
      onPage={setPage}
      onOpen={() => setOpening({ about: undefined })}
      onDetach={() => setOpening({ about: undefined })}
      onClose={() => setOpening(undefined)}
    />
  )
}

describe('support', () => {
  const server = clientServer()
  let tickets: z.input<typeof Ticket>[]
  let sent: Sent[]

  beforeEach(() => {
    tickets = []
    sent = []
    server.use(
      mockEndpoint(getTickets, ({ query: { page = '1', size = '10' } }) => {
        const [from, count] = [(Number(page) - 1) * Number(size), Number(size)]
        return { content: tickets.slice(from, from + count), totalPages: Math.ceil(tickets.length / count) }
      }),
      mockEndpoint(openTicket, (call) => {
        sent.push(call)
        return { baseDTO: { id: '17' } }
      }),
    )
  })
  afterEach(() => {
    onlineManager.setOnline(true)
    wipeTabValues()
  })

  const sheet = () => screen.findByRole('dialog', { name: /تیکت جدید|New ticket/ })

  test('an empty list leads to the questions and the guide', async () => {
    await drawClient(<Page />)
    expect(await screen.findByText('هنوز تیکتی ندارید')).toBeVisible()
    expect(screen.getByRole('link', { name: 'مرکز راهنما' })).toHaveAttribute('href', '/faq')
    expect(screen.getByRole('link', { name: 'راهنمای شروع' })).toHaveAttribute('href', '/guide/')
  })

  test('a new ticket takes a file; of a draft the text is kept, and that the file must be chosen again is said', async () => {
    const user = userEvent.setup()
    const { unmount } = await drawClient(<Page open />)
    await user.type(within(await sheet()).getByLabelText('توضیح'), 'رسید پیوست است.')
    const receipt = new File(['%PDF-1.7'], 'receipt.pdf', { type: 'application/pdf' })
    await user.upload(within(await sheet()).getByLabelText('پیوست فایل'), receipt)
    expect(await within(await sheet()).findByText('receipt.pdf')).toBeVisible()
    expect(within(await sheet()).queryByText(/دوباره انتخابش کنید/)).toBeNull()
    unmount()
    await drawClient(<Page open />)
    expect(within(await sheet()).getByLabelText('توضیح')).toHaveValue('رسید پیوست است.')
    expect(within(await sheet()).getByText(/receipt\.pdf.+ همراه پیش‌نویس نمی‌ماند؛ دوباره انتخابش کنید\./)).toBeVisible()
    await user.click(within(await sheet()).getByRole('button', { name: 'بدون فایل' }))
    expect(within(await sheet()).queryByText(/دوباره انتخابش کنید/)).toBeNull()
  })

  test('a file that the server does not read is refused before it is sent', async () => {
    const user = userEvent.setup({ applyAccept: false })
    await drawClient(<Page open />)
    const notes = new File(['notes'], 'notes.txt', { type: 'text/plain' })
    await user.upload(within(await sheet()).getByLabelText('پیوست فایل'), notes)
    const reason = 'فقط عکس (PNG، JPG، WebP) یا PDF پیوست می‌شود؛ فایل دیگری انتخاب کنید.'
    expect(await within(await sheet()).findByText(reason)).toBeVisible()
  })

  test.each([
    [3_799, undefined],
    [3_800, 'Characters left: 200'],
    [3_999, 'Characters left: 1'],
    [4_012, 'Characters over the limit: 12'],
  ])('a text of %i characters says how much is left near its limit alone: %s', async (length, left) => {
    const user = userEvent.setup()
    await drawClient(<Page open />, { language: 'en' })
    await user.click(within(await sheet()).getByLabelText('Description'))
    await user.paste('x'.repeat(length))
    const shown = within(await sheet()).queryByText(/^Characters (left|over the limit)/)
    expect(shown?.textContent).toBe(left)
  })

  test('each ticket has its subject, section, Jalali date, status and the way to its conversation', async () => {
    tickets = [
      wireTicket(1, { subject: 'واریز من' }),
      wireTicket(2, { type: 'GENERAL', status: 'PENDING' }),
      wireTicket(3, { status: 'CUSTOMER_ANSWERED' }),
      wireTicket(4, { status: 'ADMIN_ANSWERED' }),
      wireTicket(5, { status: 'ADMIN_ANSWERED', closed: true }),
    ]
    await drawClient(<Page />)
    const rows = within(await screen.findByRole('table', { name: 'تیکت‌های شما' })).getAllByRole('row')
    expect(rows.slice(1).map((row) => row.textContent)).toEqual([
      'واریز منفنی۱ آذر ۱۴۰۵، ۰۱:۱۰ثبت شدمشاهده',
      'Ticket 2عمومی۱ آذر ۱۴۰۵، ۰۱:۱۰در حال بررسیمشاهده',
      'Ticket 3فنی۱ آذر ۱۴۰۵، ۰۱:۱۰در انتظار پاسخ پشتیبانیمشاهده',
      'Ticket 4فنی۱ آذر ۱۴۰۵، ۰۱:۱۰پشتیبانی پاسخ دادمشاهده',
      'Ticket 5فنی۱ آذر ۱۴۰۵، ۰۱:۱۰بسته‌شدهمشاهده',
    ])
    expect(screen.getByRole('link', { name: 'مشاهدهٔ «واریز من»' })).toHaveAttribute(
      'href',
      '/profile/support/massage/1',
    )
  })

  test('a hundred and twenty tickets are walked by ten, with three numbers at a time', async () => {
    tickets = Array.from({ length: 120 }, (_, index) => wireTicket(index + 1))
    const user = userEvent.setup()
    await drawClient(<Page />, { language: 'en' })
    const pages = await screen.findByRole('navigation', { name: 'Pages' })
    const numbers = () =>
      within(pages)
        .getAllByRole('button', { name: /^Page/ })
        .map(({ textContent }) => textContent)
    expect(numbers()).toEqual(['1', '2', '3'])
    expect(within(pages).getByRole('button', { name: 'Previous page' })).toBeDisabled()
    for (let step = 0; step < 5; step++) await user.click(within(pages).getByRole('button', { name: 'Next page' }))
    expect(await screen.findByText('Ticket 51')).toBeVisible()
    expect(numbers()).toEqual(['5', '6', '7'])
    expect(within(pages).getByRole('button', { name: 'Page 6' })).toHaveAttribute('aria-current', 'page')
    expect(screen.queryByText('Ticket 50')).toBeNull()
  })

  test('the window of pages stays within them', () => {
    const shown = (page: number, pages: number) => pageWindow({ page, pages }).join(' ')
    expect([shown(1, 12), shown(2, 12), shown(6, 12), shown(11, 12), shown(12, 12)]).toEqual([
      '1 2 3',
      '1 2 3',
      '5 6 7',
      '10 11 12',
      '10 11 12',
    ])
    expect([shown(1, 2), shown(2, 2), shown(1, 1)]).toEqual(['1 2', '1 2', '1'])
  })

  test.each([
    ['fa', 'ثبت تیکت', ['موضوع را وارد کنید.', 'بخش را انتخاب کنید.', 'توضیح را بنویسید.']],
    ['en', 'Open ticket', ['Enter a subject.', 'Choose a section.', 'Write a description.']],
  ] as const)('a new ticket says what is missing (%s), and sends nothing', async (language, press, sentences) => {
    const user = userEvent.setup()
    await drawClient(<Page open />, { language })
    const form = await sheet()
    await user.click(within(form).getByRole('button', { name: press }))
    for (const sentence of sentences) expect(within(form).getByText(sentence)).toBeVisible()
    expect(sent).toEqual([])
  })

  async function fill(form: HTMLElement, user = userEvent.setup(), words: typeof fa | typeof en = fa) {
    await user.type(within(form).getByLabelText(words.open.subject), 'واریز نرسید')
    await user.selectOptions(within(form).getByLabelText(words.open.section), words.type.TECHNICAL)
    await user.type(within(form).getByLabelText(words.open.text), 'پرداخت کردم.')
  }

  test('a new ticket is sent with what it is about and a key of its own', async () => {
    const user = userEvent.setup()
    await drawClient(<Page open about="DEPOSIT-1403" />)
    const form = await sheet()
    expect(within(form).getByText('پیوست: واریز ۱۴۰۳')).toBeVisible()
    await fill(form, user)
    await user.click(within(form).getByRole('button', { name: 'ثبت تیکت' }))
    expect(sent).toHaveLength(1)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.body).toEqual({
      subject: 'واریز نرسید',
      type: 'TECHNICAL',
      text: 'پرداخت کردم.',
      aboutKind: 'DEPOSIT',
      aboutId: '1403',
      clientKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  test('what a ticket is about can be taken off, and an address that names nothing attaches nothing', async () => {
    const user = userEvent.setup()
    await drawClient(<Page open about="ORDER-5" />)
    await user.click(within(await sheet()).getByRole('button', { name: 'برداشتن پیوست' }))
    expect(screen.queryByText(/پیوست: سفارش/)).toBeNull()
    for (const text of ['new', 'ORDER-', 'COIN-5', 'ORDER-5; x', 'order-5', 5])
      expect(readTicketAbout(text)).toBeUndefined()
  })

  test('a draft outlives a reload and a failed sending, is sent again under the same key, and goes with a logout', async () => {
    server.use(
      mockEndpoint(openTicket, (call) => {
        sent.push(call)
        return NO_ANSWER
      }),
    )
    const user = userEvent.setup()
    const first = await drawClient(<Page open />)
    await fill(await sheet(), user)
    await user.click(screen.getByRole('button', { name: 'ثبت تیکت' }))
    expect(await screen.findByText('متن شما نگه داشته شد؛ ارسال دوباره پیام تکراری نمی‌سازد.')).toBeVisible()
    first.unmount()
    const second = await drawClient(<Page open />)
    expect(within(await sheet()).getByLabelText('توضیح')).toHaveValue('پرداخت کردم.')
    await user.click(screen.getByRole('button', { name: 'ثبت تیکت' }))
    await vi.waitFor(() => expect(sent).toHaveLength(2))
    expect(new Set(sent.map(({ body }) => Reflect.get(Object(body), 'clientKey'))).size).toBe(1)
    second.unmount()
    wipeTabValues()
    await drawClient(<Page open />)
    expect(within(await sheet()).getByLabelText('توضیح')).toHaveValue('')
  })

  test('without a network it says so, and the text stays', async () => {
    const user = userEvent.setup()
    await drawClient(<Page open />, { language: 'en' })
    const form = await sheet()
    await user.type(within(form).getByLabelText('Description'), 'My text')
    onlineManager.setOnline(false)
    expect(await within(form).findByText(/You're offline. We've kept your text/)).toBeVisible()
    expect(within(form).getByLabelText('Description')).toHaveValue('My text')
  })

  const CODES = [
    'TICKETS_TOO_MANY',
    'TICKET_ABOUT_NOT_FOUND',
    'TICKET_SUBJECT_REQUIRED',
    'TICKET_SUBJECT_TOO_LONG',
    'TICKET_TEXT_REQUIRED',
    'TICKET_TEXT_TOO_LONG',
    'TOO_MANY_REQUESTS',
  ] as const
  test.each([
    ['fa', fa],
    ['en', en],
  ] as const)('each refusal of a ticket is said in words, and the text stays (%s)', async (language, words) => {
    const user = userEvent.setup()
    await drawClient(<Page open />, { language })
    await fill(await sheet(), user, words)
    for (const code of CODES) {
      server.use(mockEndpoint(openTicket, refuseWith(code)))
      await user.click(screen.getByRole('button', { name: words.open.send }))
      expect(await screen.findByText((text) => text.startsWith(REFUSALS[code][language]))).toBeVisible()
      expect(within(await sheet()).getByLabelText(words.open.text)).toHaveValue('پرداخت کردم.')
    }
  })
})
