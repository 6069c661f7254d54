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
  'withdrawal',
  'operator-set-up',
] as const

/** What a code is for; each has its own approved text at the vendor. */
export type SmsPurpose = (typeof SMS_PURPOSES)[number]

export interface CodeMessage {
  readonly to: MobileNumber
  /** Digits only; the texts around it are the vendor's templates. */
  readonly code: string
  readonly purpose: SmsPurpose
  readonly language: Language
  /** The user's own phrase, by which a message of ours is known. */
  readonly phrase?: string | undefined
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
  /** Hands one code to the operator. Never throws for what the vendor does. */
  sendCode(message: CodeMessage): Promise<SmsOutcome>
  /** Hands a text of ours to the operator, for what the user is told without having asked. */
  sendText(message: TextMessage): Promise<SmsOutcome>
}
