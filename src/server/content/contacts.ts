import type * as z from 'zod/mini'
import { ContactFacts } from '#contract/exchange-info.ts'
import type { Language } from '#domain/market-state.ts'

export type Contacts = z.output<typeof ContactFacts>

const ADDRESSES = {
  fa: 'آدرس نمونه: تهران، خیابان نمونه، پلاک ۱، طبقهٔ دوم (این آدرس واقعی نیست)',
  en: 'Example address: 1 Sample Street, second floor, Tehran (not a real place)',
} as const satisfies Record<Language, string>

/** The contacts of a first start: an example of each line, and no links until an operator sets them, since they would lead nowhere. */
export const exampleContacts = (language: Language): Contacts => ({
  address: ADDRESSES[language],
  email: 'support@kimia.example',
  number: '021-00000000',
  telegram: '',
  instagram: '',
  linkedin: '',
  twitter: '',
  whatsapp: '',
  appAndroid: '',
  appIOS: '',
  blog: '',
})

/** Contacts as they are stored in the body of a version. */
export const writeContacts = (contacts: Contacts): string => JSON.stringify(contacts)

/** @throws Error if the body was not made by `writeContacts` */
export const readContacts = (body: string): Contacts => ContactFacts.parse(JSON.parse(body))
