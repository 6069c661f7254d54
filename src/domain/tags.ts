import { fromCount, toCount } from './counts.ts'
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

/** Indices of users have 31 bits, and so have the tags that are made of them. */
const SPACE = 2n ** 31n
/**
 * An odd factor gives each index a tag of its own, far from those of its neighbours: with a million users no tag becomes another user's by one
 * wrong digit (tags.test.ts). The first tag is not 0, which some wallets take for none.
 */
const FACTOR = 1_540_483_477n
const FIRST = 1_013_904_223n
/** FACTOR × INVERSE is 1, modulo SPACE. */
const INVERSE = 1_704_663_485n

/** The tag by which a payment names the user of an index. */
export const tagOfIndex = (index: number): string => `${(fromCount(index) * FACTOR + FIRST) % SPACE}`

/** The index that a tag names, whether it was sent as a number or as text; `undefined` for one that is no tag of ours. */
export function indexOfTag(tag: string): number | undefined {
  const number = isMemoId(tag) ? parseDecimal(tag, 0) : undefined
  if (number === undefined || number >= SPACE) return undefined
  return toCount(((number + SPACE - FIRST) * INVERSE) % SPACE)
}
