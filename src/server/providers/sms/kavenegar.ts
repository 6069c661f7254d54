import { z } from 'zod'
import { localMobileNumber } from '#domain/mobile-number.ts'
import { callVendor, unavailable } from '../call-vendor.ts'
import type { CodeMessage, SmsOutcome, SmsSender } from './sms.ts'

export interface KavenegarSettings {
  /** "https://api.kavenegar.com", or the sandbox's address; without a slash at the end. */
  readonly apiUrl: string
  readonly apiKey: string
  /** Approved templates are named "{prefix}-{purpose}-{language}" in the vendor's panel, each with one %token. */
  readonly templatePrefix: string
  readonly timeoutMs: number
}

const Reply = z.object({ return: z.object({ status: z.string() }) })
const Sent = z.object({ entries: z.tuple([z.object({ messageid: z.string() })]).rest(z.unknown()) })

/** 411 is not a number that can receive; 402 the operator's refusal. */
const RECEPTOR_FAULTS: ReadonlySet<string> = new Set(['402', '411'])
/** Missing, malformed or unapproved: 400 and 406 parameters, 413 length, 422 characters, 424 template, 431 and 432 its code. */
const MESSAGE_FAULTS: ReadonlySet<string> = new Set(['400', '406', '413', '422', '424', '431', '432'])
const BUSY_FAULTS: ReadonlySet<string> = new Set(['429', '451'])

/** Kavenegar's verify/lookup: a code in an approved template, by the line that passes the operators' advertising filter. */
export function createKavenegar(settings: KavenegarSettings): SmsSender {
  return { sendCode: (message) => sendCode(settings, message) }
}

async function sendCode(
  settings: KavenegarSettings,
  { to, code, purpose, language }: CodeMessage,
): Promise<SmsOutcome> {
  const reply = await callVendor({
    url: `${settings.apiUrl}/v1/${encodeURIComponent(settings.apiKey)}/verify/lookup.json`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      receptor: localMobileNumber(to),
      token: code,
      template: `${settings.templatePrefix}-${purpose}-${language}`,
    }).toString(),
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
  // 409: the vendor's own trouble. The rest (401, 403, 407, 418, 426 …) are our key, plan or credit.
  return unavailable(status === '409' ? 'SERVER_ERROR' : 'ACCOUNT_REFUSED')
}
