import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import Fastify from 'fastify'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { startSmtpSandbox } from '#sandbox/email/smtp-sandbox.ts'
import { createSandboxInbox, sandboxInboxPages } from '#sandbox/inbox.ts'
import type { EmailMessage } from '#server/providers/email/email.ts'
import { createSmtp } from '#server/providers/email/smtp.ts'
import { freePort } from '#tests/setup/free-port.ts'

const AT = new Date('2026-11-22T08:00:00Z')
const MESSAGE: EmailMessage = {
  to: 'mina@example.com',
  subject: 'کد تأیید کیمیا',
  text: 'کد تأیید شما: 482913\nاین کد را به هیچ‌کس ندهید.',
  html: '<p dir="rtl">کد تأیید شما: <b>482913</b></p>',
}
const senderTo = (url: string, changes: object = {}) =>
  createSmtp({ url, from: 'Kimia <no-reply@kimia.example>', encrypted: false, timeoutMs: 10_000, ...changes })

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function sandbox() {
  const inbox = createSandboxInbox({ capacity: 10 })
  const mail = await startSmtpSandbox({ inbox, now: () => AT })
  closing.push(mail.close)
  return { inbox, url: mail.url }
}

/** A mail server that refuses the given commands with these codes and accepts everything else. */
async function serverThatSays(refuse: Partial<Record<'connect' | 'from' | 'to' | 'data', number>>) {
  const error = (code: number | undefined) =>
    code === undefined ? undefined : Object.assign(new Error('no'), { responseCode: code })
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    onConnect: (_session, done) => done(error(refuse.connect)),
    onMailFrom: (_address, _session, done) => done(error(refuse.from)),
    onRcptTo: (_address, _session, done) => done(error(refuse.to)),
    onData: (stream, _session, done) => stream.resume().on('end', () => done(error(refuse.data))),
  })
  server.on('error', () => undefined)
  return listening(server.listen(0, '127.0.0.1'), () => new Promise<void>((resolve) => server.close(() => resolve())))
}

