import { type NewPasswordProblem, problemOfNewPassword } from '#client/entities/account/password-rules.ts'
import { toBareDigits } from '#domain/ascii-digits.ts'
import { LOCAL_MOBILE_LENGTH, localMobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'

export type LoginForm = { mobileNumber: string; password: string }
export type LoginProblem = 'mobileRequired' | 'mobileInvalid' | 'passwordRequired'

export const EMPTY_LOGIN: LoginForm = { mobileNumber: '', password: '' }

export function reduceLogin(form: LoginForm, change: Partial<LoginForm>): LoginForm {
  const next = { ...form, ...change }
  return { ...next, mobileNumber: typeMobile(next.mobileNumber) }
}

/** The first problem of each field; a form without problems can be sent. */
export function validateLogin(form: LoginForm): { [Field in keyof LoginForm]?: LoginProblem } {
  return {
    ...validateMobile(form.mobileNumber),
    ...(form.password === '' ? { password: 'passwordRequired' } : {}),
  }
}

export function validateMobile(text: string): { mobileNumber?: 'mobileRequired' | 'mobileInvalid' } {
  if (text === '') return { mobileNumber: 'mobileRequired' }
  return parseMobileNumber(text) ? {} : { mobileNumber: 'mobileInvalid' }
}

/** Normalizes typed or pasted text of the mobile field: Latin digits, at most eleven; +98… becomes 0…. */
export function typeMobile(text: string): string {
  const digits = toBareDigits(text).replace(/(?!^\+)\D/g, '')
  const whole = digits.length > LOCAL_MOBILE_LENGTH || digits.startsWith('+') ? parseMobileNumber(digits) : undefined
  return whole ? localMobileNumber(whole) : digits.replace(/\D/g, '').slice(0, LOCAL_MOBILE_LENGTH)
}

export type SignUpForm = { mobileNumber: string; password: string; referralCode: string; acceptedTerms: boolean }
type SignUpProblem = 'mobileRequired' | 'mobileInvalid' | NewPasswordProblem | 'termsRequired'
export type SignUpProblems = { [Field in keyof SignUpForm]?: SignUpProblem }

const REFERRAL_CODE_LENGTH_MAX = 16

export function reduceSignUp(form: SignUpForm, change: Partial<SignUpForm>): SignUpForm {
  const next = { ...form, ...change }
  return {
    ...next,
    mobileNumber: typeMobile(next.mobileNumber),
    referralCode: next.referralCode.trim().toUpperCase().slice(0, REFERRAL_CODE_LENGTH_MAX),
  }
}

/** The first problem of each field; a form without problems can be sent. */
export function validateSignUp(form: SignUpForm): SignUpProblems {
  const password = problemOfNewPassword(form.password)
  return {
    ...validateMobile(form.mobileNumber),
    ...(password ? { password } : {}),
    ...(form.acceptedTerms ? {} : { acceptedTerms: 'termsRequired' }),
  }
}
