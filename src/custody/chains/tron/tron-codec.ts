import { fromCount, toCount } from '#domain/counts.ts'

/**
 * The bytes of the two transactions that custody signs. Custody writes them itself, so that no node decides what is signed. The protobuf of
 * them needs two of its wire types: forty lines, which real transactions check byte by byte, against a package beside the keys.
 */
export interface TronTransaction {
  /** Two bytes of the height of a block before it, and eight of that block's hash, in hex: it is valid on that block's chain alone. */
  readonly refBlockBytes: string
  readonly refBlockHash: string
  /** Milliseconds since 1970. A block after one that is as late cannot hold it. */
  readonly expiration: number
  readonly timestamp: number
  /** The most that a contract's energy may cost, in sun; 0 for a transfer of coins. */
  readonly feeLimit: bigint
  readonly body: TronTransfer | TronCall
}

/** Addresses are 21 bytes in hex, which begin with 41. */
export interface TronTransfer {
  readonly kind: 'transfer'
  readonly owner: string
  readonly to: string
  readonly amount: bigint
}

export interface TronCall {
  readonly kind: 'call'
  readonly owner: string
  readonly contract: string
  /** The call's data in hex. */
  readonly data: string
}

type Value = bigint | Uint8Array
type Field = readonly [number: number, value: Value]

const VARINT = 0n
const LENGTH_DELIMITED = 2n
const TRANSFER = { type: 1n, url: 'type.googleapis.com/protocol.TransferContract' }
const CALL = { type: 31n, url: 'type.googleapis.com/protocol.TriggerSmartContract' }

/** The bytes whose SHA-256 is the transaction's id and is signed. */
export function encodeRaw(transaction: TronTransaction): Uint8Array {
  const { refBlockBytes, refBlockHash, expiration, timestamp, feeLimit, body } = transaction
  const { type, url } = body.kind === 'transfer' ? TRANSFER : CALL
  const call: Field[] =
    body.kind === 'transfer'
      ? [
          [1, bytesOf(body.owner)],
          [2, bytesOf(body.to)],
          [3, body.amount],
        ]
      : [
          [1, bytesOf(body.owner)],
          [2, bytesOf(body.contract)],
          [4, bytesOf(body.data)],
        ]
  const parameter = encode([
    [1, Buffer.from(url)],
    [2, encode(call)],
  ])
  return encode([
    [1, bytesOf(refBlockBytes)],
    [4, bytesOf(refBlockHash)],
    [8, fromCount(expiration)],
    [
      11,
      encode([
        [1, type],
        [2, parameter],
      ]),
    ],
    [14, fromCount(timestamp)],
    [18, feeLimit],
  ])
}

/** @throws Error for bytes that `encodeRaw` does not write: a transaction of another kind, or one that says more */
export function decodeRaw(raw: Uint8Array): TronTransaction {
  const fields = decode(raw)
  const contract = decode(bytesIn(fields, 11))
  const parameter = decode(bytesIn(contract, 2))
  const call = decode(bytesIn(parameter, 2))
  const owner = hexOf(bytesIn(call, 1))
  const second = hexOf(bytesIn(call, 2))
  const transaction: TronTransaction = {
    refBlockBytes: hexOf(bytesIn(fields, 1)),
    refBlockHash: hexOf(bytesIn(fields, 4)),
    expiration: toCount(numberIn(fields, 8)),
    timestamp: toCount(numberIn(fields, 14)),
    feeLimit: numberIn(fields, 18),
    body:
      numberIn(contract, 1) === TRANSFER.type
        ? { kind: 'transfer', owner, to: second, amount: numberIn(call, 3) }
        : { kind: 'call', owner, contract: second, data: hexOf(bytesIn(call, 4)) },
  }
  if (Buffer.compare(encodeRaw(transaction), raw) !== 0) throw new Error('the transaction is of another form')
  return transaction
}

/** A transaction as nodes take it. */
export const encodeSigned = (raw: Uint8Array, signature: Uint8Array): Uint8Array =>
  encode([
    [1, raw],
    [2, signature],
  ])

