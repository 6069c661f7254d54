import type * as z from 'zod/mini'
import type { Session } from '#client/lib/session.ts'
import type { IdFormat } from '#contract/account.ts'
import { isIran } from '#domain/countries.ts'
import { typePersianText } from '#domain/persian-text.ts'

export type Picture = 'image' | 'backImage' | 'documentImage'
export type BankAccountDraft = { cardNumber: string; shebaCode: string }

export type AccountDraft = {
  firstName: string
  lastName: string
  email: string
  nationalCode: string
  /** ISO 8601 day, or empty. */
  birthDay: string
  /** Landline; in Iran alone. */
  telephone: string
  /** Abroad: the digits behind the country's phone code. */
  foreignMobile: string
  state: string
  city: string
  postalCode: string
  address: string
  idFormatType: z.output<typeof IdFormat>
  bankAccounts: readonly BankAccountDraft[]
  pictures: { readonly [Kind in Picture]?: File | undefined }
}

/** Fields in the order of the page; the first problem shown follows it. */
export const ACCOUNT_FIELDS = [
  'firstName',
  'lastName',
  'nationalCode',
  'birthDay',
  'foreignMobile',
  'email',
  'state',
  'city',
  'telephone',
  'postalCode',
  'address',
  'bankAccounts',
  'image',
  'backImage',
  'documentImage',
] as const

export type AccountField = (typeof ACCOUNT_FIELDS)[number]

/** The pages of the form, in their order. Abroad there is no bank. */
export const ACCOUNT_STEPS = ['personal', 'bank', 'documents', 'review'] as const
export type AccountStep = (typeof ACCOUNT_STEPS)[number]

export function stepOf(field: AccountField): AccountStep {
  if (field === 'bankAccounts') return 'bank'
  return field === 'image' || field === 'backImage' || field === 'documentImage' ? 'documents' : 'personal'
}

/** Whose registry, landlines and banks are known: a user in Iran, or one who has not chosen a country. */
export const isAbroad = ({ location }: Pick<Session, 'location'>): boolean => !isIran(location?.countryName)

/** The form's initial values, from the account. */
export function draftFrom(account: Session): AccountDraft {
  const { countryPhoneCode = '' } = account.location ?? {}
  const foreign = account.foreignMobileNumber ?? ''
  return {
    firstName: account.firstName ?? '',
    lastName: account.lastName ?? '',
    email: account.email ?? '',
    nationalCode: account.nationalCode ?? '',
    birthDay: account.birthDay ?? '',
    telephone: account.telephone ?? '',
    foreignMobile: foreign.startsWith(countryPhoneCode) ? foreign.slice(countryPhoneCode.length) : '',
    state: account.state ?? '',
    city: account.city ?? '',
    postalCode: account.postalCode ?? '',
    address: account.address ?? '',
    idFormatType: account.idFormatType ?? (isAbroad(account) ? 'PASSPORT' : 'ID_CARD'),
    bankAccounts: account.bankAccounts.map(({ cardNumber, shebaCode }) => ({ cardNumber, shebaCode })),
    pictures: {},
  }
}

/** A change as the form keeps it: names spelled as Persian keyboards do. */
export function reduceAccount(draft: AccountDraft, change: Partial<AccountDraft>): AccountDraft {
  const next = { ...draft, ...change }
  return {
    ...next,
    firstName: typePersianText(next.firstName),
    lastName: typePersianText(next.lastName),
    state: typePersianText(next.state),
    city: typePersianText(next.city),
  }
}

/** What is sent: trimmed text, and the bank accounts as one part. Abroad neither a landline nor bank accounts, but the mobile number there. */
export function summarizeAccount(draft: AccountDraft, location: Session['location']) {
  const { pictures, bankAccounts, telephone, foreignMobile, ...fields } = draft
  const place = isAbroad({ location })
    ? { mobileNumber: `${location?.countryPhoneCode}${foreignMobile}` }
    : { telephone, bankAccountsString: JSON.stringify(bankAccounts) }
  return {
    body: {
      ...fields,
      ...place,
      ...(location ? { countryName: location.countryName } : {}),
      firstName: fields.firstName.trim(),
      lastName: fields.lastName.trim(),
      nationalCode: fields.nationalCode.trim(),
      state: fields.state.trim(),
      city: fields.city.trim(),
      email: fields.email.trim(),
      postalCode: fields.postalCode.trim(),
      address: fields.address.trim(),
    },
    files: picked(fields.idFormatType === 'ID_CARD' ? pictures : { ...pictures, backImage: undefined }),
  }
}

/** The back of the card is sent only where the document has one. */
function picked(pictures: AccountDraft['pictures']): { [Kind in Picture]?: File } {
  return Object.fromEntries(Object.entries(pictures).filter(([, file]) => file !== undefined))
}
