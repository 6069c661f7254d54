import { HOUR_MS } from '#domain/durations.ts'
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

/** The dependencies of the account verbs; `main` assembles them. */
export interface Accounts {
  readonly database: Database
  readonly sms: SmsSender
  readonly email: EmailSender
  readonly identity: IdentityInquiry
  readonly sessions: Sessions
  readonly sealer: Sealer
  readonly apiKeys: ApiKeys
  readonly passwords: PasswordJobs
  /** Absent if no captcha is demanded. */
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

/** Limits per quarter of an hour. Addresses have higher limits, since many phones share one. */
export interface AccountLimits {
  readonly codesPerNumberMax: number
  /** The minimum time between two codes of one purpose to a number. */
  readonly codeGapMs: number
  /** Per day, of the codes that anybody can cause with the contact alone: sign-up, forgotten password and new contacts together. */
  readonly strangersCodesPerDayMax: number
  /** Per day, of the same codes, for callers who have passed a captcha; as many again for networks that have had none. */
  readonly personsCodesPerDayMax: number
  /** Per day, of all codes after a password, for a known browser, or in a user's sessions; one session has half of them. */
  readonly ownCodesPerDayMax: number
  readonly codesPerAddressMax: number
  readonly loginsPerNumberMax: number
  readonly loginFailuresPerAddressMax: number
  readonly codeChecksPerAddressMax: number
  readonly submissionsPerUserMax: number
  /** Proofs by a code per session, and tries of the present password per user. */
  readonly proofsPerUserMax: number
  /** Proofs by a code per user and day; one session has half of them. */
  readonly proofsPerDayMax: number
}

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
  // Waiting jobs are done within two seconds.
  passwords: { cost: HASH_COST, runningMax: 2, waitingMax: 60 },
}

/** The address and language of a call: for limits and the login history only, since it is not trusted. */
export interface Visitor {
  readonly ip: string
  readonly language: Language
}
