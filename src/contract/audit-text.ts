import type { Language } from '#domain/market-state.ts'
import { handBackSentence } from './hand-back-reasons.ts'
import { isSettingName } from './setting-measures.ts'
import { words as codesEn } from './words/en/console-codes.ts'
import { words as kindsEn } from './words/en/proposal-kinds.ts'
import { words as codesFa } from './words/fa/console-codes.ts'
import { words as kindsFa } from './words/fa/proposal-kinds.ts'

/** The names of the console's codes, by group and code. */
export const CODES = { fa: codesFa, en: codesEn } as const
const KINDS = { fa: kindsFa, en: kindsEn } as const

type Details = Readonly<Record<string, string | number | boolean | null>>

/** Fields with typed text, or with a device's own name: they are never codes, whatever they look like. */
const TYPED: readonly string[] = [
  'name',
  'title',
  'titleEn',
  'reasonFa',
  'issuer',
  'endedDevice',
  'credit',
  'file',
  'signedBy',
  'process',
]

/** Marks the value before a change next to the value after it: `before.tick` and `tick`. */
const BEFORE = 'before.'
const MARKET = /^[A-Z][A-Z0-9_]*_(TOMAN|TETHER)$/
const COIN = /^[A-Z][A-Z0-9_]{1,39}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/
const OF_NETWORK = /^networks\.(\w+)\.(\w+)$/

/** A value of the log: words of the language, or a text and how it is written. */
export type DetailValue =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'typed' | 'market' | 'day' | 'instant' | 'plain'; readonly text: string }
  | { readonly kind: 'setting'; readonly setting: string; readonly text: string }

export interface DetailLine {
  readonly name: string
  readonly before: DetailValue | undefined
  readonly after: DetailValue
}

/** The details of an event, line by line; empty values are left out. */
export function readDetailLines(details: Details, language: Language): DetailLine[] {
  return Object.entries(details)
    .filter(([name, value]) => value !== '' && !name.startsWith(BEFORE))
    .map(([name, value]) => {
      const before = details[`${BEFORE}${name}`]
      return {
        name,
        before: before === undefined ? undefined : readValue({ name, value: before }, language),
        after: readValue({ name, value }, language),
      }
    })
}

/** The market of an event. */
export const marketOf = ({ market, subject }: Details): string | undefined =>
  [market, subject].map(String).find((text) => MARKET.test(text))

/** The coin of an event whose amounts are in no market's coin. */
export const coinOf = ({ coin, subject }: Details): string | undefined =>
  [coin, subject].map(String).find((text) => COIN.test(text))

/** The setting of a line, and its network: "withdrawalFee" of "networks.BEP20.withdrawalFee". */
export function settingOf(name: string): { readonly setting: string; readonly network?: string } {
  const [, network, setting] = OF_NETWORK.exec(name) ?? []
  return network === undefined || setting === undefined ? { setting: name } : { setting, network }
}

/** The name of a line that is not a setting. */
export const detailName = (name: string, language: Language): string | undefined => find(CODES[language].detail, name)

function readValue(
  { name, value }: { name: string; value: string | number | boolean | null },
  language: Language,
): DetailValue {
  const { is, flag } = CODES[language]
  const { setting } = settingOf(name)
  const isSetting = isSettingName(setting) && detailName(name, language) === undefined
  if (typeof value === 'boolean') {
    const words = isSetting ? flag : is
    return { kind: 'words', words: [value ? words.yes : words.no] }
  }
  const text = String(value ?? '–')
  if (TYPED.includes(name)) return { kind: 'typed', text }
  if (name === 'reason') return { kind: 'typed', text: handBackSentence(text, language) }
  const words = text.split(', ').map((part) => codeInWords({ name, code: part }, language) ?? '')
  if (!words.includes('')) return { kind: 'words', words }
  if (MARKET.test(text)) return { kind: 'market', text }
  if (DAY.test(text)) return { kind: 'day', text }
  if (INSTANT.test(text)) return { kind: 'instant', text }
  return isSetting ? { kind: 'setting', setting, text } : { kind: 'plain', text }
}

/** The name that the console uses elsewhere for a code of the log; `undefined` for other values. */
function codeInWords({ name, code }: { name: string; code: string }, language: Language): string | undefined {
  const { level, verification, report, role, check, state, doubt, document, value } = CODES[language]
  const ofName: Readonly<Record<string, Readonly<Record<string, string>>>> = { check, state, doubts: doubt }
  const own = Object.hasOwn(ofName, name) ? ofName[name] : undefined
  const groups = [level, verification, KINDS[language], report, role, own ?? {}, document, value]
  return groups.map((group) => find(group, code)).find((word) => word !== undefined)
}

/** The names of the accounts of the exchange itself; people keep their own names. */
export const actorName = (name: string, language: Language): string => find(CODES[language].systemAccount, name) ?? name

/** The words that replace a missing network address: the server acted itself, or the address is unknown. */
export const placeName = (ip: string, language: Language): string | undefined =>
  find(CODES[language].place, ip || 'server')

/** The words for an event's origin that is no browser; any other name is returned unchanged. */
export const originName = (device: string, language: Language): string => find(CODES[language].device, device) ?? device

const find = (group: Readonly<Record<string, string>>, code: string): string | undefined =>
  Object.hasOwn(group, code) ? group[code] : undefined
