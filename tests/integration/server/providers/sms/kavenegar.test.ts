import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { createSandboxInbox, type SandboxInbox, sandboxInboxPages } from '#sandbox/inbox.ts'
import { kavenegarSandbox } from '#sandbox/sms/kavenegar-sandbox.ts'
import { createKavenegar } from '#server/providers/sms/kavenegar.ts'
import { type CodeMessage, SMS_PURPOSES } from '#server/providers/sms/sms.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { listenOnLoopback } from '#tests/setup/loopback-server.ts'
import { BROKEN_VENDORS, breaking } from '../broken-vendors.ts'

const API_KEY = 'a-very-secret-key/with?signs'
const mobile = (text: string) => {
  const number = parseMobileNumber(text)
  if (number === undefined) throw new Error(`${text} is no mobile number`)
  return number
}
const message: CodeMessage = { to: mobile('09123456789'), code: '123456', purpose: 'login', language: 'fa' }

let app: FastifyInstance
let url: string
let inbox: SandboxInbox

beforeEach(async () => {
  app = Fastify()
  inbox = createSandboxInbox({ capacity: 50 })
  const now = () => new Date('2026-11-20T08:00:00Z')
  app.register(kavenegarSandbox({ apiKey: API_KEY, templatePrefix: 'kimia', inbox, now }), {
    prefix: '/sandbox/kavenegar',
  })
  app.register(sandboxInboxPages(inbox), { prefix: '/sandbox' })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})

afterEach(() => app.close())

const senderWith = (changes: Partial<Parameters<typeof createKavenegar>[0]>) =>
  createKavenegar({
    apiUrl: `${url}/sandbox/kavenegar`,
    apiKey: API_KEY,
    templatePrefix: 'kimia',
    timeoutMs: 10_000,
    ...changes,
  })

describe('a code by SMS', () => {
  it('is sent, and waits in the inbox under every spelling of the number', async () => {
    expect(await senderWith({}).sendCode(message)).toEqual({ kind: 'sent', messageId: '8792344' })
    for (const to of ['09123456789', '%2B989123456789', '+989123456789', '۰۹۱۲۳۴۵۶۷۸۹', '9123456789']) {
      const reply = await fetch(`${url}/sandbox/inbox.json?to=${to}`)
      expect(await reply.json()).toEqual([
        {
          to: '+989123456789',
          channel: 'sms',
          text: 'کیمیا: کد ورود شما 123456\nاین کد را به هیچ‌کس ندهید.',
          code: '123456',
          at: '2026-11-20T08:00:00.000Z',
        },
      ])
    }
    expect(await (await fetch(`${url}/sandbox/inbox.json?to=09120000000`)).json()).toEqual([])
  })

  it.each(SMS_PURPOSES)('has a text for %s in both languages', async (purpose) => {
    for (const language of ['fa', 'en'] as const) {
      expect(
        await senderWith({}).sendCode({
          ...message,
          purpose,
          language,
          ...(purpose === 'withdrawal' && { about: '500000 TOMAN to IR***1234' }),
        }),
      ).toMatchObject({ kind: 'sent' })
    }
    const texts = inbox.list(undefined).map(({ text }) => text)
    expect(texts).toHaveLength(2)
    expect(texts.every((text) => text.includes('123456'))).toBe(true)
    expect(texts[0]).toMatch(/^[\x20-\x7E\n]+$/)
  })

  it('carries the user’s phrase where there is one, by templates of their own', async () => {
    for (const [language, line] of [
      ['fa', 'عبارت امنیتی شما: زعفران قائن'],
      ['en', 'Your security phrase: زعفران قائن'],
    ] as const) {
      expect(await senderWith({}).sendCode({ ...message, language, phrase: 'زعفران قائن' })).toMatchObject({
        kind: 'sent',
      })
      expect(inbox.list(undefined)[0]).toMatchObject({ text: expect.stringContaining(`\n${line}`), code: '123456' })
    }
  })

  it('carries a phrase of more words than the vendor takes with the last of them joined', async () => {
    const phrase = 'a b c d e f g h $& %token'
    expect(await senderWith({}).sendCode({ ...message, phrase })).toMatchObject({ kind: 'sent' })
    expect(inbox.list(undefined)[0]?.text).toContain('a b c d e f_g_h_$&_%token')
  })

  it('with a wrong key is our fault, not the customer’s', async () => {
    expect(await senderWith({ apiKey: 'wrong' }).sendCode(message)).toEqual({
      kind: 'unavailable',
      fault: 'ACCOUNT_REFUSED',
    })
    expect(inbox.list(undefined)).toEqual([])
  })

  it('without an approved template is refused', async () => {
    expect(await senderWith({ templatePrefix: 'other' }).sendCode(message)).toEqual({
      kind: 'refused',
      code: 'MESSAGE_REFUSED',
    })
  })

  it('to a number that the operator refuses is refused', async () => {
    expect(await senderWith({}).sendCode({ ...message, to: mobile('09990000000') })).toEqual({
      kind: 'refused',
      code: 'RECEPTOR_REFUSED',
    })
  })

  it.each([
    [411, { kind: 'refused', code: 'RECEPTOR_REFUSED' }],
    [431, { kind: 'refused', code: 'MESSAGE_REFUSED' }],
    [418, { kind: 'unavailable', fault: 'ACCOUNT_REFUSED' }],
    [409, { kind: 'unavailable', fault: 'SERVER_ERROR' }],
    [451, { kind: 'unavailable', fault: 'TOO_MANY_REQUESTS' }],
  ])('answered with the vendor’s status %i', async (status, outcome) => {
    const vendor = await listenOnLoopback((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ return: { status, message: 'x' }, entries: null }))
    })
    expect(await senderWith({ apiUrl: vendor.url }).sendCode(message)).toEqual(outcome)
    await vendor.close()
  })
})

describe('a text by SMS', () => {
  const text = { to: mobile('09123456789'), text: 'کیمیا: رمز عبور تغییر کرد.\nعبارت امنیتی شما: زعفران' }

  it('is sent as it is, and has no code', async () => {
    expect(await senderWith({ sender: '10001234' }).sendText(text)).toMatchObject({ kind: 'sent' })
    expect(inbox.list('09123456789')).toMatchObject([{ channel: 'sms', text: text.text, code: undefined }])
  })

  it('that is too long is refused, and one to a number that the operator refuses', async () => {
    const long = { ...text, text: 'x'.repeat(901) }
    expect(await senderWith({}).sendText(long)).toEqual({ kind: 'refused', code: 'MESSAGE_REFUSED' })
    const refused = { ...text, to: mobile('09990000000') }
    expect(await senderWith({}).sendText(refused)).toEqual({ kind: 'refused', code: 'RECEPTOR_REFUSED' })
  })
})

describe('a broken SMS vendor', () => {
  it.each(BROKEN_VENDORS)('with $name is asked once, and the outcome names no key', async ({ answer, fault }) => {
    const { listener, asked } = breaking(answer)
    const vendor = await listenOnLoopback(listener)
    const outcome = await senderWith({ apiUrl: vendor.url, timeoutMs: 300 }).sendCode(message)
    await vendor.close()
    expect(outcome).toEqual({ kind: 'unavailable', fault })
    expect(asked()).toBe(1)
  })

  it('that cannot be reached is unreachable', async () => {
    const apiUrl = `http://127.0.0.1:${await freePort()}`
    expect(await senderWith({ apiUrl }).sendCode(message)).toEqual({ kind: 'unavailable', fault: 'UNREACHABLE' })
  })
})
