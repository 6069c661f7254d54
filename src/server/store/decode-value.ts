import type { Decoder } from './decoder.ts'
import { parseArray } from './parse-array.ts'
import { UnreadableValue } from './unreadable-value.ts'

/** The decoder for a PostgreSQL type, by its object id; types without one stay text. */
export function decoderOf(typeOid: number): Decoder | undefined {
  return DECODERS.get(typeOid)
}

/** A whole number that is counted with. @throws UnreadableValue for what a number does not hold exactly */
export function readCount(text: string): number {
  const count = Number(text)
  if (text === '' || !Number.isSafeInteger(count)) throw new UnreadableValue(`not a count: "${text}"`)
  return count
}

const toNumber: Decoder = (text) => Number(text)
const toBigInt: Decoder = (text) => BigInt(text)
const toText: Decoder = (text) => text

const WHOLE = /^-?\d+$/

/** A numeric. @throws UnreadableValue for one that is not whole */
export function readWhole(text: string): bigint {
  if (text === '0') return 0n
  if (!WHOLE.test(text)) throw new UnreadableValue(`a numeric that is not whole: ${text}`)
  return BigInt(text)
}

const TIMESTAMP = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d+)?([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?$/

function toDate(text: string): Date {
  const match = TIMESTAMP.exec(text)
  if (!match) throw new UnreadableValue(`a timestamp beyond what a Date can hold: ${text}`)
  const [, day, time, fraction = '', sign, hours, minutes = 0, seconds = 0] = match
  const ahead = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000
  const local = Date.parse(`${day}T${time}${fraction.slice(0, 4)}Z`)
  return new Date(sign === '-' ? local + ahead : local - ahead)
}

function toBytes(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text.slice(2), 'hex'))
}

const toJson: Decoder = (text) => JSON.parse(text)
const toBoolean: Decoder = (text) => text === 't'

/** [type, its array type, decoder of one value]; the numbers are fixed in PostgreSQL's catalogue. */
const TYPES: readonly (readonly [number, number, Decoder])[] = [
  [16, 1000, toBoolean],
  [17, 1001, toBytes],
  [20, 1016, toBigInt],
  [21, 1005, toNumber],
  [23, 1007, toNumber],
  [25, 1009, toText],
  [26, 1028, toNumber],
  [114, 199, toJson],
  [700, 1021, toNumber],
  [701, 1022, toNumber],
  [1042, 1014, toText],
  [1043, 1015, toText],
  [1082, 1182, toText],
  [1184, 1185, toDate],
  [1700, 1231, readWhole],
  [2950, 2951, toText],
  [3802, 3807, toJson],
]

const DECODERS = new Map<number, Decoder>(
  TYPES.flatMap(([type, arrayType, decode]): [number, Decoder][] => [
    [type, decode],
    [arrayType, (text) => parseArray(text, decode)],
  ]),
)
