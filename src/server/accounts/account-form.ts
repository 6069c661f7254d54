import * as z from 'zod/mini'
import type { AccountForm } from '#contract/account-form.ts'
import { Rejected, rejected } from '#contract/rejected.ts'
import { toAsciiDigits, toBareDigits } from '#domain/ascii-digits.ts'
import { type BankCard, parseBankCard } from '#domain/bank-card.ts'
import { type Country, IRAN, isIran } from '#domain/countries.ts'
import { isMobileOf, parseInternationalMobile } from '#domain/foreign-mobile.ts'
import { AGE_MIN, ageAt, gregorianToJalali, type JalaliDate } from '#domain/jalali.ts'
import { type MobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import { type NationalCode, parseNationalCode } from '#domain/national-code.ts'
import { parsePersianName } from '#domain/persian-text.ts'
import { parseSheba, type Sheba } from '#domain/sheba.ts'
import type { BankAccountPair } from '../store/accounts/bank-accounts.ts'
import type { Identity, KeptIdentity } from '../store/accounts/identities.ts'

export type FormText = z.output<typeof AccountForm>

/** The form with every field checked and in its one spelling. */
export interface CheckedForm {
  readonly person: Omit<Identity, 'pictures'>
  /** Of Iran; absent abroad, where the document's own number is stored and no registry is asked. */
  readonly nationalCode: NationalCode | undefined
  readonly birthDate: JalaliDate
  /** None abroad. */
  readonly bankAccounts: readonly BankAccount[]
}

const EMAIL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,40}@[a-z0-9-]+(\.[a-z0-9-]+)+$/
const TELEPHONE = /^\d{8,11}$/
/** No postal code repeats a single digit. */
const POSTAL_CODE = /^(?!(\d)\1{9}$)\d{10}$/
const POSTAL_CODE_ABROAD = /^[A-Za-z0-9 -]{3,10}$/
const DOCUMENT_NUMBER = /^[A-Za-z0-9-]{4,30}$/
/** Control characters, halves of surrogate pairs, and invisible marks, except the half-space of Persian words. */
const UNPRINTABLE = /\p{Cc}|\p{Cs}|(?!\u200C)\p{Cf}/gu

/**
 * Reads the form of a user in a country. Refuses BAD_REQUEST with the name of the first invalid field, then
 * COUNTRY_PREFIX_MISMATCH, then BANK_ACCOUNT_INVALID. Names of persons and places are in Persian letters abroad too, since operators compare
 * them with Iranian registries.
 */
export function checkAccountForm(
  form: FormText,
  { now, country, ownMobile }: { now: Date; country: Country; ownMobile: MobileNumber },
): CheckedForm | Rejected {
  const wrong = (field: keyof FormText) => rejected('BAD_REQUEST', { field })
  const abroad = !isIran(country.name)
  const firstName = parsePersianName(form.firstName)
  if (firstName === undefined) return wrong('firstName')
  const lastName = parsePersianName(form.lastName)
  if (lastName === undefined) return wrong('lastName')
  const email = form.email.trim().toLowerCase()
  if (!EMAIL.test(email)) return wrong('email')
  const nationalCode = abroad ? undefined : parseNationalCode(form.nationalCode)
  const number = abroad ? matching(toAsciiDigits(form.nationalCode).trim(), DOCUMENT_NUMBER) : nationalCode
  if (number === undefined) return wrong('nationalCode')
  const birthDate = gregorianToJalali(form.birthDay)
  if (birthDate === undefined || ageAt(birthDate, now) < AGE_MIN) return wrong('birthDay')
  const telephone = abroad ? undefined : matching(toBareDigits(form.telephone ?? ''), TELEPHONE)
  if (!abroad && telephone === undefined) return wrong('telephone')
  const state = parsePersianName(form.state)
  if (state === undefined) return wrong('state')
  const city = parsePersianName(form.city)
  if (city === undefined) return wrong('city')
  const postalCode = abroad
    ? matching(toAsciiDigits(form.postalCode).trim(), POSTAL_CODE_ABROAD)
    : matching(toBareDigits(form.postalCode), POSTAL_CODE)
  if (postalCode === undefined) return wrong('postalCode')
  const address = form.address.replace(UNPRINTABLE, ' ').trim()
  if (address === '') return wrong('address')
  const foreignMobile = readMobile(form.mobileNumber, { country, ownMobile })
  if (foreignMobile instanceof Rejected) return foreignMobile
  const bankAccounts = abroad ? [] : readBankAccountsText(form.bankAccountsString ?? '')
  if (bankAccounts === undefined) return rejected('BANK_ACCOUNT_INVALID', { field: 'bankAccountsString' })

  const { birthDay, idFormatType: idFormat } = form
  const names = { firstName, lastName, email, nationalCode: number, birthDay }
  const person = { ...names, telephone, foreignMobile, state, city, postalCode, address, idFormat }
  return { person, nationalCode, birthDate, bankAccounts }
}

