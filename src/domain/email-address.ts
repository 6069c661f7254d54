import { toAsciiDigits } from './ascii-digits.ts'

/** The longest address that mail servers accept. */
export const EMAIL_LENGTH_MAX = 254
/** Exactly one "@", a domain with a dot, and no character that could break out of a message header. */
const SPELLING = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]{2,}$/

/**
 * An e-mail address as it is stored, in small letters and Latin digits, so that two spellings of one mailbox belong to one account.
 * `undefined` for an invalid one.
 */
export function parseEmailAddress(text: string): string | undefined {
  const address = toAsciiDigits(text).trim().toLowerCase()
  return address.length <= EMAIL_LENGTH_MAX && SPELLING.test(address) && !address.includes('..') ? address : undefined
}

/** Whether two stored addresses are the same mailbox: an addition after a plus does not change it, and Google ignores dots. */
export const isSameMailbox = (one: string, other: string): boolean => mailboxOf(one) === mailboxOf(other)

function mailboxOf(address: string): string {
  const [name = '', domain = ''] = address.split('@')
  const [bare = ''] = name.split('+')
  return /^(gmail|googlemail)\.com$/.test(domain) ? `${bare.replaceAll('.', '')}@gmail.com` : `${bare}@${domain}`
}
