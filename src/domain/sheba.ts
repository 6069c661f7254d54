import { toBareDigits } from './ascii-digits.ts'
import { BANKS, type Bank } from './banks.ts'

declare const kind: unique symbol

/** An Iranian IBAN in its stored spelling: "IR" and 24 digits, mod 97 = 1. */
export type Sheba = string & { readonly [kind]: 'sheba' }

const SPELLING = /^(?:IR)?(\d{24})$/i
const STORED = /^IR\d{24}$/

const BANK_BY_CODE: ReadonlyMap<string, Bank> = new Map(
  BANKS.flatMap((bank) => bank.shebaCodes.map((code) => [code, bank] as const)),
)

/** For the check, "IR" counts as 1827 and moves to the end with the two check digits. */
function isSheba(text: string): text is Sheba {
  return STORED.test(text) && BigInt(`${text.slice(4)}1827${text.slice(2, 4)}`) % 97n === 1n
}

/** Reads a Sheba in any digits, with or without "IR" and separators; `undefined` if the check digits are wrong. */
export function parseSheba(text: string): Sheba | undefined {
  const stored = `IR${SPELLING.exec(toBareDigits(text))?.[1] ?? ''}`
  return isSheba(stored) ? stored : undefined
}

/** Digits 3–5 identify the bank; a Sheba of an unknown bank is still valid. */
export function bankOfSheba(sheba: Sheba): Bank | undefined {
  return BANK_BY_CODE.get(sheba.slice(4, 7))
}
