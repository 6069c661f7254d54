import { ACCOUNT_SENTENCES } from './account-sentences.ts'
import { DESK_SENTENCES } from './desk-sentences.ts'
import { IDENTITY_SENTENCES } from './identity-sentences.ts'
import { SECURITY_SENTENCES } from './security-sentences.ts'
import type { Place } from './spoken.ts'

/** Every refusal of accounts, of the console, and those that both share with other calls. */
export const SENTENCES = {
  ...ACCOUNT_SENTENCES,
  ...SECURITY_SENTENCES,
  ...IDENTITY_SENTENCES,
  ...DESK_SENTENCES,
} as const
export type SpokenCode = keyof typeof SENTENCES

/** The codes whose sentences a place shows. */
export type CodeAt<At extends Place> = {
  [Code in SpokenCode]: (typeof SENTENCES)[Code]['at'] extends At ? Code : never
}[SpokenCode]

export const LANGUAGES = ['fa', 'en'] as const
export type Language = (typeof LANGUAGES)[number]