/** The signed bytes of a transaction. @throws Error if it has no signature */
export function rawOfSigned(signed: Uint8Array): Uint8Array {
  const fields = decode(signed)
  bytesIn(fields, 2)
  return bytesIn(fields, 1)
}

/** A field with the value 0 is left out, as protobuf has it. */
function encode(fields: readonly Field[]): Uint8Array {
  const parts = fields.flatMap(([number, value]) => {
    const tag = fromCount(number) << 3n
    if (typeof value === 'bigint') return value === 0n ? [] : [varint(tag | VARINT), varint(value)]
    return [varint(tag | LENGTH_DELIMITED), varint(fromCount(value.length)), value]
  })
  return new Uint8Array(Buffer.concat(parts))
}

/** Seven bits a byte, the lowest first; the highest bit says that more follow. */
function varint(value: bigint): Uint8Array {
  const bytes: number[] = []
  let rest = value
  while (rest > 0x7fn) {
    bytes.push(toCount((rest & 0x7fn) | 0x80n))
    rest >>= 7n
  }
  return Uint8Array.from([...bytes, toCount(rest)])
}

/** @throws Error for another wire type, and for bytes that end too early */
function decode(bytes: Uint8Array): ReadonlyMap<number, Value> {
  const fields = new Map<number, Value>()
  let at = 0
  const readVarint = (): bigint => {
    let value = 0n
    for (let shift = 0n; shift < 64n; shift += 7n) {
      const byte = bytes[at]
      if (byte === undefined) break
      at += 1
      value |= fromCount(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
    throw new Error('the transaction is damaged')
  }
  while (at < bytes.length) {
    const tag = readVarint()
    const value = readVarint()
    const number = toCount(tag >> 3n)
    if ((tag & 7n) === VARINT) fields.set(number, value)
    else {
      const end = at + toCount(value)
      if ((tag & 7n) !== LENGTH_DELIMITED || end > bytes.length) throw new Error('the transaction is damaged')
      fields.set(number, bytes.subarray(at, end))
      at = end
    }
  }
  return fields
}

function bytesIn(fields: ReadonlyMap<number, Value>, number: number): Uint8Array {
  const value = fields.get(number)
  if (!(value instanceof Uint8Array)) throw new Error('the transaction is of another form')
  return value
}

function numberIn(fields: ReadonlyMap<number, Value>, number: number): bigint {
  const value = fields.get(number) ?? 0n
  if (typeof value !== 'bigint') throw new Error('the transaction is of another form')
  return value
}

const WORD_LENGTH = 64
/** The first byte of an address, before the twenty that an EVM network has, too. */
const ADDRESS_PREFIX = '41'
/** transfer(address,uint256), with both arguments. */
const TRANSFER_DATA = /^a9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/

/** The receiver of tokens, an address in hex, and their base units. */
interface TokenTransfer {
  readonly to: string
  readonly amount: bigint
}

export const encodeTransfer = (transfer: TokenTransfer): string => `a9059cbb${encodeArguments(transfer)}`

/** The arguments of a token's transfer, a word of 32 bytes each. */
export const encodeArguments = ({ to, amount }: TokenTransfer): string =>
  `${toWord(to)}${amount.toString(16).padStart(WORD_LENGTH, '0')}`

/** `undefined` for the data of any other call. */
export function decodeTransfer(data: string): TokenTransfer | undefined {
  const [, to, word = ''] = TRANSFER_DATA.exec(data) ?? []
  const amount = readWord(word)
  return to === undefined || amount === undefined ? undefined : { to: fromWord(to), amount }
}

/** The first word of what a contract returned or logged; `undefined` for less. */
export const readWord = (hex: string): bigint | undefined =>
  hex.length < WORD_LENGTH
    ? undefined
    : bytesOf(hex.slice(0, WORD_LENGTH)).reduce((sum, byte) => (sum << 8n) | fromCount(byte), 0n)

/** An address in hex by the last twenty bytes of a contract's word, or of an EVM address. */
export function fromWord(word: string): string {
  return `${ADDRESS_PREFIX}${word.slice(-40).toLowerCase()}`
}

/** An address in hex as a contract's word. */
export const toWord = (hex: string): string => hex.slice(ADDRESS_PREFIX.length).padStart(WORD_LENGTH, '0')

export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
export const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'))
