import * as z from 'zod/mini'
import { PROOF_PURPOSES } from '#domain/proof-purpose.ts'
import { defineEndpoint, ownRead } from './endpoint.ts'
import { Id, Instant, replyWith, TwoStepType } from './values.ts'

/** A change of the caller's own account. */
const ownChange = { method: 'POST', access: 'user', offline: 'never', errors: [] } as const

const ofTheSecondStep = { access: 'proven', proof: 'TWO_STEP' } as const

/** The purpose of a proof. */
export const ProofFor = z.enum(PROOF_PURPOSES)
const SixDigits = z.string().check(z.regex(/^\d{6}$/))
const PasswordText = z.string().check(z.minLength(1), z.maxLength(128))

/** The masked target of a code and its lifetime: null for an authenticator, which generates its own. */
const codeOnItsWay = {
  twoStepAuthenticationType: TwoStepType,
  starTwoStepAuthentication: z.nullable(z.string()),
  expiresInSeconds: z.nullable(z.int()),
}

export const Security = z.object({
  twoStepAuthenticationType: TwoStepType,
  /** Masked, like the address. */
  mobileNumber: z.string(),
  /** The proven e-mail address; null if there is none. */
  email: z.nullable(z.string()),
  /** The target of codes by e-mail: the proven address, or the one of the account form. */
  emailForCodes: z.nullable(z.string()),
  recoveryCodesLeft: z.int(),
  /** Its first letter alone, unless the session was proven some minutes ago. */
  antiPhishingPhrase: z.nullable(z.string()),
  /** Withdrawals are refused until this time. */
  withdrawalsHeldUntil: z.nullable(Instant),
  /** When a password requested after forgetting the present one replaces it; null if none waits. */
  passwordResetDateTime: z.nullable(Instant),
})

export const getSecurity = defineEndpoint({
  ...ownRead,
  path: '/users/security',
  summary: 'How the account is protected: the second step, the recovery codes left, the phrase, a hold of withdrawals',
  response: replyWith({ baseDTO: Security }),
})

export const sendVerificationCode = defineEndpoint({
  ...ownChange,
  path: '/users/send-verification-code',
  summary:
    'Begin to change the second step: a code goes to the mobile or the e-mail address, or the authenticator gets its secret as a link and as a QR code',
  ...ofTheSecondStep,
  query: z.strictObject({ twoStepAuthorization: TwoStepType }),
  /** The address, if the account has no proven one; only `change-email` changes a proven one. */
  body: z.optional(z.strictObject({ email: z.optional(z.string().check(z.maxLength(254))) })),
  response: replyWith({
    baseDTO: z.object({
      ...codeOnItsWay,
      /** For an authenticator: the QR code, a PNG in base64. */
      file: z.nullable(z.string()),
      /** For an authenticator: "otpauth://totp/…", which contains the secret. */
      qrCodeLink: z.nullable(z.string()),
    }),
  }),
  errors: [
    'EMAIL_REQUIRED',
    'INVALID_EMAIL',
    'INVALID_MOBILE',
    'TOO_MANY_REQUESTS',
    'SMS_OTP_UNAVAILABLE',
    'EMAIL_OTP_UNAVAILABLE',
  ],
})

export const changeOtp = defineEndpoint({
  ...ownChange,
  path: '/users/change-otp',
  summary:
    'Change the second step, by the code that was asked for. Ends the other sessions and holds withdrawals for 24 hours',
  ...ofTheSecondStep,
  /** The code in the query or in the body, which no proxy logs. */
  query: z.strictObject({ twoStepAuthorization: TwoStepType, code: z.optional(SixDigits) }),
  body: z.optional(z.strictObject({ code: z.optional(SixDigits) })),
  response: replyWith({
    baseDTO: z.object({
      twoStepAuthenticationType: TwoStepType,
      /** Ten new ones with an authenticator, shown only once; empty otherwise. */
      recoveryCodes: z.array(z.string()),
    }),
  }),
  errors: ['INCORRECT_OTP', 'CODE_EXPIRED', 'TOO_MANY_TRIES', 'EMAIL_TAKEN'],
})

export const renewRecoveryCodes = defineEndpoint({
  ...ownChange,
  path: '/users/recovery-codes',
  summary: 'Ten new recovery codes in place of the old; they are shown this once',
  ...ofTheSecondStep,
  body: z.optional(z.strictObject({})),
  response: replyWith({ baseDTO: z.object({ recoveryCodes: z.array(z.string()) }) }),
})

