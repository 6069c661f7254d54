import { isStrongPassword, meetsRule } from '#client/lib/password-rules.ts'

export type PasswordForm = { oldPassword: string; password: string; repeat: string }
export type PasswordProblem =
  | 'oldRequired'
  | 'oldInvalid'
  | 'newRequired'
  | 'tooShort'
  | 'weak'
  | 'repeatRequired'
  | 'repeatDiffers'
export type PasswordProblems = { [Field in keyof PasswordForm]?: PasswordProblem }

export const EMPTY_PASSWORDS: PasswordForm = { oldPassword: '', password: '', repeat: '' }

/** The first problem of each field; a form without any is ready. The rules of a new password hold for the present one, too: it was made by them. */
export function validatePasswords({ oldPassword, password, repeat }: PasswordForm): PasswordProblems {
  const problems = {
    oldPassword: oldPassword === '' ? 'oldRequired' : isStrongPassword(oldPassword) ? undefined : 'oldInvalid',
    password: problemOfNew(password),
    repeat: repeat === '' ? 'repeatRequired' : repeat === password ? undefined : 'repeatDiffers',
  } as const
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined))
}

function problemOfNew(password: string): PasswordProblem | undefined {
  if (password === '') return 'newRequired'
  if (!meetsRule(password, 'length')) return 'tooShort'
  return isStrongPassword(password) ? undefined : 'weak'
}
