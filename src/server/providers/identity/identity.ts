import type { BankCard } from '#domain/bank-card.ts'
import type { JalaliDate } from '#domain/jalali.ts'
import type { MobileNumber } from '#domain/mobile-number.ts'
import type { NationalCode } from '#domain/national-code.ts'
import type { Sheba } from '#domain/sheba.ts'
import type { Unavailable } from '../call-vendor.ts'

export interface Person {
  readonly nationalCode: NationalCode
  readonly mobileNumber: MobileNumber
  readonly birthDate: JalaliDate
  readonly firstName: string
  readonly lastName: string
}

/**
 * In the order in which they are found: nobody has the national code, the mobile number is not registered to it, the
 * birth date is another one, the names are another person's.
 */
export type PersonMismatch =
  | 'NATIONAL_CODE_IS_INCORRECT'
  | 'MOBILE_IS_INCORRECT'
  | 'BIRTH_DATE_IS_INCORRECT'
  | 'NAME_IS_INCORRECT'

export type PersonOutcome =
  | { readonly kind: 'matched' }
  /** The names are alike, but not enough: a person has to look. */
  | {
      readonly kind: 'doubtful'
      /** Of the name that differs more. */
      readonly similarityPercent: number
      readonly names: { readonly first: number; readonly last: number }
    }
  /** All that was found to be wrong. */
  | { readonly kind: 'refused'; readonly codes: readonly PersonMismatch[] }
  | Unavailable

export interface OwnedAccount {
  readonly account: { readonly cardNumber: BankCard } | { readonly sheba: Sheba }
  readonly nationalCode: NationalCode
  readonly birthDate: JalaliDate
  /** Some vendors tell the account's owner by name only. */
  readonly firstName: string
  readonly lastName: string
}

/** ACCOUNT_NOT_FOUND: no such card or account, or it is closed. ACCOUNT_OF_ANOTHER: it belongs to somebody else. */
export type AccountMismatch = 'ACCOUNT_NOT_FOUND' | 'ACCOUNT_OF_ANOTHER'

export type AccountOutcome =
  | { readonly kind: 'matched' }
  /** The bank does not say clearly whose it is. */
  | { readonly kind: 'doubtful' }
  | { readonly kind: 'refused'; readonly code: AccountMismatch }
  | Unavailable

export type ShebaOutcome =
  | { readonly kind: 'found'; readonly sheba: Sheba }
  | { readonly kind: 'refused'; readonly code: 'ACCOUNT_NOT_FOUND' }
  | Unavailable

export interface IdentityInquiry {
  /** Whether the registry knows this person, and the mobile number is theirs. Reads only; may be repeated. */
  verifyPerson(person: Person): Promise<PersonOutcome>
  /** Whether the card or the Sheba belongs to the person of this national code and birth date. */
  verifyBankAccount(account: OwnedAccount): Promise<AccountOutcome>
  /** The Sheba of the account behind a card. */
  shebaOfCard(cardNumber: BankCard): Promise<ShebaOutcome>
}

/**
 * What two registries say of a person: whose the number is, and whose the names. The user mends everything at once, so the names are asked about
 * although the number is wrong already, but not where no such person is known.
 */
export async function verifyMobileAndNames({
  matchMobile,
  compareNames,
}: {
  readonly matchMobile: () => Promise<PersonOutcome>
  readonly compareNames: () => Promise<PersonOutcome>
}): Promise<PersonOutcome> {
  const mobile = await matchMobile()
  if (mobile.kind === 'matched') return compareNames()
  if (mobile.kind !== 'refused' || mobile.codes.includes('NATIONAL_CODE_IS_INCORRECT')) return mobile
  const names = await compareNames()
  return names.kind === 'refused' ? { kind: 'refused', codes: [...mobile.codes, ...names.codes] } : mobile
}
