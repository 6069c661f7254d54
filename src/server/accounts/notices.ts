import { insertNotice } from '../store/accounts/notices.ts'
import type { Transaction } from '../store/database.ts'

/** What users are told of their accounts. Each kind has its sentences in `messages/notice-texts.ts`. */
export const NOTICE_KINDS = [
  'NEW_DEVICE',
  'PASSWORD_CHANGED',
  'TWO_STEP_CHANGED',
  'RECOVERY_CODE_USED',
  'PASSKEY_ADDED',
  'PASSKEY_REMOVED',
  'SIGN_ON_LINKED',
  'SIGN_ON_UNLINKED',
  'API_KEY_ADDED',
  'MOBILE_CHANGED',
  'EMAIL_CHANGED',
  'BANK_ACCOUNT_ADDED',
  'ACCOUNT_FROZEN',
  'IDENTITY_CONFIRMED',
  'IDENTITY_APPROVED',
  'IDENTITY_HANDED_BACK',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

export interface Notice {
  readonly userId: number
  readonly kind: NoticeKind
  /** What its sentence names: `{ device: 'Chrome, Android' }`. Never a code or a secret. */
  readonly params?: { readonly [name: string]: string }
  /** The mobile number or e-mail address that the account had until now, which is told too. */
  readonly formerContact?: string | undefined
  readonly at: Date
}

/** Writes down, in the transaction of what it tells of, that the user is to be told. It is sent after the commit. */
export async function queueNotice(tx: Transaction, notice: Notice): Promise<void> {
  await insertNotice(tx, { ...notice, params: JSON.stringify(notice.params ?? {}) })
}
