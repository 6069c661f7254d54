import {
  isStrongPassword,
  type NewPasswordProblem,
  problemOfNewPassword,
  problemOfRepeat,
  type RepeatProblem,
} from '#client/lib/password-rules.ts'

export type PasswordForm = { oldPassword: string; password: string; repeat: string }
export type PasswordProblem = 'oldRequired' | 'oldInvalid' | 'passwordSame' | NewPasswordProblem | RepeatProblem
export type PasswordProblems = { [Field in keyof PasswordForm]?: PasswordProblem }

export const EMPTY_PASSWORDS: PasswordForm = { oldPassword: '', password: '', repeat: '' }

/** The first problem of each field; a form without problems can be sent. The present password was made by the same rules as a new one. */
export function validatePasswords(form: PasswordForm): PasswordProblems {
  const { oldPassword, password } = form
  const problems = {
    ...validateFirstPassword(form),
    ...(oldPassword === '' ? { oldPassword: 'oldRequired' as const } : {}),
    ...(oldPassword !== '' && !isStrongPassword(oldPassword) ? { oldPassword: 'oldInvalid' as const } : {}),
  }
  return problems.password || password !== oldPassword ? problems : { ...problems, password: 'passwordSame' }
}

/** The same for an account without a password. */
export function validateFirstPassword(form: Omit<PasswordForm, 'oldPassword'>): PasswordProblems {
  const password = problemOfNewPassword(form.password)
  const repeat = problemOfRepeat(form)
  return { ...(password ? { password } : {}), ...(repeat ? { repeat } : {}) }
}
