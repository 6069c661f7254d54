import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dispatchNotices, routeNotices } from '#server/notifications/channel.ts'
import { type Notice, queueNotice } from '#server/notifications/queue-notice.ts'
import { type MessageSenders, messageChannels } from '#server/notifications/sms-and-email.ts'
import type { EmailOutcome } from '#server/providers/email/email.ts'
import type { SmsOutcome } from '#server/providers/sms/sms.ts'
import type { Database } from '#server/store/database.ts'
import { type Dispatching, putInOutbox } from '#server/store/outbox.ts'
import { pruneHistory } from '#server/store/prune-history.ts'
import { NOTICE_NAMES as names } from '#tests/builders/notice-names.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from '../accounts/account-server.ts'

const AT = new Date('2026-11-20T07:45:00Z')
let emails = 0

interface Reader {
  readonly userId: number
  readonly mobile: string
  readonly email: string
}

onDatabase('a notice', (open) => {
  let database: Database
  let server: AccountServer
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database)
  })
  afterAll(() => server.close())

  async function user(changes: { language?: 'fa' | 'en'; phrase?: string | null; email?: string | null } = {}) {
    const { userId, mobileNumber } = await verifiedUser(database)
    emails += 1
    const { language = 'fa', phrase = 'زعفران قائن', email = `mina${emails}@example.com` } = changes
    await database.query('update users set language = $2, anti_phishing_phrase = $3, email = $4 where id = $1', [
      ...[userId, language, phrase, email],
    ])
    return { userId, mobile: mobileNumber, email: email ?? 'none' } satisfies Reader
  }
  const queue = (notice: Notice) => database.transaction((tx) => queueNotice(tx, notice))
  type Sending = Dispatching & MessageSenders
  const sending = (changes: Partial<Sending> = {}): Sending => ({
    ...server.accounts,
    names,
    publicUrl: 'https://kimia.example',
    ...changes,
  })
  async function sendNotices(senders: Sending): Promise<void> {
    const channels = messageChannels(senders)
    await routeNotices(senders, channels)
    // Waits for all channels even if one fails: the next delivery would take the notices that the others have not taken yet.
    const ended = await Promise.allSettled(channels.map((channel) => dispatchNotices(senders, channel)))
    for (const one of ended) if (one.status === 'rejected') throw one.reason
  }

  test('goes once by SMS and once by e-mail, with the phrase, the Jalali date and the way to freeze the account', async () => {
    const { userId, mobile, email } = await user()
    const params = { device: 'Chrome, Android', ip: '5.160.12.34' }
    await queue({ userId, kind: 'NEW_DEVICE', params, at: AT })
    const freezeLink = async () => '/freeze#secret'
    await Promise.all([sendNotices(sending({ freezeLink })), sendNotices(sending({ freezeLink }))])
    await sendNotices(sending({ freezeLink }))
    expect(server.textsTo(mobile)).toEqual([
      [
        // Foreign text in a Persian sentence keeps its own direction.
        'کیمیا: ورود جدید با \u2068Chrome, Android\u2069.',
        '۲۹ آبان ۱۴۰۵، ساعت ۱۱:۱۵ به وقت تهران، از شبکهٔ \u20665.160.*.*\u2069',
        'شما نبودید؟ حساب را فوراً مسدود کنید: https://kimia.example/freeze#secret',
        'عبارت امنیتی شما: زعفران قائن',
      ].join('\n'),
    ])
    const [text, ...more] = server.textsTo(email)
    expect(more).toEqual([])
    for (const part of [
      'ورود جدید با \u2068Chrome, Android\u2069.',
      '۲۹ آبان ۱۴۰۵',
      'https://kimia.example/freeze#secret',
    ])
      expect(text).toContain(part)
    expect(text).toContain('عبارت امنیتی شما: زعفران قائن')
  })

  test('speaks the user’s language, and without an e-mail or a phrase it does without', async () => {
    const { userId, mobile } = await user({ language: 'en', phrase: null, email: null })
    await queue({ userId, kind: 'PASSWORD_CHANGED', at: AT })
    await sendNotices(sending())
    expect(server.textsTo(mobile)).toEqual([
      [
        'Kimia: Your password was changed. Withdrawals are locked for 24 hours.',
        '20 Nov 2026, 11:15 Tehran time',
        'Not you? Change your password and contact support.',
      ].join('\n'),
    ])
  })

  test('of a changed contact also goes to the former one, which is forgotten then', async () => {
    const { userId, mobile, email } = await user({ language: 'en' })
    const old = await verifiedUser(database)
    await queue({ userId, kind: 'MOBILE_CHANGED', formerContact: old.mobileNumber, at: AT })
    await queue({ userId, kind: 'EMAIL_CHANGED', formerContact: 'former@example.com', at: AT })
    await sendNotices(sending())
    expect(server.textsTo(mobile)).toHaveLength(2)
    expect(server.textsTo(email)).toHaveLength(2)
    expect(server.textsTo(old.mobileNumber)).toEqual([expect.stringContaining('The mobile number of your account')])
    expect(server.textsTo('former@example.com')).toEqual([expect.stringContaining('The email of your account')])
    const kept = await database.query(
      `select former_contact, payload from notices join outbox on key = 'notice:' || notices.id where user_id = $1 and outbox.kind = 'FORMER'`,
      [userId],
    )
    const erased = { former_contact: null, payload: '' }
    expect(kept).toEqual([erased, erased])
  })

  test('of a changed second step names the new one', async () => {
    const { userId, mobile } = await user({ language: 'en', phrase: null })
    for (const method of ['EMAIL', 'GOOGLE_AUTHENTICATOR'])
      await queue({ userId, kind: 'TWO_STEP_CHANGED', params: { method }, at: AT })
    await sendNotices(sending())
    const texts = server.textsTo(mobile).join('\n')
    expect(texts).toContain('Your two-step verification is now email.')
    expect(texts).toContain('Your two-step verification is now an authenticator app.')
  })

  test('of a form that was handed back says why, in its own language and in the operator’s own words', async () => {
    const { userId, mobile } = await user({ phrase: null })
    for (const reason of ['BLURRED', 'تاریخ تولد را با شناسنامه یکی کنید'])
      await queue({ userId, kind: 'IDENTITY_HANDED_BACK', params: { reason }, at: AT })
    await sendNotices(sending())
    const texts = server.textsTo(mobile).join('\n')
    expect(texts).toContain('تصویر خوانا نیست؛ در نور کافی دوباره عکس بگیرید. ')
    expect(texts).toContain('تاریخ تولد را با شناسنامه یکی کنید. ')
  })

  test('names what its user has called things, as text alone', async () => {
    const { userId, mobile, email } = await user({ language: 'en' })
    const name = 'Home\r\n<b>key</b> https://evil.example/x'
    await queue({ userId, kind: 'PASSKEY_ADDED', params: { name }, at: AT })
    await sendNotices(sending())
    expect(server.textsTo(mobile)[0]).toContain('Passkey "Home <b>key</b> https evil.example/x" was added')
    const html = server.htmlTo(email)
    expect(html).toContain('&lt;b&gt;key&lt;/b&gt;')
    expect(html).not.toContain('<b>')
  })

  describe('that fails', () => {
    /** Vendors that give these answers one after the other and count their messages. */
    function vendors(answers: { sms: SmsOutcome[]; email: EmailOutcome[] }) {
      const sent = { sms: 0, email: 0 }
      return {
        sent,
        sms: {
          ...server.accounts.sms,
          sendText: async () => {
            sent.sms += 1
            return answers.sms.shift() ?? { kind: 'sent', messageId: '1' }
          },
        } satisfies Sending['sms'],
        email: {
          send: async () => {
            sent.email += 1
            return answers.email.shift() ?? { kind: 'sent', messageId: '1' }
          },
        } satisfies Sending['email'],
      }
    }
    const AWAY = { kind: 'unavailable', fault: 'UNREACHABLE' } as const

    test('is tried again after a pause by the way that has failed, and by no other', async () => {
      const { userId } = await user()
      await queue({ userId, kind: 'PASSWORD_CHANGED', at: AT })
      const { sent, ...services } = vendors({ sms: [], email: [AWAY, AWAY] })
      await sendNotices(sending(services))
      await sendNotices(sending(services))
      expect(sent).toEqual({ sms: 1, email: 1 })
      server.pass({ seconds: 31 })
      await sendNotices(sending(services))
      server.pass({ seconds: 31 })
      await sendNotices(sending(services))
      expect(sent).toEqual({ sms: 1, email: 2 })
      server.pass({ seconds: 120 })
      await sendNotices(sending(services))
      server.pass({ seconds: 86_400 })
      await sendNotices(sending(services))
      expect(sent).toEqual({ sms: 1, email: 3 })
    })

    test('is given up after a day of tries, and says so once', async () => {
      const { userId, mobile } = await user({ email: null })
      await queue({ userId, kind: 'PASSWORD_CHANGED', at: AT })
      const { sent, ...services } = vendors({ sms: Array.from({ length: 50 }, () => AWAY), email: [] })
      const lines: string[] = []
      const log = {
        error: (details: object, message: string) => void lines.push(`${message} ${JSON.stringify(details)}`),
      }
      for (let hour = 0; hour < 60; hour++) {
        await sendNotices(sending({ ...services, log }))
        server.pass({ seconds: 3_600 })
      }
      expect(sent.sms).toBe(8)
      expect(lines).toEqual([expect.stringContaining('given up')])
      expect(lines[0]).not.toContain(mobile.slice(-7))
    })

    test('for good is not tried again', async () => {
      const { userId } = await user()
      await queue({ userId, kind: 'PASSWORD_CHANGED', at: AT })
      const { sent, ...services } = vendors({ sms: [{ kind: 'refused', code: 'RECEPTOR_REFUSED' }], email: [] })
      for (let day = 0; day < 3; day++) {
        await sendNotices(sending(services))
        server.pass({ seconds: 86_400 })
      }
      expect(sent).toEqual({ sms: 1, email: 1 })
    })

    test('because its process died goes once more by e-mail, and not by SMS', async () => {
      const { userId, mobile, email } = await user()
      await queue({ userId, kind: 'PASSWORD_CHANGED', at: AT })
      const killed = () => Promise.reject(new Error('killed'))
      const dying = sending({ sms: { ...server.accounts.sms, sendText: killed }, email: { send: killed } })
      await sendNotices(dying).catch(() => undefined)
      await sendNotices(sending())
      expect(server.textsTo(email)).toEqual([])
      server.pass({ seconds: 121 })
      await sendNotices(sending())
      await sendNotices(sending())
      expect(server.textsTo(email)).toHaveLength(1)
      expect(server.textsTo(mobile)).toEqual([])
    })

    test('without an answer is not sent again by SMS', async () => {
      const { userId } = await user()
      await queue({ userId, kind: 'PASSWORD_CHANGED', at: AT })
      const silent = { kind: 'unavailable', fault: 'TIMEOUT' } as const
      const { sent, ...services } = vendors({ sms: [silent], email: [silent] })
      for (let minute = 0; minute < 5; minute++) {
        await sendNotices(sending(services))
        server.pass({ seconds: 60 })
      }
      expect(sent).toEqual({ sms: 1, email: 2 })
    })
  })

  test('that nobody can read stops no other, and is dropped', async () => {
    const [unread, other] = [await user(), await user()]
    await queue({ userId: unread.userId, kind: 'PASSWORD_CHANGED', at: AT })
    await queue({ userId: other.userId, kind: 'PASSWORD_CHANGED', at: AT })
    await database.query(`update notices set params = '{"a": 1}' where user_id = $1`, [unread.userId])
    await sendNotices(sending())
    expect([server.textsTo(unread.email).length, server.textsTo(other.email).length]).toEqual([0, 1])
    await sendNotices(sending())
    expect(server.textsTo(other.email)).toHaveLength(1)
  })

  test('is forgotten after thirty days, with its rows of the outbox and no other', async () => {
    const { userId } = await user()
    await queue({ userId, kind: 'PASSWORD_CHANGED', at: AT })
    await sendNotices(sending())
    await database.transaction((tx) => putInOutbox(tx, [{ kind: 'PAYOUT', key: 'payout:1', dueAt: AT }]))
    const [notice] = await database.query<{ key: string }>(
      "select 'notice:' || id as key from notices where user_id = $1",
      [userId],
    )
    const left = async () =>
      (
        await database.query<{ kind: string }>("select kind from outbox where key in ($1, 'payout:1') order by kind", [
          notice?.key ?? '',
        ])
      ).map(({ kind }) => kind)
    await pruneHistory(database, { now: new Date(AT.getTime() + 29 * 86_400_000) })
    expect(await left()).toEqual(['EMAIL', 'PAYOUT', 'SMS'])
    await pruneHistory(database, { now: new Date(AT.getTime() + 31 * 86_400_000) })
    expect(await left()).toEqual(['PAYOUT'])
    expect(await database.query('select id from notices where user_id = $1', [userId])).toEqual([])
  })
})
