import type { Language } from '#domain/market-state.ts'
import type { CaptchaCheck } from '../providers/captcha/captcha.ts'
import type { EmailSender } from '../providers/email/email.ts'
import type { IdentityInquiry } from '../providers/identity/identity.ts'
import type { SmsSender } from '../providers/sms/sms.ts'
import type { Database } from '../store/database.ts'
import type { ApiKeys } from './api-keys/signature.ts'
import type { Files } from './files.ts'
import { HASH_COST, type PasswordJobs, type PasswordSettings } from './password-jobs.ts'
import type { PictureDecoder } from './picture-decoder.ts'
import type { Sealer } from './sealer.ts'
import type { SessionSettings, Sessions } from './sessions.ts'

/** What the account verbs work with; put together in main. */
export interface Accounts {
  readonly database: Database
  readonly sms: SmsSender
  readonly email: EmailSender
  readonly identity: IdentityInquiry
  readonly sessions: Sessions
  readonly sealer: Sealer
  readonly apiKeys: ApiKeys
  readonly passwords: PasswordJobs
  /** Absent where nobody is asked for one. */
  readonly captcha?: CaptchaCheck | undefined
  readonly now: () => Date
  /** Uploaded documents, sealed. */
  readonly files: Files
  readonly pictureDecoder: PictureDecoder
  readonly log: { error(details: object, message: string): void }
  readonly settings: AccountSettings
}

export interface AccountSettings extends SessionSettings {
  readonly limits: AccountLimits
  readonly passwords: PasswordSettings
}

/** How often within a quarter of an hour. Addresses have higher limits, since many phones share one. */
export interface AccountLimits {
  readonly codesPerNumberMax: number
  /** The least time between two codes of one purpose to a number. */
  readonly codeGapMs: number
  /** A day, of the codes that anybody may cause who knows the contact: sign-up, forgotten password and new contacts together. */
  readonly strangersCodesPerDayMax: number
  /** A day, of the same codes, for those who have passed a captcha; as many again for networks that have had none. */
  readonly personsCodesPerDayMax: number
  /** A day, of all codes that come behind a password, from a known browser, or behind a user's sessions; one session has half of them. */
  readonly ownCodesPerDayMax: number
  readonly codesPerAddressMax: number
  readonly loginsPerNumberMax: number
  readonly loginFailuresPerAddressMax: number
  readonly codeChecksPerAddressMax: number
  readonly submissionsPerUserMax: number
  /** Proofs by a code that a session may try, and present passwords that a user may. */
  readonly proofsPerUserMax: number
  /** Proofs by a code that a user may try in a day; one session has half of them. */
  readonly proofsPerDayMax: number
}

const HOUR_MS = 3_600_000

export const ACCOUNT_SETTINGS: AccountSettings = {
  sessionIdleMs: 72 * HOUR_MS,
  sessionMs: 30 * 24 * HOUR_MS,
  limits: {
    codesPerNumberMax: 5,
    codeGapMs: 60_000,
    strangersCodesPerDayMax: 5,
    personsCodesPerDayMax: 5,
    ownCodesPerDayMax: 30,
    codesPerAddressMax: 20,
    loginsPerNumberMax: 10,
    loginFailuresPerAddressMax: 50,
    codeChecksPerAddressMax: 100,
    submissionsPerUserMax: 10,
    proofsPerUserMax: 10,
    proofsPerDayMax: 40,
  },
  // What waits is done within two seconds.
  passwords: { cost: HASH_COST, runningMax: 2, waitingMax: 60 },
}

/** The address and language of a call: for limits and the login history; trusted for nothing else. */
export interface Visitor {
  readonly ip: string
  readonly language: Language
}
