import type * as z from 'zod/mini'
import type { Session } from '#client/lib/session.ts'
import type { IdFormat } from '#contract/account.ts'
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
  telephone: string
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
  'email',
  'telephone',
  'state',
  'city',
  'postalCode',
  'address',
  'bankAccounts',
  'image',
  'backImage',
  'documentImage',
] as const

export type AccountField = (typeof ACCOUNT_FIELDS)[number]

/** The form's initial values, from the account. */
export function draftFrom(account: Session): AccountDraft {
  return {
    firstName: account.firstName ?? '',
    lastName: account.lastName ?? '',
    email: account.email ?? '',
    nationalCode: account.nationalCode ?? '',
    birthDay: account.birthDay ?? '',
    telephone: account.telephone ?? '',
    state: account.state ?? '',
    city: account.city ?? '',
    postalCode: account.postalCode ?? '',
    address: account.address ?? '',
    idFormatType: account.idFormatType ?? 'ID_CARD',
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

/** What is sent: trimmed text, and the bank accounts as one part. */
export function summarizeAccount(draft: AccountDraft) {
  const { pictures, bankAccounts, ...fields } = draft
  return {
    body: {
      ...fields,
      firstName: fields.firstName.trim(),
      lastName: fields.lastName.trim(),
      state: fields.state.trim(),
      city: fields.city.trim(),
      email: fields.email.trim(),
      address: fields.address.trim(),
      bankAccountsString: JSON.stringify(bankAccounts),
    },
    files: picked(fields.idFormatType === 'ID_CARD' ? pictures : { ...pictures, backImage: undefined }),
  }
}

/** The back of the card is sent only where the document has one. */
function picked(pictures: AccountDraft['pictures']): { [Kind in Picture]?: File } {
  return Object.fromEntries(Object.entries(pictures).filter(([, file]) => file !== undefined))
}
