import { validateMobile } from './login.logic.ts'
import { isStrongPassword } from './password-rules.ts'
import { typeMobile } from './type-mobile.ts'

export type SignUpForm = { mobileNumber: string; password: string; referralCode: string; acceptedTerms: boolean }
export type SignUpProblem = 'mobileRequired' | 'mobileInvalid' | 'passwordRequired' | 'passwordWeak' | 'termsRequired'
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

/** The first problem of each field; a form without any is ready. */
export function validateSignUp(form: SignUpForm): SignUpProblems {
  const password =
    form.password === '' ? 'passwordRequired' : isStrongPassword(form.password) ? undefined : 'passwordWeak'
  return {
    ...validateMobile(form.mobileNumber),
    ...(password ? { password } : {}),
    ...(form.acceptedTerms ? {} : { acceptedTerms: 'termsRequired' }),
  }
}
