import { parseDecimal } from '#domain/decimal.ts'
import type { PaymentGateway } from '#domain/ledger.ts'
import type { Amount } from '#domain/units.ts'

export interface DepositForm {
  /** Whole Toman in ASCII digits, or empty. */
  readonly amount: string
  /** Sixteen digits; empty until a card is chosen. */
  readonly card: string
  /** Absent while none works. */
  readonly gateway: PaymentGateway | undefined
}

export interface DepositBounds {
  readonly decimals: number
  readonly min: Amount | undefined
  readonly max: Amount | undefined
  /** The rest of the day's limit; absent until it is known. */
  readonly dayLeft: Amount | undefined
}

export interface DepositProblems {
  readonly amount?: 'amountRequired' | 'belowMin' | 'aboveMax' | 'aboveLeft'
  readonly card?: 'cardRequired'
  /** Said where the gateways are offered. */
  readonly gateway?: 'gatewayRequired'
}

/** The problems of the form; empty if it can be sent. */
export function validateDeposit(form: DepositForm, bounds: DepositBounds): DepositProblems {
  const wrong = validateAmount(form.amount, bounds)
  return {
    ...(wrong && { amount: wrong }),
    ...(form.card === '' && { card: 'cardRequired' }),
    ...(form.gateway === undefined && { gateway: 'gatewayRequired' }),
  }
}

function validateAmount(text: string, { decimals, min, max, dayLeft }: DepositBounds): DepositProblems['amount'] {
  const value = parseDecimal(text, decimals)
  if (value === undefined || value === 0n) return 'amountRequired'
  if (min !== undefined && value < min) return 'belowMin'
  if (max !== undefined && value > max) return 'aboveMax'
  return dayLeft !== undefined && value > dayLeft ? 'aboveLeft' : undefined
}

const ONES = ['', 'یک', 'دو', 'سه', 'چهار', 'پنج', 'شش', 'هفت', 'هشت', 'نه']
const TEENS = ['ده', 'یازده', 'دوازده', 'سیزده', 'چهارده', 'پانزده', 'شانزده', 'هفده', 'هجده', 'نوزده']
const TENS = ['', '', 'بیست', 'سی', 'چهل', 'پنجاه', 'شصت', 'هفتاد', 'هشتاد', 'نود']
const HUNDREDS = ['', 'صد', 'دویست', 'سیصد', 'چهارصد', 'پانصد', 'ششصد', 'هفتصد', 'هشتصد', 'نهصد']
const SCALES = ['', 'هزار', 'میلیون', 'میلیارد', 'هزار میلیارد']
const AND = ' و '

/**
 * Spells whole Toman in Persian words, so that the user notices a zero too many before paying: "یک میلیون و دویست هزار". `undefined` for text that is
 * not a whole number, for zero, and beyond 15 digits.
 */
export function spellToman(digits: string): string | undefined {
  const plain = /^\d{1,15}$/.test(digits) ? digits.replace(/^0+/, '') : ''
  if (plain === '') return undefined
  const groups = groupsOfThree(plain)
  return groups
    .map((group, index) => spellGroup(group, SCALES[groups.length - 1 - index] ?? ''))
    .filter((words) => words !== '')
    .join(AND)
}

function groupsOfThree(digits: string): string[] {
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0')
  return padded.match(/\d{3}/g) ?? []
}

function spellGroup(group: string, scale: string): string {
  if (group === '000') return ''
  // Persian says "thousand", not "one thousand".
  if (group === '001' && scale === 'هزار') return scale
  const words = spellHundreds(group)
  return scale === '' ? words : `${words} ${scale}`
}

function spellHundreds(group: string): string {
  const at = (place: number) => group.charCodeAt(place) - 0x30
  const [hundreds, tens, ones] = [at(0), at(1), at(2)]
  const parts = tens === 1 ? [HUNDREDS[hundreds], TEENS[ones]] : [HUNDREDS[hundreds], TENS[tens], ONES[ones]]
  return parts.filter((part) => part !== undefined && part !== '').join(AND)
}