async function listening(server: ReturnType<typeof createServer>, close: () => Promise<void>): Promise<string> {
  await once(server, 'listening')
  closing.push(close)
  const address = server.address()
  return `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

describe('an e-mail', () => {
  it('goes over SMTP and waits in the inbox with its subject, text and code, under every spelling of the address', async () => {
    const { inbox, url } = await sandbox()
    expect(await senderTo(url).send(MESSAGE)).toMatchObject({ kind: 'sent', messageId: expect.stringContaining('@') })
    expect(inbox.list('MINA@example.com')).toEqual([
      expect.objectContaining({
        to: 'mina@example.com',
        channel: 'email',
        subject: 'کد تأیید کیمیا',
        text: 'کد تأیید شما: 482913\nاین کد را به هیچ‌کس ندهید.',
        html: expect.stringContaining('<b>482913</b>'),
        code: '482913',
        at: AT,
      }),
    ])
  })

  it('is shown as its reader would see it, and can run and load nothing', async () => {
    const { inbox, url } = await sandbox()
    await senderTo(url).send(MESSAGE)
    const app = Fastify()
    closing.push(() => app.close())
    app.register(sandboxInboxPages(inbox), { prefix: '/sandbox' })
    const pages = await app.listen({ host: '127.0.0.1', port: 0 })
    const list = await (await fetch(`${pages}/sandbox/inbox`)).text()
    expect(list).toContain('کد تأیید کیمیا')
    const path = /href="(\/sandbox\/inbox\/\d+)"/.exec(list)?.[1]
    const page = await fetch(`${pages}${path}`)
    expect(await page.text()).toContain('<b>482913</b>')
    expect(page.headers.get('content-security-policy')).toMatch(/^sandbox .*default-src 'none'/)
    expect((await fetch(`${pages}/sandbox/inbox/99`)).status).toBe(404)
    const json = await (await fetch(`${pages}/sandbox/inbox.json?to=mina@example.com`)).json()
    expect(json).toMatchObject([{ channel: 'email', subject: 'کد تأیید کیمیا', code: '482913' }])
  })

  it('to a mailbox that takes nothing is refused; to a busy one it may be tried again', async () => {
    const { inbox, url } = await sandbox()
    const to = (address: string) => senderTo(url).send({ ...MESSAGE, to: address })
    expect(await to('refused@kimia.example')).toEqual({ kind: 'refused', code: 'RECIPIENT_REFUSED' })
    expect(await to('busy@kimia.example')).toEqual({ kind: 'unavailable', fault: 'SERVER_ERROR' })
    expect(inbox.list(undefined)).toEqual([])
  })

  it.each([
    [{ to: 550 }, { kind: 'refused', code: 'RECIPIENT_REFUSED' }],
    [{ to: 553 }, { kind: 'refused', code: 'RECIPIENT_REFUSED' }],
    [{ to: 450 }, { kind: 'unavailable', fault: 'SERVER_ERROR' }],
    [{ to: 530 }, { kind: 'unavailable', fault: 'ACCOUNT_REFUSED' }],
    [{ from: 550 }, { kind: 'unavailable', fault: 'ACCOUNT_REFUSED' }],
    [{ data: 554 }, { kind: 'refused', code: 'MESSAGE_REFUSED' }],
    [{ data: 550 }, { kind: 'refused', code: 'MESSAGE_REFUSED' }],
    [{ data: 452 }, { kind: 'unavailable', fault: 'SERVER_ERROR' }],
    [{ connect: 554 }, { kind: 'unavailable', fault: 'ACCOUNT_REFUSED' }],
    [{ connect: 421 }, { kind: 'unavailable', fault: 'SERVER_ERROR' }],
  ])('answered with %j by its server', async (refuse, outcome) => {
    expect(await senderTo(await serverThatSays(refuse)).send(MESSAGE)).toEqual(outcome)
  })

  it('with a wrong password is our fault, not the reader’s', async () => {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(Object.assign(new Error('no'), { responseCode: 535 })),
    })
    server.on('error', () => undefined)
    const url = await listening(server.listen(0, '127.0.0.1'), () => new Promise((resolve) => server.close(resolve)))
    const outcome = await senderTo(url.replace('//', '//kimia:wrong-secret@')).send(MESSAGE)
    expect(outcome).toEqual({ kind: 'unavailable', fault: 'ACCOUNT_REFUSED' })
  })

  it('is not sent at all over a connection that is not encrypted', async () => {
    const { inbox, url } = await sandbox()
    const outcome = await senderTo(url, { encrypted: true }).send(MESSAGE)
    expect(outcome).toEqual({ kind: 'unavailable', fault: 'NOT_ENCRYPTED' })
    expect(inbox.list(undefined)).toEqual([])
  })

  it.each(['smtp', 'smtps'])('is not sent by %s to a server that no valid certificate proves', async (protocol) => {
    let received = 0
    // The package's certificate for tests: no authority has signed it, and it has expired.
    const server = new SMTPServer({
      secure: protocol === 'smtps',
      authOptional: true,
      logger: false,
      onData: (stream, _session, done) => {
        received += 1
        stream.resume().on('end', () => done())
      },
    })
    server.on('error', () => undefined)
    const url = await listening(server.listen(0, '127.0.0.1'), () => new Promise((resolve) => server.close(resolve)))
    const outcome = await senderTo(url.replace('smtp:', `${protocol}:`), { encrypted: true }).send(MESSAGE)
    expect(outcome).toEqual({ kind: 'unavailable', fault: 'NOT_ENCRYPTED' })
    expect(received).toBe(0)
  })

  it('carries no header that its subject or its address would add', async () => {
    const { inbox, url } = await sandbox()
    const subject = 'Kimia\r\nBcc: thief@example.com'
    await senderTo(url).send({ ...MESSAGE, subject })
    expect(await senderTo(url).send({ ...MESSAGE, to: 'a@example.com, thief@example.com' })).not.toMatchObject({
      kind: 'unavailable',
    })
    expect(inbox.list('thief@example.com')).toEqual([])
  })
})

describe('a mail server that is away', () => {
  it('is unreachable', async () => {
    const outcome = await senderTo(`smtp://127.0.0.1:${await freePort()}`).send(MESSAGE)
    expect(outcome).toEqual({ kind: 'unavailable', fault: 'UNREACHABLE' })
  })

  it.each([
    ['silent', () => undefined, 'TIMEOUT'],
    ['broken', (socket: Socket) => socket.destroy(), 'NETWORK'],
  ])('is %s', async (_what, answer, fault) => {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => undefined)
      answer(socket)
    })
    const url = await listening(server.listen(0, '127.0.0.1'), async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    })
    expect(await senderTo(url, { timeoutMs: 300 }).send(MESSAGE)).toEqual({ kind: 'unavailable', fault })
  })
})
