import { type Rejected, rejected } from '#contract/rejected.ts'
import { CONTENT_LENGTHS, placeholdersOf } from '#domain/content.ts'
import { parseEmailAddress } from '#domain/email-address.ts'
import type { Contacts } from '../../content/contacts.ts'

const CONTACT_LENGTH_MAX = 300
const PHONE = /^\+?[\d۰-۹][\d۰-۹ ()-]{3,24}$/u

/** A text as it is kept: without spaces around it, and with one kind of line end. */
export const tidyText = ({ title, body }: { title: string; body: string }) => ({
  title: title.replaceAll(/\s+/g, ' ').trim(),
  body: body.replaceAll(/\r\n?/g, '\n').trim(),
})

/** Refuses CONTENT_TOO_LONG. */
export function checkLengths({ title, body }: { title: string; body: string }): Rejected | undefined {
  if (title.length > CONTENT_LENGTHS.title) return rejected('CONTENT_TOO_LONG', { field: 'title' })
  if (body.length > CONTENT_LENGTHS.body) return rejected('CONTENT_TOO_LONG', { field: 'body' })
  return undefined
}

/** Refuses CONTENT_EMPTY, CONTENT_TOO_LONG, CONTENT_PLACEHOLDER_UNKNOWN. */
export function checkText(
  text: { title: string; body: string },
  known: Readonly<Record<string, string>>,
): Rejected | undefined {
  if (text.title === '') return rejected('CONTENT_EMPTY', { field: 'title' })
  if (text.body === '') return rejected('CONTENT_EMPTY', { field: 'body' })
  const tooLong = checkLengths(text)
  if (tooLong) return tooLong
  for (const field of ['title', 'body'] as const) {
    const name = placeholdersOf(text[field]).find((each) => !Object.hasOwn(known, each))
    if (name !== undefined) return rejected('CONTENT_PLACEHOLDER_UNKNOWN', { field, details: { name } })
  }
  return undefined
}

/** Refuses CONTENT_FIELD_INVALID with the field: an address, a phone and an e-mail are needed, links are https or empty. */
export function checkContacts(contacts: Contacts): Rejected | undefined {
  const { address, email, number, ...links } = contacts
  const invalid = (field: string) => rejected('CONTENT_FIELD_INVALID', { field })
  if (address === '' || address.length > CONTACT_LENGTH_MAX) return invalid('address')
  if (parseEmailAddress(email) === undefined) return invalid('email')
  if (!PHONE.test(number)) return invalid('number')
  const wrong = Object.entries(links).find(([, link]) => link !== undefined && link !== '' && !isSecureLink(link))
  return wrong && invalid(wrong[0])
}

function isSecureLink(text: string): boolean {
  if (text.length > CONTACT_LENGTH_MAX || !URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocol === 'https:' && username === '' && password === ''
}
