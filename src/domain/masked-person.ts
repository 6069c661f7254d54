const SHOWN = 4

/** The last four digits of a national code, a document's number, a card or a Sheba, for those who need not know the rest. */
export const maskCode = (code: string): string => `••••••${code.slice(-SHOWN)}`

/** The first letter and the domain of an e-mail address. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(1, at))}•••${email.slice(at)}`
}
