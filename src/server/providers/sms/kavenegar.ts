import { z } from 'zod'
import { localMobileNumber } from '#domain/mobile-number.ts'
import { callVendor, unavailable } from '../call-vendor.ts'
import type { CodeMessage, SmsOutcome, SmsSender, TextMessage } from './sms.ts'

export interface KavenegarSettings {
  /** "https://api.kavenegar.com", or the sandbox's address, without a trailing slash. */
  readonly apiUrl: string
  readonly apiKey: string
  /**
   * Approved templates are named "{prefix}-{purpose}-{language}" in the vendor's panel, each with a %token for the code. Each also exists
   * with "-phrase" appended, with a %token and a %token10 for the user's phrase. That of withdrawals has a %token20 for what would leave.
   */
  readonly templatePrefix: string
  /** The line that sends texts; absent: the account's own. */
  readonly sender?: string | undefined
  readonly timeoutMs: number
}

const Reply = z.object({ return: z.object({ status: z.string() }) })
const Sent = z.object({ entries: z.tuple([z.object({ messageid: z.string() })]).rest(z.unknown()) })

/** 411: the number cannot receive messages; 402: the operator refuses. */
const RECEPTOR_FAULTS: ReadonlySet<string> = new Set(['402', '411'])
/** Missing, malformed or unapproved: 400 and 406 parameters, 413 length, 422 characters, 424 template, 431 and 432 its code. */
const MESSAGE_FAULTS: ReadonlySet<string> = new Set(['400', '406', '413', '422', '424', '431', '432'])
const BUSY_FAULTS: ReadonlySet<string> = new Set(['429', '451'])

/**
 * Kavenegar: codes in approved templates, through the line that passes the operators' advertising filter; other texts through a service
 * line.
 */
export function createKavenegar(settings: KavenegarSettings): SmsSender {
  return {
    sendCode: ({ to, code, purpose, language, phrase, about }: CodeMessage) => {
      const template = `${settings.templatePrefix}-${purpose}-${language}`
      const receptor = localMobileNumber(to)
      return post(settings, 'verify/lookup', {
        ...{ receptor, token: code, ...(about !== undefined && { token20: about }) },
        ...(phrase === undefined ? { template } : { template: `${template}-phrase`, token10: tokenOf(phrase) }),
      })
    },
    sendText: ({ to, text }: TextMessage) =>
      post(settings, 'sms/send', {
        receptor: localMobileNumber(to),
        message: text,
        ...(settings.sender === undefined ? {} : { sender: settings.sender }),
      }),
  }
}

/** A token10 may have five spaces; further words are joined. */
const SPACES_MAX = 5
function tokenOf(phrase: string): string {
  const words = phrase.trim().split(/\s+/)
  const joined = words.slice(SPACES_MAX).join('_')
  return [...words.slice(0, SPACES_MAX), ...(joined === '' ? [] : [joined])].join(' ')
}

async function post(
  settings: KavenegarSettings,
  method: 'verify/lookup' | 'sms/send',
  fields: Readonly<Record<string, string>>,
): Promise<SmsOutcome> {
  const reply = await callVendor({
    url: `${settings.apiUrl}/v1/${encodeURIComponent(settings.apiKey)}/${method}.json`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
    timeoutMs: settings.timeoutMs,
    // A second message with the same code costs money and alarms people.
    retry: 'unreached',
  })
  if (reply.kind === 'unavailable') return reply
  const status = Reply.safeParse(reply.json).data?.return.status
  if (status === undefined) return unavailable('MALFORMED_REPLY')
  if (status === '200') {
    const sent = Sent.safeParse(reply.json)
    return sent.success ? { kind: 'sent', messageId: sent.data.entries[0].messageid } : unavailable('MALFORMED_REPLY')
  }
  if (RECEPTOR_FAULTS.has(status)) return { kind: 'refused', code: 'RECEPTOR_REFUSED' }
  if (MESSAGE_FAULTS.has(status)) return { kind: 'refused', code: 'MESSAGE_REFUSED' }
  if (BUSY_FAULTS.has(status)) return unavailable('TOO_MANY_REQUESTS')
  // 409: the vendor's own trouble. The rest (401, 403, 407, 418, 426 …) concern our key, plan or credit.
  return unavailable(status === '409' ? 'SERVER_ERROR' : 'ACCOUNT_REFUSED')
}
