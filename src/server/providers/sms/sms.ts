import type { Language } from '#domain/market-state.ts'
import type { MobileNumber } from '#domain/mobile-number.ts'
import type { Unavailable } from '../call-vendor.ts'

export const SMS_PURPOSES = [
  'sign-up',
  'login',
  'identity',
  'password',
  'two-step',
  'change-password',
  'change-two-step',
  'change-mobile',
  'change-email',
  'access',
  'addresses',
  'withdrawal',
  'operator-set-up',
] as const

/** The purpose of a code; each has its own approved text at the vendor. */
export type SmsPurpose = (typeof SMS_PURPOSES)[number]

export interface CodeMessage {
  readonly to: MobileNumber
  /** Digits only; the surrounding text is the vendor's template. */
  readonly code: string
  readonly purpose: SmsPurpose
  readonly language: Language
  /** The user's own phrase, which proves that a message is ours. */
  readonly phrase?: string | undefined
  /** The amount and destination of a withdrawal: at most nine words. */
  readonly about?: string | undefined
}

export interface TextMessage {
  readonly to: MobileNumber
  readonly text: string
}

/** RECEPTOR_REFUSED: the number cannot be reached or has blocked such messages. MESSAGE_REFUSED: the text or template. */
export type SmsRefusal = 'RECEPTOR_REFUSED' | 'MESSAGE_REFUSED'

export type SmsOutcome =
  | { readonly kind: 'sent'; readonly messageId: string }
  | { readonly kind: 'refused'; readonly code: SmsRefusal }
  | Unavailable

export interface SmsSender {
  /** Sends one code to the operator. Never throws for a fault of the vendor. */
  sendCode(message: CodeMessage): Promise<SmsOutcome>
  /** Sends our own text to the operator, for messages that the user did not ask for. */
  sendText(message: TextMessage): Promise<SmsOutcome>
}
