import * as z from 'zod/mini'
import type { AccountForm } from '#contract/account.ts'
import { type Rejected, rejected } from '#contract/rejected.ts'
import { toBareDigits } from '#domain/ascii-digits.ts'
import { type BankCard, parseBankCard } from '#domain/bank-card.ts'
import { gregorianToJalali, type JalaliDate, jalaliDateAt } from '#domain/jalali.ts'
import { type NationalCode, parseNationalCode } from '#domain/national-code.ts'
import { parsePersianName } from '#domain/persian-text.ts'
import { parseSheba, type Sheba } from '#domain/sheba.ts'
import type { Identity } from '../store/accounts/identities.ts'

export type FormText = z.output<typeof AccountForm>

/** The form, every field checked and in its one spelling. */
export interface CheckedForm {
  readonly person: Omit<Identity, 'pictures' | 'nationalCode'> & { readonly nationalCode: NationalCode }
  readonly birthDate: JalaliDate
  readonly bankAccounts: readonly BankAccount[]
}

const EMAIL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,40}@[a-z0-9-]+(\.[a-z0-9-]+)+$/
const TELEPHONE = /^\d{8,11}$/
const POSTAL_CODE = /^\d{10}$/
/** Control characters, halves of letters, and invisible marks, but for the half-space that Persian words carry. */
const UNPRINTABLE = /\p{Cc}|\p{Cs}|(?!\u200C)\p{Cf}/gu

/** Reads the form. Refuses BAD_REQUEST with the name of the first field that is wrong, then BANK_ACCOUNT_INVALID. */
export function checkAccountForm(form: FormText, { now }: { now: Date }): CheckedForm | Rejected {
  const wrong = (field: keyof FormText) => rejected('BAD_REQUEST', { field })
  const firstName = parsePersianName(form.firstName)
  if (firstName === undefined) return wrong('firstName')
  const lastName = parsePersianName(form.lastName)
  if (lastName === undefined) return wrong('lastName')
  const email = form.email.trim().toLowerCase()
  if (!EMAIL.test(email)) return wrong('email')
  const nationalCode = parseNationalCode(form.nationalCode)
  if (nationalCode === undefined) return wrong('nationalCode')
  const birthDate = gregorianToJalali(form.birthDay)
  if (birthDate === undefined || birthDate > jalaliDateAt(now)) return wrong('birthDay')
  const telephone = toBareDigits(form.telephone)
  if (!TELEPHONE.test(telephone)) return wrong('telephone')
  const state = parsePersianName(form.state)
  if (state === undefined) return wrong('state')
  const city = parsePersianName(form.city)
  if (city === undefined) return wrong('city')
  const postalCode = toBareDigits(form.postalCode)
  if (!POSTAL_CODE.test(postalCode)) return wrong('postalCode')
  const address = form.address.replace(UNPRINTABLE, ' ').trim()
  if (address === '') return wrong('address')
  const bankAccounts = readBankAccountsText(form.bankAccountsString)
  if (bankAccounts === undefined) return rejected('BANK_ACCOUNT_INVALID', { field: 'bankAccountsString' })

  const { birthDay, idFormatType: idFormat } = form
  const names = { firstName, lastName, email, nationalCode, birthDay }
  return { person: { ...names, telephone, state, city, postalCode, address, idFormat }, birthDate, bankAccounts }
}

interface BankAccount {
  readonly cardNumber: BankCard
  readonly sheba: Sheba
}

const ACCOUNTS_MAX = 5
const List = z
  .array(z.object({ cardNumber: z.string(), shebaCode: z.string() }))
  .check(z.minLength(1), z.maxLength(ACCOUNTS_MAX))

/** Reads the JSON list of a form; `undefined` where it is none, or a card or Sheba is wrong or stands there twice. */
function readBankAccountsText(text: string): BankAccount[] | undefined {
  const list = List.safeParse(jsonOf(text)).data
  if (!list) return undefined
  const accounts: BankAccount[] = []
  for (const given of list) {
    const cardNumber = parseBankCard(given.cardNumber)
    const sheba = parseSheba(given.shebaCode)
    if (cardNumber === undefined || sheba === undefined) return undefined
    if (accounts.some((account) => account.cardNumber === cardNumber || account.sheba === sheba)) return undefined
    accounts.push({ cardNumber, sheba })
  }
  return accounts
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
