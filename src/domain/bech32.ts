import { fromCount } from './counts.ts'

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const CHECK_LENGTH = 6
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

/** The two checks of BIP 173 and BIP 350. */
const CHECKS = new Map<number, Bech32['check']>([
  [1, 'bech32'],
  [0x2bc830a3, 'bech32m'],
])

export interface Bech32 {
  readonly prefix: string
  /** Five bits each, without the check. */
  readonly groups: readonly number[]
  readonly check: 'bech32' | 'bech32m'
}

/** Reads a text of BIP 173 or 350; `undefined` where it is none, mixes its cases, or where a letter of it is wrong. */
export function readBech32(text: string): Bech32 | undefined {
  const lower = text.toLowerCase()
  if (text !== lower && text !== text.toUpperCase()) return undefined
  const end = lower.lastIndexOf('1')
  const groups = [...lower.slice(end + 1)].map((letter) => ALPHABET.indexOf(letter))
  if (end < 1 || groups.length < CHECK_LENGTH || groups.includes(-1)) return undefined
  const prefix = lower.slice(0, end)
  const check = CHECKS.get(polymod([...expand(prefix), ...groups]))
  return check && { prefix, groups: groups.slice(0, -CHECK_LENGTH), check }
}

function expand(prefix: string): number[] {
  const codes = [...prefix].map((letter) => letter.charCodeAt(0))
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)]
}

function polymod(values: readonly number[]): number {
  let sum = 1
  for (const value of values) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ value
    GENERATOR.forEach((term, i) => {
      if ((top >>> i) & 1) sum ^= term
    })
  }
  return sum >>> 0
}

const CASH_GENERATOR = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n]
const CASH_CHECK_LENGTH = 8

/** The five-bit groups of a CashAddr of this prefix, which may be left out of the text; `undefined` where a letter is wrong. */
export function readCashAddress(text: string, prefix: string): readonly number[] | undefined {
  const body = text.startsWith(`${prefix}:`) ? text.slice(prefix.length + 1) : text
  const groups = [...body].map((letter) => ALPHABET.indexOf(letter))
  if (groups.length <= CASH_CHECK_LENGTH || groups.includes(-1)) return undefined
  let sum = 1n
  for (const value of [...[...prefix].map((letter) => letter.charCodeAt(0) & 31), 0, ...groups]) {
    const top = sum >> 35n
    sum = ((sum & 0x07ffffffffn) << 5n) ^ fromCount(value)
    CASH_GENERATOR.forEach((term, i) => {
      if ((top >> fromCount(i)) & 1n) sum ^= term
    })
  }
  return sum === 1n ? groups.slice(0, -CASH_CHECK_LENGTH) : undefined
}
