import * as z from 'zod/mini'
import { defineEndpoint, ownRead, publicRead } from './endpoint.ts'
import { Id, Instant, replyWith, TwoStepType } from './values.ts'

const device = {
  osType: z.optional(z.string().check(z.maxLength(40))),
  deviceType: z.optional(z.string().check(z.maxLength(40))),
  browser: z.optional(z.string().check(z.maxLength(40))),
}

const CodeStep = z.object({
  next: z.literal('CODE'),
  /** The same as for a login. */
  starTwoStepAuthentication: z.string(),
  twoStepAuthenticationType: TwoStepType,
  expiresInSeconds: z.int(),
})

const SignUpStep = z.object({
  next: z.literal('SIGN_UP'),
  /** The address that the provider has proven. */
  email: z.nullable(z.string()),
})

export const getSignOnProviders = defineEndpoint({
  ...publicRead,
  path: '/users/sign-on/providers',
  summary: 'The providers of single sign-on; none where it is off',
  response: replyWith({ content: z.array(z.enum(['GOOGLE'])) }),
})

export const beginSignOn = defineEndpoint({
  method: 'GET',
  path: '/users/google-sso',
  summary:
    'Sends the browser on to the provider of single sign-on (303). The browser keeps, sealed, what the answer will be checked by. Where there is no provider, back to the login',
  access: 'public',
  offline: 'never',
  query: z.strictObject({}),
  response: replyWith({}),
  errors: [],
})

export const returnFromSignOn = defineEndpoint({
  method: 'GET',
  path: '/users/google-sso/return',
  summary:
    'Where the provider sends the browser back to; answers 303 to the page that goes on, or to the login where the person said no or anything failed',
  access: 'public',
  offline: 'never',
  query: z.record(z.string(), z.unknown()),
  response: replyWith({}),
  errors: [],
})

export const continueSignOn = defineEndpoint({
  method: 'POST',
  path: '/users/sign-on/continue',
  summary:
    'What follows the provider: the second step of a known person, whose code goes to `check-otp-code` without a contact, or the sign-up of a new one. An e-mail address alone opens nobody’s account',
  access: 'public',
  offline: 'never',
  body: z.strictObject(device),
  response: replyWith({ token: z.optional(z.null()), baseDTO: z.discriminatedUnion('next', [CodeStep, SignUpStep]) }),
  errors: [
    'SIGN_ON_EXPIRED',
    'SIGN_ON_EMAIL_TAKEN',
    'LOGIN_NOT_ALLOWED',
    'TOO_MANY_REQUESTS',
    'SMS_OTP_UNAVAILABLE',
    'EMAIL_OTP_UNAVAILABLE',
  ],
})

export const registerBySignOn = defineEndpoint({
  method: 'POST',
  path: '/users/sign-on/register',
  summary:
    'Begins the sign-up of somebody who has signed on: a code goes to the mobile, and `check-otp-code` opens the account. It has no password until one is set in the settings, or by a forgotten one’s way',
  access: 'public',
  offline: 'never',
  body: z.strictObject({
    mobileNumber: z.string().check(z.minLength(10), z.maxLength(20)),
    acceptedTerms: z.boolean(),
    referralCode: z.optional(z.string().check(z.maxLength(16))),
    ...device,
  }),
  response: replyWith({ token: z.optional(z.null()), baseDTO: CodeStep }),
  errors: [
    'SIGN_ON_EXPIRED',
    'INVALID_MOBILE',
    'TERMS_NOT_ACCEPTED',
    'REFERRAL_CODE_UNKNOWN',
    'TOO_MANY_REQUESTS',
    'SMS_OTP_UNAVAILABLE',
  ],
})

export const SignOnIdentity = z.object({
  id: Id,
  /** As the provider last reported; null if it had not proven one. */
  email: z.nullable(z.string()),
  linkedDateTime: Instant,
  lastUsedDateTime: z.nullable(Instant),
})

export const getSignOnIdentities = defineEndpoint({
  ...ownRead,
  path: '/users/sign-on/identities',
  summary:
    'The identities of other providers by which the caller may sign on, and whether there is a password beside them',
  response: replyWith({
    content: z.array(SignOnIdentity),
    /** Whether the account has a password: without one, an identity cannot be removed. */
    baseDTO: z.object({ hasPassword: z.boolean() }),
  }),
})

export const linkSignOn = defineEndpoint({
  method: 'POST',
  path: '/users/sign-on/identities',
  summary:
    'Begins to link an identity: `url` is where the browser is to go. It comes back to the settings, with `signOn=linked` or `signOn=taken`',
  access: 'proven',
  proof: 'ACCESS',
  offline: 'never',
  response: replyWith({ baseDTO: z.object({ url: z.string() }) }),
  errors: ['SIGN_ON_UNAVAILABLE', 'SIGN_ON_LINKED'],
})

export const unlinkSignOn = defineEndpoint({
  method: 'DELETE',
  path: '/users/sign-on/identities/:id',
  summary: 'Removes an identity: it signs nobody on from then on. Not before the account has a password',
  access: 'fresh',
  offline: 'never',
  params: z.strictObject({ id: Id }),
  response: replyWith({}),
  errors: ['SIGN_ON_LAST_WAY'],
})

export const setFirstPassword = defineEndpoint({
  method: 'POST',
  path: '/users/sign-on/password',
  summary:
    'Gives an account that signed up by single sign-on its first password. Ends the other sessions and holds withdrawals for 24 hours, as any new password does',
  access: 'proven',
  proof: 'ACCESS',
  offline: 'never',
  body: z.strictObject({ password: z.string().check(z.minLength(1), z.maxLength(128)) }),
  response: replyWith({}),
  errors: ['WEAK_PASSWORD', 'PASSWORD_HAS_NUMBER', 'PASSWORD_TOO_COMMON', 'SIGN_IN_BUSY', 'FORBIDDEN'],
})
