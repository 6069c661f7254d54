import type { BankCard } from '#domain/bank-card.ts'
import { toCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'
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
 * In the order of the checks: the national code does not exist, the mobile number is not registered to it, the birth date differs, the
 * names are another person's.
 */
export type PersonMismatch =
  | 'NATIONAL_CODE_IS_INCORRECT'
  | 'MOBILE_IS_INCORRECT'
  | 'BIRTH_DATE_IS_INCORRECT'
  | 'NAME_IS_INCORRECT'

export type PersonOutcome =
  | { readonly kind: 'matched' }
  /** The names are similar, but not enough: a person must look. */
  | {
      readonly kind: 'doubtful'
      /** For the name that differs more. */
      readonly similarityPercent: number
      readonly names: { readonly first: number; readonly last: number }
    }
  /** Lists everything that was found to be wrong. */
  | { readonly kind: 'refused'; readonly codes: readonly PersonMismatch[] }
  | Unavailable

export interface OwnedAccount {
  readonly account: { readonly cardNumber: BankCard } | { readonly sheba: Sheba }
  readonly nationalCode: NationalCode
  readonly birthDate: JalaliDate
  /** Some vendors identify the account's owner by name only. */
  readonly firstName: string
  readonly lastName: string
}

/** ACCOUNT_NOT_FOUND: no such card or account, or it is closed. ACCOUNT_OF_ANOTHER: it belongs to somebody else. */
export type AccountMismatch = 'ACCOUNT_NOT_FOUND' | 'ACCOUNT_OF_ANOTHER'

export type AccountOutcome =
  | { readonly kind: 'matched' }
  /** The bank does not clearly name the owner. */
  | { readonly kind: 'doubtful' }
  | { readonly kind: 'refused'; readonly code: AccountMismatch }
  | Unavailable

export type ShebaOutcome =
  | { readonly kind: 'found'; readonly sheba: Sheba }
  | { readonly kind: 'refused'; readonly code: 'ACCOUNT_NOT_FOUND' }
  | Unavailable

export interface IdentityInquiry {
  /** Whether the registry knows this person, and the mobile number is theirs. It only reads and may be repeated. */
  verifyPerson(person: Person): Promise<PersonOutcome>
  /** Whether the card or the Sheba belongs to the person with this national code and birth date. */
  verifyBankAccount(account: OwnedAccount): Promise<AccountOutcome>
  /** The Sheba of the account behind a card. */
  shebaOfCard(cardNumber: BankCard): Promise<ShebaOutcome>
}

/**
 * The answers of two registries about a person: the owner of the number, and the names. The user should be able to correct everything in
 * one go, so the names are checked even if the number is wrong, but not if the person is unknown.
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

/** Whole percent, rounded down: 79.9 becomes 79. */
export function percentOf(text: string | undefined): number | undefined {
  const percent = text === undefined ? undefined : parseDecimal(text.split('.')[0] ?? '', 0)
  return percent === undefined ? undefined : toCount(percent)
}

/** From this similarity on the names count as the same: spelling differs between an identity card and a keyboard. */
const SAME_PERCENT_MIN = 80
/** Below this similarity they are another person's. */
const DOUBTFUL_PERCENT_MIN = 50

/** @param names the similarity of each, in whole percent */
export function nameOutcome(names: { readonly first: number; readonly last: number }): PersonOutcome {
  const similarityPercent = Math.min(names.first, names.last)
  if (similarityPercent >= SAME_PERCENT_MIN) return { kind: 'matched' }
  if (similarityPercent >= DOUBTFUL_PERCENT_MIN) return { kind: 'doubtful', similarityPercent, names }
  return { kind: 'refused', codes: ['NAME_IS_INCORRECT'] }
}
