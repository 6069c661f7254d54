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

/** Hands a stored code to the operator. Refuses SMS_OTP_UNAVAILABLE, whatever the reason: it is not the customer's to mend. */
export async function sendCode({ sms }: Pick<Accounts, 'sms'>, message: CodeMessage): Promise<CodeSent | Rejected> {
  const outcome = await sms.sendCode(message)
  return outcome.kind === 'sent' ? codeSentTo(message.to, message.purpose) : rejected('SMS_OTP_UNAVAILABLE')
}

export function codeSentTo(mobile: MobileNumber, purpose: SmsPurpose): CodeSent {
  const local = localMobileNumber(mobile)
  return { maskedContact: `${local.slice(0, 4)}***${local.slice(-4)}`, expiresInSeconds: CODES[purpose].seconds }
}
