/** What a password needs, in the order of the hints. The server checks the same rules, and more. */
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

export function isStrongPassword(password: string): boolean {
  return PASSWORD_RULES.every((rule) => meetsRule(password, rule))
}
