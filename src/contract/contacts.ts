import * as z from 'zod/mini'
import { AuthenticationType } from './account.ts'
import { defineEndpoint } from './endpoint.ts'
import { replyWith } from './values.ts'

/**
 * The steps of changing the mobile number or the e-mail address: change → otp → otp. The first code goes to the old contact, if that is
 * proven; the second to the new one. Each answer says where the next code was sent and how many digits it has.
 */
export const CodeAwaited = z.object({
  /** Whether the code was sent to the present contact or to the new one. */
  contact: z.enum(['OLD', 'NEW']),
  /** The masked contact. */
  starTwoStepAuthentication: z.string(),
  /** Five if the identity provider checks the new number, six otherwise. */
  codeLength: z.int(),
  /** Seconds until the code expires. */
  expiresInSeconds: z.int(),
})

/** Empty or absent if the account has no proven one. */
const MobileText = z.string().check(z.maxLength(20))
const EmailText = z.string().check(z.maxLength(254))
const Otp = z.string().check(z.regex(/^\d{5,6}$/))

const ofMobile = { method: 'POST', access: 'proven', proof: 'MOBILE', offline: 'never' } as const
const ofEmail = { method: 'POST', access: 'proven', proof: 'EMAIL', offline: 'never' } as const

const BEGIN_ERRORS = [
  'CONTACT_LOCKED',
  'INVALID_MOBILE',
  'INVALID_EMAIL',
  'OLD_CONTACT_MISMATCH',
  'CONTACT_UNCHANGED',
  'TOO_MANY_REQUESTS',
  'SMS_OTP_UNAVAILABLE',
  'EMAIL_OTP_UNAVAILABLE',
] as const

export const changeMobile = defineEndpoint({
  ...ofMobile,
  path: '/users/change-mobile',
  summary:
    'Begin a change of the mobile number; a code goes to the old number. Whether the new one has an account is not said here',
  body: z.strictObject({ oldMobileNumber: z.optional(MobileText), newMobileNumber: MobileText }),
  response: replyWith({ baseDTO: CodeAwaited }),
  errors: BEGIN_ERRORS,
})

export const changeEmail = defineEndpoint({
  ...ofEmail,
  path: '/users/change-email',
  summary: 'Begin a change of the e-mail address; a code goes to the old one where it is proven, else to the new one',
  body: z.strictObject({ oldEmail: z.optional(EmailText), newEmail: EmailText }),
  response: replyWith({ baseDTO: CodeAwaited }),
  errors: BEGIN_ERRORS,
})

const RESEND_ERRORS = [
  'CONTACT_CHANGE_NOT_BEGUN',
  'TOO_MANY_REQUESTS',
  'SMS_OTP_UNAVAILABLE',
  'EMAIL_OTP_UNAVAILABLE',
] as const

export const resendMobileOtp = defineEndpoint({
  ...ofMobile,
  path: '/users/resend-mobile-otp',
  summary: 'Another code in place of the awaited one of a change of the mobile number',
  body: z.optional(z.strictObject({})),
  response: replyWith({ baseDTO: CodeAwaited }),
  errors: [...RESEND_ERRORS, 'MOBILE_NATIONAL_CODE_MISMATCH'],
})

export const resendEmailOtp = defineEndpoint({
  ...ofEmail,
  path: '/users/resend-email-otp',
  summary: 'Another code in place of the awaited one of a change of the e-mail address',
  body: z.optional(z.strictObject({})),
  response: replyWith({ baseDTO: CodeAwaited }),
  errors: RESEND_ERRORS,
})

const CodeTaken = z.object({
  /** False: the old contact is proven, and `next` says where the second code was sent. */
  changed: z.boolean(),
  next: z.optional(CodeAwaited),
  /** INFORMATION_CHANGED_PENDING if an operator must check the new number. */
  authenticationType: AuthenticationType,
})

const OTP_ERRORS = [
  'CONTACT_CHANGE_NOT_BEGUN',
  'INCORRECT_OTP',
  'CODE_EXPIRED',
  'TOO_MANY_TRIES',
  'TOO_MANY_REQUESTS',
] as const

export const checkMobileOtp = defineEndpoint({
  ...ofMobile,
  path: '/users/change-mobile-otp',
  summary: 'The awaited code of a change of the mobile number: first that of the old number, then that of the new one',
  body: z.strictObject({ otp: Otp }),
  response: replyWith({ baseDTO: CodeTaken }),
  errors: [...OTP_ERRORS, 'CONTACT_LOCKED', 'MOBILE_NATIONAL_CODE_MISMATCH', 'MOBILE_TAKEN', 'SMS_OTP_UNAVAILABLE'],
})

export const checkEmailOtp = defineEndpoint({
  ...ofEmail,
  path: '/users/change-email-otp',
  summary:
    'The awaited code of a change of the e-mail address: first that of the old one where it is proven, then that of the new one',
  body: z.strictObject({ otp: Otp }),
  response: replyWith({ baseDTO: CodeTaken }),
  errors: [...OTP_ERRORS, 'EMAIL_TAKEN', 'EMAIL_OTP_UNAVAILABLE'],
})
