import * as z from 'zod/mini'
import { defineEndpoint, ownRead } from './endpoint.ts'
import { daySpan, Instant, paging, replyWith, replyWithRows, TwoStepType } from './values.ts'

/** As typed: any spelling of an Iranian mobile; the server stores +98 and ten digits. */
const MobileText = z.string().check(z.minLength(10), z.maxLength(20))
const ReferralCode = z.optional(z.string().check(z.maxLength(16)))
const EmailText = z.string().check(z.minLength(3), z.maxLength(254))
const PasswordText = z.string().check(z.minLength(1), z.maxLength(128))

/** Shown in the login history; not trusted for anything else. */
const device = {
  osType: z.optional(z.string().check(z.maxLength(40))),
  deviceType: z.optional(z.string().check(z.maxLength(40))),
  browser: z.optional(z.string().check(z.maxLength(40))),
}

/** The actions that may require a captcha. */
export type CaptchaAction = 'login' | 'sign-up' | 'forgot'

/** The widget's response, after CAPTCHA_REQUIRED has described it in its `baseDTO`: `{ captcha: false, provider, siteKey }`. */
const captcha = { captchaResponse: z.optional(z.string().check(z.minLength(1), z.maxLength(2_048))) }

/** The token of a sign-in in progress, for a program without cookies; a browser has it in one. */
const FlowToken = z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)))

const codeSent = replyWith({
  /** Null: the session opens with the code, in the next call. Our own pages go home if a token is given. */
  token: z.optional(z.nullable(z.string())),
  /** Binds the code to the client that requested it; a browser gets it as a cookie. */
  flowToken: FlowToken,
  baseDTO: z.object({
    /** The masked contact to which the code was sent. */
    starTwoStepAuthentication: z.string(),
    /** The second step that the user chose. An authenticator shows a code instead of receiving one. */
    twoStepAuthenticationType: TwoStepType,
    /** Seconds until the code expires; with an authenticator, until the login does. */
    expiresInSeconds: z.int(),
  }),
})

export const register = defineEndpoint({
  method: 'POST',
  path: '/users/register',
  summary: 'Begin a sign-up; a code goes to the mobile. The answer is the same for a number that has an account.',
  access: 'public',
  offline: 'never',
  body: z.strictObject({
    mobileNumber: MobileText,
    password: PasswordText,
    authenticationType: z.literal('SMS'),
    /** Absent: accepted by the sign-up form itself. False is refused. */
    acceptedTerms: z.optional(z.boolean()),
    referralCode: ReferralCode,
    ...captcha,
    ...device,
  }),
  response: codeSent,
  errors: [
    'INVALID_MOBILE',
    'WEAK_PASSWORD',
    'PASSWORD_HAS_NUMBER',
    'PASSWORD_TOO_COMMON',
    'TERMS_NOT_ACCEPTED',
    'REFERRAL_CODE_UNKNOWN',
    'CAPTCHA_REQUIRED',
    'CAPTCHA_REFUSED',
    'TOO_MANY_REQUESTS',
    'SIGN_IN_BUSY',
    'SMS_OTP_UNAVAILABLE',
  ],
})

export const login = defineEndpoint({
  method: 'POST',
  path: '/users/login',
  summary: 'Mobile and password; a code for the second step follows',
  access: 'public',
  offline: 'never',
  body: z.strictObject({
    mobileNumber: MobileText,
    password: PasswordText,
    authenticationType: z.literal('SMS'),
    /** Part of the payload that register and login share; only the sign-up uses it. */
    referralCode: ReferralCode,
    ...captcha,
    ...device,
  }),
  response: codeSent,
  errors: [
    'CAPTCHA_REQUIRED',
    'CAPTCHA_REFUSED',
    'INCORRECT_CREDENTIALS',
    'LOGIN_NOT_ALLOWED',
    'TOO_MANY_REQUESTS',
    'SIGN_IN_BUSY',
    'SMS_OTP_UNAVAILABLE',
    'EMAIL_OTP_UNAVAILABLE',
  ],
})

