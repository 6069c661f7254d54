import type { FastifyPluginCallback } from 'fastify'
import { z } from 'zod'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { html, sendForeignPage, sendPage } from './pages.ts'

/** A message that a sandbox "sent". */
export interface SandboxMessage {
  /** A mobile number as "+98…", or an e-mail address. */
  readonly to: string
  readonly channel: 'sms' | 'email'
  /** Present for an e-mail. */
  readonly subject?: string | undefined
  readonly text: string
  /** The e-mail as its reader would see it. */
  readonly html?: string | undefined
  readonly code: string | undefined
  readonly at: Date
}

interface KeptMessage extends SandboxMessage {
  /** Counted from the start of the process. */
  readonly number: number
}

export interface SandboxInbox {
  keep(message: SandboxMessage): void
  /** Newest first; `to` in any spelling of a mobile number, `undefined` for all. */
  list(to: string | undefined): readonly KeptMessage[]
}

/** Keeps the latest `capacity` messages in memory; a restart empties it. */
export function createSandboxInbox({ capacity }: { capacity: number }): SandboxInbox {
  const newestFirst: KeptMessage[] = []
  let count = 0
  return {
    keep(message) {
      count += 1
      newestFirst.unshift({ ...message, to: addressOf(message.to), number: count })
      newestFirst.length = Math.min(newestFirst.length, capacity)
    },
    list(to) {
      const address = to === undefined ? undefined : addressOf(to)
      return newestFirst.filter((message) => address === undefined || message.to === address)
    },
  }
}

/** A query string turns the "+" of "+98…" into a space, which the parser drops; both spellings give the same address here. */
const addressOf = (text: string) => parseMobileNumber(text) ?? text.trim().toLowerCase()

const Query = z.object({ to: z.string().trim().min(1).optional().catch(undefined) })
const REFRESH_S = 4

/**
 * `GET /inbox`: a page to read on a phone. `GET /inbox.json?to=`: for programs. `GET /inbox/:number`: an e-mail as its reader would see it.
 * Mount them at /sandbox.
 */
export function sandboxInboxPages(inbox: SandboxInbox): FastifyPluginCallback {
  return (app, _options, done) => {
    app.get('/inbox.json', (request, reply) => {
      const { to } = Query.parse(request.query)
      return reply.header('cache-control', 'no-store').send(inbox.list(to).map(toWire))
    })
    app.get('/inbox', (request, reply) => {
      const { to } = Query.parse(request.query)
      const messages = inbox.list(to)
      return sendPage(reply, {
        title: 'صندوق پیام آزمایشی · Sandbox inbox',
        refreshS: REFRESH_S,
        body: messages.length > 0 ? html`<ul>${messages.map(row)}</ul>` : EMPTY,
      })
    })
    app.get<{ Params: { number: string } }>('/inbox/:number', (request, reply) => {
      const message = inbox.list(undefined).find(({ number }) => String(number) === request.params.number)
      return sendForeignPage(reply, message?.html)
    })
    done()
  }
}

const EMPTY = html`<section>
  <p>هنوز پیامی نیامده است. کد ورود یا ثبت‌نام را بخواهید؛ این صفحه خودش به‌روز می‌شود.</p>
  <p lang="en" dir="ltr"><small>No message yet. Ask for a code; this page refreshes itself.</small></p>
</section>`

const toWire = ({ to, channel, subject, text, code, at }: SandboxMessage) => ({
  to,
  channel,
  ...(subject === undefined ? {} : { subject }),
  text,
  code: code ?? null,
  at: at.toISOString(),
})

const tehranTime = new Intl.DateTimeFormat('fa-IR', {
  timeZone: 'Asia/Tehran',
  dateStyle: 'medium',
  timeStyle: 'medium',
})

/** Makes addresses clickable, as a phone does. */
const withLinks = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, place) => (place % 2 === 1 ? html`<a dir="ltr" href="${part}">${part}</a>` : html`${part}`))

const row = (message: KeptMessage) => html`<li>
  <p><bdi dir="ltr">${message.to}</bdi> <small>· ${message.channel === 'sms' ? 'پیامک' : 'ایمیل'} · <time datetime="${message.at.toISOString()}">${tehranTime.format(message.at)}</time></small></p>
  ${message.code === undefined ? undefined : html`<p class="code"><bdi dir="ltr">${message.code}</bdi></p>`}
  ${message.subject === undefined ? undefined : html`<p dir="auto"><b>${message.subject}</b></p>`}
  <p dir="auto" class="text">${withLinks(message.text)}</p>
  ${message.html === undefined ? undefined : html`<p><a href="/sandbox/inbox/${String(message.number)}">نمایش ایمیل · Show email</a></p>`}
</li>`
