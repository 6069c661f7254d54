import { isStrongPassword, meetsRule } from '#client/lib/password-rules.ts'

export type NewPasswordForm = { code: string; password: string; repeat: string }
export type NewPasswordProblem =
  | 'codeRequired'
  | 'passwordRequired'
  | 'passwordShort'
  | 'passwordLetters'
  | 'repeatRequired'
  | 'repeatDiffers'

export const EMPTY_NEW_PASSWORD: NewPasswordForm = { code: '', password: '', repeat: '' }

const CODE_DIGITS = 6

/** The first problem of each field; a form without any is ready. */
export function validateNewPassword({ code, password, repeat }: NewPasswordForm): {
  [Field in keyof NewPasswordForm]?: NewPasswordProblem
} {
  const ofPassword = problemOfPassword(password)
  const ofRepeat = repeat === '' ? 'repeatRequired' : repeat === password ? undefined : 'repeatDiffers'
  return {
    ...(code.length < CODE_DIGITS ? { code: 'codeRequired' } : {}),
    ...(ofPassword ? { password: ofPassword } : {}),
    ...(ofRepeat ? { repeat: ofRepeat } : {}),
  }
}

/** What is wrong with a new password, each with a sentence of its own. */
export function problemOfPassword(
  password: string,
): 'passwordRequired' | 'passwordShort' | 'passwordLetters' | undefined {
  if (password === '') return 'passwordRequired'
  if (!meetsRule(password, 'length')) return 'passwordShort'
  return isStrongPassword(password) ? undefined : 'passwordLetters'
}