const matching = (text: string, pattern: RegExp): string | undefined => (pattern.test(text) ? text : undefined)

/** In Iran the account's own number, which need not be sent; abroad the local number. */
function readMobile(
  text: string | undefined,
  { country, ownMobile }: { country: Country; ownMobile: MobileNumber },
): string | undefined | Rejected {
  const field = 'mobileNumber'
  const given = text === undefined ? undefined : parseInternationalMobile(text)
  if (!isIran(country.name)) {
    if (given === undefined) return rejected('BAD_REQUEST', { field })
    return isMobileOf(country, given) ? given : rejected('COUNTRY_PREFIX_MISMATCH', { field })
  }
  if (text === undefined || parseMobileNumber(text) === ownMobile) return undefined
  const isForeign = given !== undefined && !given.startsWith(IRAN.phoneCode)
  return rejected(isForeign ? 'COUNTRY_PREFIX_MISMATCH' : 'BAD_REQUEST', { field })
}

/** The stored data of a user, as a form for another question to the registry. */
export function keptForm(
  { pictures: _, submittedAt: _at, confirmedAt: _confirmed, handedBack: _reason, ...person }: KeptIdentity,
  kept: { readonly country: string | undefined; readonly bankAccounts: readonly BankAccountPair[] },
): CheckedForm {
  const abroad = !isIran(kept.country)
  const birthDate = gregorianToJalali(person.birthDay)
  const nationalCode = abroad ? undefined : parseNationalCode(person.nationalCode)
  const bankAccounts = kept.bankAccounts.flatMap((row) => bankAccountOf(row.cardNumber, row.sheba) ?? [])
  if (
    birthDate === undefined ||
    (nationalCode === undefined && !abroad) ||
    bankAccounts.length < kept.bankAccounts.length
  )
    throw new Error('a kept form no longer passes its own checks')
  return { person, nationalCode, birthDate, bankAccounts }
}

export interface BankAccount {
  readonly cardNumber: BankCard
  readonly sheba: Sheba
}

export const ACCOUNTS_MAX = 5
const List = z
  .array(z.object({ cardNumber: z.string(), shebaCode: z.string() }))
  .check(z.minLength(1), z.maxLength(ACCOUNTS_MAX))

/** Reads the JSON list of a form; `undefined` if it is not a list, or if a card or Sheba is invalid or repeated. */
function readBankAccountsText(text: string): BankAccount[] | undefined {
  const list = List.safeParse(jsonOf(text)).data
  if (!list) return undefined
  const accounts: BankAccount[] = []
  for (const given of list) {
    const account = bankAccountOf(given.cardNumber, given.shebaCode)
    if (account === undefined) return undefined
    if (accounts.some(({ cardNumber, sheba }) => cardNumber === account.cardNumber || sheba === account.sheba))
      return undefined
    accounts.push(account)
  }
  return accounts
}

/** `undefined` if the card or the Sheba is invalid. */
export function bankAccountOf(card: string, shebaCode: string): BankAccount | undefined {
  const cardNumber = parseBankCard(card)
  const sheba = parseSheba(shebaCode)
  return cardNumber === undefined || sheba === undefined ? undefined : { cardNumber, sheba }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
