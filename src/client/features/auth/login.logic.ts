import { parseMobileNumber } from '#domain/mobile-number.ts'
import { typeMobile } from './type-mobile.ts'

export type LoginForm = { mobileNumber: string; password: string }
export type LoginProblem = 'mobileRequired' | 'mobileInvalid' | 'passwordRequired'

export const EMPTY_LOGIN: LoginForm = { mobileNumber: '', password: '' }

export function reduceLogin(form: LoginForm, change: Partial<LoginForm>): LoginForm {
  const next = { ...form, ...change }
  return { ...next, mobileNumber: typeMobile(next.mobileNumber) }
}

/** The first problem of each field; a form without any is ready. */
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
