import { randomInt } from 'node:crypto'
import { type BankCard, parseBankCard } from '#domain/bank-card.ts'
import { type MobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import { type NationalCode, parseNationalCode } from '#domain/national-code.ts'
import { parseSheba, type Sheba } from '#domain/sheba.ts'

export interface IranianIdentity {
  readonly mobileNumber: MobileNumber
  readonly nationalCode: NationalCode
  readonly cardNumber: BankCard
  readonly sheba: Sheba
}

// Several processes create people for the same server.
let count = randomInt(800_000)

/** The numbers of a new person, all with correct check digits; no two calls in a process return the same. */
export function iranianIdentity(): IranianIdentity {
  count += 1
  const serial = String(count)
  return {
    mobileNumber: found(parseMobileNumber(`0912${serial.padStart(7, '0')}`)),
    nationalCode: withCheckDigit((digit) => parseNationalCode(`001${serial.padStart(6, '0')}${digit}`)),
    cardNumber: withCheckDigit((digit) => parseBankCard(`603799${serial.padStart(9, '0')}${digit}`)),
    sheba: shebaOf(`017${serial.padStart(19, '0')}`),
  }
}

/** Another code that is valid by the same check rule and begins with these four digits. */
export function nationalCodeOf(prefix: string): NationalCode {
  count += 1
  const serial = String(count % 100_000).padStart(5, '0')
  return withCheckDigit((digit) => parseNationalCode(`${prefix}${serial}${digit}`))
}

function shebaOf(account: string): Sheba {
  const checkDigits = 98n - (BigInt(`${account}182700`) % 97n)
  return found(parseSheba(`IR${String(checkDigits).padStart(2, '0')}${account}`))
}

function withCheckDigit<Value>(parse: (digit: number) => Value | undefined): Value {
  for (let digit = 0; digit <= 9; digit += 1) {
    const value = parse(digit)
    if (value !== undefined) return value
  }
  throw new Error('no check digit fits')
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the builder made what cannot be')
  return value
}
