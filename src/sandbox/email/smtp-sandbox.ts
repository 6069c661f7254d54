import { once } from 'node:events'
import type { FastifyPluginCallback } from 'fastify'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { SandboxInbox } from '../inbox.ts'
import { html, sendPage } from '../pages.ts'

export interface SmtpSandboxSettings {
  readonly inbox: SandboxInbox
  readonly now: () => Date
}

export interface SmtpSandbox {
  /** "smtp://127.0.0.1:40123". */
  readonly url: string
  close(): Promise<void>
}

const MESSAGE_BYTES_MAX = 200_000

/** Mailboxes that refuse their messages, so that each refusal can be tried. The page lists them. */
const REFUSED = { 'refused@kimia.example': 550, 'busy@kimia.example': 450 } as const
const refusalOf = (address: string): number | undefined => new Map(Object.entries(REFUSED)).get(address.toLowerCase())

/** A mail server on a free port of this machine alone. It puts every message into the inbox and sends nothing. */
export async function startSmtpSandbox({ inbox, now }: SmtpSandboxSettings): Promise<SmtpSandbox> {
  const server = new SMTPServer({
    name: 'localhost',
    banner: 'Kimia sandbox',
    // No login and no certificate: only this machine can reach it.
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    size: MESSAGE_BYTES_MAX,
    rejectOversized: true,
    onRcptTo({ address }, _session, done) {
      const responseCode = refusalOf(address)
      done(responseCode === undefined ? undefined : Object.assign(new Error('no such mailbox'), { responseCode }))
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => stream.sizeExceeded || chunks.push(chunk))
      stream.on('end', () => {
        const recipients = envelope.rcptTo.map(({ address }) => address)
        keep(Buffer.concat(chunks), recipients, { inbox, now }).then(
          () => done(),
          (error: unknown) => done(error instanceof Error ? error : new Error('the message cannot be read')),
        )
      })
    },
  })
  // The sender handles a broken connection.
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  // It ends with the process, even if the start that it belongs to fails.
  listening.unref()
  const address = listening.address()
  if (address === null || typeof address === 'string') throw new Error('the sandbox of e-mail has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

async function keep(raw: Buffer, recipients: readonly string[], { inbox, now }: SmtpSandboxSettings): Promise<void> {
  const { subject, text = '', html: markup } = await PostalMime.parse(raw)
  const code = CODE.exec(text)?.[0]
  for (const to of recipients)
    inbox.keep({ to, channel: 'email', subject: subject ?? '', text: text.trim(), html: markup, code, at: now() })
}

/** Separate digits, as a code has them. */
const CODE = /(?<![\d.:/-])\d{5,6}(?![\d.:/-]*\d)/

/** `GET /`: describes this mail server. Mount it at /sandbox/mail. */
export function smtpSandboxPage(): FastifyPluginCallback {
  return (app, _options, done) => {
    app.get('/', (_request, reply) => sendPage(reply, { title: 'ایمیل آزمایشی (SMTP)', body: PAGE }))
    done()
  }
}

const [REFUSED_ADDRESS, BUSY_ADDRESS] = Object.keys(REFUSED)

const PAGE = html`<section>
  <p>ایمیل‌های «فرستاده‌شده» در <a href="/sandbox/inbox">صندوق پیام‌ها</a> است. این سرور ایمیل فقط از همین دستگاه در دسترس است.</p>
  <p>آدرس <bdi dir="ltr">${REFUSED_ADDRESS}</bdi> همیشه رد می‌شود و <bdi dir="ltr">${BUSY_ADDRESS}</bdi> همیشه مشغول است تا پیام خطا دیده شود.</p>
  <p lang="en" dir="ltr"><small>Sent messages are in the inbox. The first address is always refused and the second always busy, so that each can be seen.</small></p>
</section>`
