import { parseDecimal } from './decimal.ts'

/**
 * Networks on which one address serves many people, who are told apart by a number or a text beside it: XRP names it a destination tag, Stellar
 * a memo.
 */
const READERS = { XRP: readDestinationTag, XLM: readMemo } as const
export type TaggedNetwork = keyof typeof READERS

export const hasTag = (network: string): network is TaggedNetwork => Object.hasOwn(READERS, network)

/** A tag as its network sends it; `undefined` if it is none there. */
export const readTag = (network: TaggedNetwork, text: string): string | undefined => READERS[network](text.trim())

const DIGITS = /^(?:0|[1-9]\d{0,19})$/
const DESTINATION_TAG_MAX = 2n ** 32n - 1n
const MEMO_ID_MAX = 2n ** 64n - 1n
const MEMO_TEXT_BYTES_MAX = 28
const TEXT = /^[^\p{Cc}\p{Cs}]+$/u

function readDestinationTag(text: string): string | undefined {
  const digits = text.replace(/^0+(?=\d)/, '')
  return isWhole(digits, DESTINATION_TAG_MAX) ? digits : undefined
}

function readMemo(text: string): string | undefined {
  if (isMemoId(text)) return text
  return TEXT.test(text) && bytesOf(text) <= MEMO_TEXT_BYTES_MAX ? text : undefined
}

/** The length of a text in UTF-8. */
const bytesOf = (text: string): number => [...text].reduce((sum, letter) => sum + bytesOfLetter(letter), 0)

function bytesOfLetter(letter: string): number {
  const code = letter.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

/** Whether a memo is sent as a number of 64 bits; any other one is sent as text. */
export const isMemoId = (memo: string): boolean => isWhole(memo, MEMO_ID_MAX)

function isWhole(text: string, max: bigint): boolean {
  const value = DIGITS.test(text) ? parseDecimal(text, 0) : undefined
  return value !== undefined && value <= max
}
