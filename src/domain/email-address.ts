import { toAsciiDigits } from './ascii-digits.ts'

/** The longest that mail servers take. */
export const EMAIL_LENGTH_MAX = 254
/** One sign, a domain with a dot, and nothing that a header of a message could be broken with. */
const SPELLING = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]{2,}$/

/** An e-mail address as it is kept, in small letters and Latin digits: two spellings of one mailbox are one account's. `undefined` for what is none. */
export function parseEmailAddress(text: string): string | undefined {
  const address = toAsciiDigits(text).trim().toLowerCase()
  return address.length <= EMAIL_LENGTH_MAX && SPELLING.test(address) && !address.includes('..') ? address : undefined
}

/** Whether two kept addresses are one person's mailbox: an addition behind a plus goes to the same, and Google reads no dots. */
export const isSameMailbox = (one: string, other: string): boolean => mailboxOf(one) === mailboxOf(other)

function mailboxOf(address: string): string {
  const [name = '', domain = ''] = address.split('@')
  const [bare = ''] = name.split('+')
  return /^(gmail|googlemail)\.com$/.test(domain) ? `${bare.replaceAll('.', '')}@gmail.com` : `${bare}@${domain}`
}
