import { type Rejected, rejected } from '#contract/rejected.ts'
import { localMobileNumber, type MobileNumber } from '#domain/mobile-number.ts'
import type { CodeMessage, SmsPurpose } from '../providers/sms/sms.ts'
import type { Accounts } from './accounts.ts'
import { CODES } from './one-time-code.ts'

export interface CodeSent {
  /** "0912***4567". */
  readonly maskedContact: string
  readonly expiresInSeconds: number
}

/**
 * Hands a stored code to the operator. Refuses SMS_OTP_UNAVAILABLE, whatever the reason: it is not the customer's to mend. Where it is
 * ours to mend, a person is called.
 */
export async function sendCode(
  { sms, log }: Pick<Accounts, 'sms' | 'log'>,
  { to, purpose, language, code }: CodeMessage,
): Promise<CodeSent | Rejected> {
  const outcome = await sms.sendCode({ to, purpose, language, code })
  if (outcome.kind === 'sent') return codeSentTo(to, purpose)
  if (outcome.kind === 'unavailable' && outcome.fault === 'ACCOUNT_REFUSED')
    log.error({ fault: outcome.fault }, 'the SMS operator refuses our account; check its settings and its credit')
  if (outcome.kind === 'refused' && outcome.code === 'MESSAGE_REFUSED')
    log.error({ purpose, language }, 'the SMS operator refuses our message; check its template')
  return rejected('SMS_OTP_UNAVAILABLE')
}

export function codeSentTo(mobile: MobileNumber, purpose: SmsPurpose): CodeSent {
  const local = localMobileNumber(mobile)
  return { maskedContact: `${local.slice(0, 4)}***${local.slice(-4)}`, expiresInSeconds: CODES[purpose].seconds }
}
