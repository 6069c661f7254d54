import { toBareDigits } from './ascii-digits.ts'
import { BANKS, type Bank } from './banks.ts'

declare const kind: unique symbol

/** Sixteen digits of an Iranian bank card with a known prefix and a correct Luhn digit. */
export type BankCard = string & { readonly [kind]: 'bank-card' }

const SIXTEEN_DIGITS = /^\d{16}$/

const BANK_BY_PREFIX: ReadonlyMap<string, Bank> = new Map(
  BANKS.flatMap((bank) => bank.cardPrefixes.map((prefix) => [prefix, bank] as const)),
)

/** From the left, each digit at an even index counts double, minus nine if that exceeds nine; the sum must end in 0. */
function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const weighted = (digits.charCodeAt(index) - 48) * (index % 2 === 0 ? 2 : 1)
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return sum % 10 === 0
}

function isBankCard(digits: string): digits is BankCard {
  return SIXTEEN_DIGITS.test(digits) && passesLuhn(digits) && bankOfCard(digits) !== undefined
}

/** Reads a card number in any digits, with or without dashes and spaces; `undefined` if it cannot be one. */
export function parseBankCard(text: string): BankCard | undefined {
  const digits = toBareDigits(text)
  return isBankCard(digits) ? digits : undefined
}

/** The bank of a card, even of a partly typed one: the first six digits decide. */
export function bankOfCard(text: string): Bank | undefined {
  return BANK_BY_PREFIX.get(toBareDigits(text).slice(0, 6))
}

/** The part of a card number that may be shown: the first six and the last four digits. */
export const maskBankCard = (card: string): string => `${card.slice(0, 6)}******${card.slice(-4)}`
