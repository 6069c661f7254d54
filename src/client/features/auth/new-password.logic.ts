import {
  type NewPasswordProblem,
  problemOfNewPassword,
  problemOfRepeat,
  type RepeatProblem,
} from '#client/lib/password-rules.ts'

export type NewPasswordForm = { code: string; password: string; repeat: string }

export const EMPTY_NEW_PASSWORD: NewPasswordForm = { code: '', password: '', repeat: '' }

const CODE_DIGITS = 6

/** The first problem of each field; a form without problems can be sent. */
export function validateNewPassword(form: NewPasswordForm): {
  [Field in keyof NewPasswordForm]?: NewPasswordProblem | RepeatProblem | 'codeRequired'
} {
  const ofPassword = problemOfNewPassword(form.password)
  const ofRepeat = problemOfRepeat(form)
  return {
    ...(form.code.length < CODE_DIGITS ? { code: 'codeRequired' as const } : {}),
    ...(ofPassword ? { password: ofPassword } : {}),
    ...(ofRepeat ? { repeat: ofRepeat } : {}),
  }
}
