import { toAsciiDigits } from '#domain/ascii-digits.ts'

/** The rules of a password, in the order of the hints. The server checks the same rules, and more. */
const RULES = {
  length: (password: string) => password.length >= 8,
  upper: (password: string) => /[A-Z]/.test(password),
  lower: (password: string) => /[a-z]/.test(password),
  digit: (password: string) => /\d/.test(password),
}

export type PasswordRule = keyof typeof RULES

export const PASSWORD_RULES: readonly PasswordRule[] = ['length', 'upper', 'lower', 'digit']

export function meetsRule(password: string, rule: PasswordRule): boolean {
  return RULES[rule](password)
}

export type NewPasswordProblem = 'passwordRequired' | 'passwordShort' | 'passwordDigits' | 'passwordLetters'
export type RepeatProblem = 'repeatRequired' | 'repeatDiffers'

/** The first fault of a new password; each has its own sentence. */
export function problemOfNewPassword(password: string): NewPasswordProblem | undefined {
  if (password === '') return 'passwordRequired'
  if (!meetsRule(password, 'length')) return 'passwordShort'
  if (isStrongPassword(password)) return undefined
  // A password is stored as typed: digits of another keyboard are reported, not replaced.
  return isStrongPassword(toAsciiDigits(password)) ? 'passwordDigits' : 'passwordLetters'
}

export function problemOfRepeat({ password, repeat }: { password: string; repeat: string }): RepeatProblem | undefined {
  if (repeat === '') return 'repeatRequired'
  return repeat === password ? undefined : 'repeatDiffers'
}

export function isStrongPassword(password: string): boolean {
  return PASSWORD_RULES.every((rule) => meetsRule(password, rule))
}