export const checkOtpCode = defineEndpoint({
  method: 'POST',
  path: '/users/check-otp-code',
  summary:
    'The code of a sign-up or login that the caller began; opens the session (cookie, and `token` for programs). Only here, when the number is proven, is a second sign-up told that there is an account',
  access: 'public',
  offline: 'never',
  body: z.strictObject({
    /** Six digits; with an authenticator, also a recovery code. */
    code: z.string().check(z.regex(/^[0-9A-Za-z -]{6,40}$/)),
    mobileNumber: z.optional(MobileText),
    /** Instead of the mobile, if the code was sent there. */
    email: z.optional(EmailText),
    flowToken: FlowToken,
    ...device,
  }),
  /** Null for our own pages, whose session is in a cookie that scripts cannot read. */
  response: replyWith({ token: z.nullable(z.string()) }),
  errors: ['INCORRECT_OTP', 'CODE_EXPIRED', 'TOO_MANY_TRIES', 'MOBILE_ALREADY_REGISTERED', 'LOGIN_NOT_ALLOWED'],
})

export const resendOtpCode = defineEndpoint({
  method: 'POST',
  path: '/users/resend-otp-code',
  summary:
    "A new code for the caller's sign-up or login under way, by mobile number in the body or e-mail address in the query; the old one stops working",
  access: 'public',
  offline: 'never',
  query: z.strictObject({ email: z.optional(EmailText) }),
  body: z.optional(z.strictObject({ username: z.optional(MobileText), flowToken: FlowToken })),
  response: codeSent,
  errors: ['INVALID_MOBILE', 'TOO_MANY_REQUESTS', 'SMS_OTP_UNAVAILABLE', 'EMAIL_OTP_UNAVAILABLE'],
})

export const forgetPassword = defineEndpoint({
  method: 'POST',
  path: '/users/forget-password',
  summary:
    'Forgot the password: a code goes to the mobile, if the number has an account; the answer is the same if not',
  access: 'public',
  offline: 'never',
  body: z.strictObject({
    mobileNumber: MobileText,
    /** By e-mail to a proven address only, else to the mobile. */
    authenticationType: z.enum(['SMS', 'EMAIL']),
    ...captcha,
    ...device,
  }),
  response: replyWith({
    flowToken: FlowToken,
    /** Seconds until the code expires, if one was sent. */
    baseDTO: z.object({ expiresInSeconds: z.int() }),
  }),
  errors: ['INVALID_MOBILE', 'CAPTCHA_REQUIRED', 'CAPTCHA_REFUSED', 'TOO_MANY_REQUESTS'],
})

export const resetPassword = defineEndpoint({
  method: 'POST',
  path: '/users/reset-password',
  summary:
    'A new password by the code of a forgotten one, with or without a slash at the end. Ends all sessions and holds withdrawals for 24 hours. Where the code came the way that the codes of a login come, it waits for a day, in which the user is warned',
  access: 'public',
  offline: 'never',
  body: z.strictObject({
    code: z.string().check(z.regex(/^\d{6}$/)),
    /** The mobile number. */
    username: MobileText,
    password: PasswordText,
    flowToken: FlowToken,
  }),
  /** When the new password takes effect; null for immediately. */
  response: replyWith({ baseDTO: z.object({ effectiveDateTime: z.nullable(Instant) }) }),
  errors: [
    'INVALID_MOBILE',
    'WEAK_PASSWORD',
    'PASSWORD_HAS_NUMBER',
    'PASSWORD_TOO_COMMON',
    'PASSWORD_UNCHANGED',
    'TOO_MANY_TRIES',
    'INCORRECT_OTP',
    'CODE_EXPIRED',
    'SIGN_IN_BUSY',
    'LOGIN_NOT_ALLOWED',
  ],
})

export const logout = defineEndpoint({
  ...ownRead,
  path: '/users/logout',
  ownBudget: true,
  summary: 'Ends the session',
  changesState: true,
  response: replyWith({}),
})

export const LoginRow = z.object({
  loginRequestedDateTime: Instant,
  ipAddress: z.string(),
  deviceType: z.string(),
  osType: z.string(),
  browser: z.string(),
  isSuccessful: z.boolean(),
})

export const getLoginHistory = defineEndpoint({
  ...ownRead,
  path: '/users/login-history',
  summary: "The caller's logins, newest first",
  query: z.strictObject({ ...daySpan, ...paging }),
  response: replyWithRows(LoginRow),
  errors: ['PAGE_TOO_FAR', 'DAY_SPAN_INVALID'],
})
