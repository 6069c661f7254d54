import * as z from 'zod/mini'
import type { Session } from '#client/entities/session/session.ts'
import { tabValue } from '#client/lib/tab-value.ts'
import { IdFormat } from '#contract/account.ts'
import { isIran } from '#domain/countries.ts'
import { typePersianText } from '#domain/persian-text.ts'

export type Picture = 'image' | 'backImage' | 'documentImage'
export type BankAccountDraft = { cardNumber: string; shebaCode: string }

export type AccountDraft = {
  firstName: string
  lastName: string
  email: string
  nationalCode: string
  /** A day as ISO 8601, or empty. */
  birthDay: string
  /** The landline; only in Iran. */
  telephone: string
  /** Only abroad: the digits after the country's phone code. */
  foreignMobile: string
  state: string
  city: string
  postalCode: string
  address: string
  idFormatType: z.output<typeof IdFormat>
  bankAccounts: readonly BankAccountDraft[]
  pictures: { readonly [Kind in Picture]?: File | undefined }
}

/** Fields in the order of the page, which is also the order of problems. */
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

/** The pages of the form, in order. Abroad there is no bank page. */
export const ACCOUNT_STEPS = ['personal', 'bank', 'documents', 'review'] as const
export type AccountStep = (typeof ACCOUNT_STEPS)[number]

export function stepOf(field: AccountField): AccountStep {
  if (field === 'bankAccounts') return 'bank'
  return field === 'image' || field === 'backImage' || field === 'documentImage' ? 'documents' : 'personal'
}

/** Whether the user lives abroad, where no registry, landline or bank is known. A user without a country counts as living in Iran. */
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

/** Applies a change to the form; names are normalized to the letters of Persian keyboards. */
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

/**
 * The data to send: trimmed text, and the bank accounts as a single part. Abroad it has neither a landline nor bank accounts, but the mobile number
 * of that country.
 */
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

/** The chosen pictures. A document without a back has no picture of it. */
function picked(pictures: AccountDraft['pictures']): { [Kind in Picture]?: File } {
  return Object.fromEntries(Object.entries(pictures).filter(([, file]) => file !== undefined))
}

const text = z.string()
const typedFields = tabValue(
  'account',
  z.object({
    /** The mobile number and the country of the user who typed it; the draft is shown to no other user and in no other country. */
    owner: text,
    draft: z.object({
      firstName: text,
      lastName: text,
      email: text,
      nationalCode: text,
      birthDay: text,
      telephone: text,
      foreignMobile: text,
      state: text,
      city: text,
      postalCode: text,
      address: text,
      idFormatType: IdFormat,
    }),
  }),
  { wipedAtLogout: true },
)

/** The present step, which a reload returns to. */
export const presentStep = tabValue('account-step', z.enum(ACCOUNT_STEPS), { wipedAtLogout: true })

/** Stores the typed fields while the tab is open. A reload loses the photos, and the bank cards, whose numbers must not stay on a device. */
export function keepDraft({ draft, owner }: { draft: AccountDraft; owner: string }): void {
  const { pictures: _, bankAccounts: __, ...typed } = draft
  typedFields.keep({ owner, draft: typed })
}

export function readDraft(owner: string) {
  const kept = typedFields.read()
  return kept?.owner === owner ? kept.draft : undefined
}

export function dropDraft(): void {
  typedFields.drop()
  presentStep.drop()
}