export const sendCode = defineEndpoint({
  ...ownChange,
  path: '/users/send-code',
  ownBudget: true,
  summary:
    'Send a code by the present second step, to prove with `prove`, for the purpose that PROOF_REQUIRED names; an authenticator makes its own',
  body: z.optional(z.strictObject({ purpose: z.optional(ProofFor) })),
  response: replyWith({ baseDTO: z.object(codeOnItsWay) }),
  errors: ['TOO_MANY_REQUESTS', 'SMS_OTP_UNAVAILABLE', 'EMAIL_OTP_UNAVAILABLE'],
})

export const prove = defineEndpoint({
  ...ownChange,
  path: '/users/prove',
  ownBudget: true,
  summary:
    'Prove by the second step, or by a recovery code, to be there: what asks for a proof is then allowed for ten minutes. Where PROOF_REQUIRED names a purpose, the proof is for that alone; a change of the password, the second step or a contact uses it up',
  body: z.strictObject({
    purpose: z.optional(ProofFor),
    /** Six digits of the second step, or a recovery code. */
    code: z.string().check(z.minLength(1), z.maxLength(40)),
  }),
  response: replyWith({}),
  errors: ['TOO_MANY_REQUESTS', 'INCORRECT_OTP', 'CODE_EXPIRED', 'TOO_MANY_TRIES'],
})

export const changePassword = defineEndpoint({
  ...ownChange,
  path: '/users/change-password',
  ownBudget: true,
  summary: 'Change the password. Ends the other sessions and holds withdrawals for 24 hours',
  access: 'proven',
  proof: 'PASSWORD',
  body: z.strictObject({ oldPassword: PasswordText, password: PasswordText }),
  response: replyWith({}),
  errors: [
    'WEAK_PASSWORD',
    'PASSWORD_HAS_NUMBER',
    'PASSWORD_TOO_COMMON',
    'TOO_MANY_REQUESTS',
    'SIGN_IN_BUSY',
    'OLD_PASSWORD_INCORRECT',
    'PASSWORD_UNCHANGED',
  ],
})

export const cancelPasswordReset = defineEndpoint({
  ...ownChange,
  path: '/users/cancel-password-reset',
  summary:
    'Cancels a password that was asked for in the place of a forgotten one and waits: the present one stays. Takes the present password, or a session that was proven some minutes ago',
  body: z.optional(z.strictObject({ oldPassword: z.optional(PasswordText) })),
  response: replyWith({}),
  errors: ['PROOF_REQUIRED', 'TOO_MANY_REQUESTS', 'SIGN_IN_BUSY', 'OLD_PASSWORD_INCORRECT'],
})

export const SessionRow = z.object({
  id: Id,
  /** True for the session that asks. */
  current: z.boolean(),
  ipAddress: z.string(),
  deviceType: z.string(),
  osType: z.string(),
  browser: z.string(),
  openedDateTime: Instant,
  lastUsedDateTime: Instant,
})

export const getSessions = defineEndpoint({
  ...ownRead,
  path: '/users/sessions',
  summary: "The caller's sessions: the one that asks, then the last used first; two hundred at most",
  response: replyWith({ content: z.array(SessionRow) }),
})

export const endSession = defineEndpoint({
  ...ownChange,
  method: 'DELETE',
  path: '/users/sessions/:id',
  ownBudget: true,
  summary: 'End one of the own sessions, wherever it is open',
  params: z.object({ id: Id }),
  response: replyWith({}),
  errors: ['SESSION_NOT_FOUND'],
})

export const endOtherSessions = defineEndpoint({
  ...ownChange,
  method: 'DELETE',
  path: '/users/sessions',
  ownBudget: true,
  summary: 'End all own sessions but the one that asks',
  response: replyWith({ baseDTO: z.object({ ended: z.int() }) }),
})

export const freezeAccount = defineEndpoint({
  ...ownChange,
  path: '/users/freeze',
  ownBudget: true,
  summary: 'Freeze the own account: all sessions and API keys end, and nobody can log in until support unfreezes it',
  body: z.optional(z.strictObject({})),
  response: replyWith({}),
})

export const freezeByToken = defineEndpoint({
  method: 'POST',
  path: '/users/freeze-by-token',
  summary: 'The same by the link of a warning that we sent, without a session. A link works once, for seven days',
  access: 'public',
  offline: 'never',
  body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(100)) }),
  response: replyWith({}),
  errors: ['FREEZE_LINK_INVALID'],
})

export const setAntiPhishingPhrase = defineEndpoint({
  ...ownChange,
  method: 'PUT',
  path: '/users/anti-phishing-phrase',
  summary: 'The phrase that stands in every message of ours; null for none',
  access: 'fresh',
  body: z.strictObject({ phrase: z.nullable(z.string().check(z.maxLength(200))) }),
  response: replyWith({}),
  errors: ['PHRASE_INVALID'],
})
