import type { FastifyPluginCallback } from 'fastify'
import { z } from 'zod'
import { html, sendPage } from './sandbox-html.ts'
import type { SandboxInbox, SandboxMessage } from './sandbox-inbox.ts'

const Query = z.object({ to: z.string().trim().min(1).optional().catch(undefined) })
const REFRESH_S = 4

/** `GET /inbox`: a page to read on a phone. `GET /inbox.json?to=`: for programs. To be mounted at /sandbox. */
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
    done()
  }
}

const EMPTY = html`<section>
  <p>هنوز پیامی نیامده است. کد ورود یا ثبت‌نام را بخواهید؛ این صفحه خودش به‌روز می‌شود.</p>
  <p lang="en" dir="ltr"><small>No message yet. Ask for a code; this page refreshes itself.</small></p>
</section>`

const toWire = ({ to, channel, text, code, at }: SandboxMessage) => ({
  to,
  channel,
  text,
  code: code ?? null,
  at: at.toISOString(),
})

const tehranTime = new Intl.DateTimeFormat('fa-IR', {
  timeZone: 'Asia/Tehran',
  dateStyle: 'medium',
  timeStyle: 'medium',
})

const row = (message: SandboxMessage) => html`<li>
  <p><bdi dir="ltr">${message.to}</bdi> <small>· ${message.channel === 'sms' ? 'پیامک' : 'ایمیل'} · <time datetime="${message.at.toISOString()}">${tehranTime.format(message.at)}</time></small></p>
  ${message.code === undefined ? undefined : html`<p class="code"><bdi dir="ltr">${message.code}</bdi></p>`}
  <p dir="auto" class="text">${message.text}</p>
</li>`
