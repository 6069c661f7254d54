import { createHash } from 'node:crypto'
import { createBase58check } from '@scure/base'
import { SigningKey } from 'ethers/crypto'
import { computeAddress, recoverAddress } from 'ethers/transaction'
import { fromCount, toCount } from '#domain/counts.ts'

/** The protobuf of TRON's transactions, by core/Tron.proto and its contracts: what a node reads from a broadcast. */

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

const base58check = createBase58check(sha256)
export const addressText = (hex: string): string => base58check.encode(Buffer.from(hex, 'hex'))
export const addressHex = (text: string): string => Buffer.from(base58check.decode(text)).toString('hex')

const fromEvm = (address: string): string => `41${address.slice(2).toLowerCase()}`
export const addressOfKey = (privateKey: string): string => fromEvm(computeAddress(privateKey))

/** Contract types, by their number in `ContractType`. */
export const TRANSFER_CONTRACT = 1
export const TRIGGER_SMART_CONTRACT = 31
export const CONTRACT_NAMES = new Map([
  [TRANSFER_CONTRACT, 'TransferContract'],
  [TRIGGER_SMART_CONTRACT, 'TriggerSmartContract'],
])

export interface WireTransaction {
  readonly txid: string
  readonly rawHex: string
  /** Bytes of the whole transaction. */
  readonly size: number
  readonly signatures: readonly string[]
  readonly refBlockBytes: string
  readonly refBlockHash: string
  readonly expiration: number
  readonly timestamp: number
  readonly feeLimit: bigint
  readonly type: number
  readonly typeUrl: string
  readonly owner: string
  /** The receiver of coins, or the called contract. */
  readonly target: string
  /** Coins that move, in sun. */
  readonly value: bigint
  readonly data: string
}

/** A message's fields in their order. */
type Fields = readonly { readonly number: number; readonly varint: bigint; readonly bytes: Buffer }[]

/** @throws Error where the bytes are no message */
function parse(bytes: Buffer): Fields {
  const fields: { number: number; varint: bigint; bytes: Buffer }[] = []
  let rest = bytes
  const take = (): bigint => {
    const length = rest.findIndex((byte) => byte < 0x80) + 1
    if (length === 0 || length > 10) throw new Error('While parsing a protocol message, the input ended unexpectedly')
    const value = rest.subarray(0, length).reduceRight((sum, byte) => (sum << 7n) + fromCount(byte & 0x7f), 0n)
    rest = rest.subarray(length)
    return value
  }
  while (rest.length > 0) {
    const tag = toCount(take())
    const number = tag >>> 3
    const varint = take()
    if ((tag & 7) === 0) {
      fields.push({ number, varint, bytes: Buffer.alloc(0) })
      continue
    }
    if ((tag & 7) !== 2) throw new Error('Protocol message tag had invalid wire type.')
    if (varint > fromCount(rest.length))
      throw new Error('While parsing a protocol message, the input ended unexpectedly')
    fields.push({ number, varint: 0n, bytes: rest.subarray(0, toCount(varint)) })
    rest = rest.subarray(toCount(varint))
  }
  return fields
}

const bytesAt = (fields: Fields, number: number): Buffer =>
  fields.findLast((each) => each.number === number)?.bytes ?? Buffer.alloc(0)
const hexAt = (fields: Fields, number: number): string => bytesAt(fields, number).toString('hex')
const numberAt = (fields: Fields, number: number): bigint =>
  fields.findLast((each) => each.number === number)?.varint ?? 0n

/** @throws Error where the bytes are no transaction */
export function readTransaction(bytes: Buffer): WireTransaction {
  const outer = parse(bytes)
  const rawBytes = bytesAt(outer, 1)
  const raw = parse(rawBytes)
  const contract = parse(bytesAt(raw, 11))
  const parameter = parse(bytesAt(contract, 2))
  const call = parse(bytesAt(parameter, 2))
  const type = toCount(numberAt(contract, 1))
  return {
    txid: sha256(rawBytes).toString('hex'),
    rawHex: rawBytes.toString('hex'),
    size: bytes.length,
    signatures: outer.filter(({ number }) => number === 2).map((each) => each.bytes.toString('hex')),
    refBlockBytes: hexAt(raw, 1),
    refBlockHash: hexAt(raw, 4),
    expiration: toCount(numberAt(raw, 8)),
    timestamp: toCount(numberAt(raw, 14)),
    feeLimit: numberAt(raw, 18),
    type,
    typeUrl: bytesAt(parameter, 1).toString('utf8'),
    owner: hexAt(call, 1),
    target: hexAt(call, 2),
    value: numberAt(call, 3),
    data: hexAt(call, 4),
  }
}

/** The address whose key signed; `undefined` for what is no signature. */
export function signerOf(txid: string, signature: string): string | undefined {
  if (signature.length !== 130) return undefined
  try {
    const [r, s] = [`0x${signature.slice(0, 64)}`, `0x${signature.slice(64, 128)}`]
    const last = Buffer.from(signature.slice(128), 'hex').readUInt8()
    return fromEvm(recoverAddress(`0x${txid}`, { r, s, v: last < 27 ? last + 27 : last }))
  } catch {
    return undefined
  }
}

interface NewTransaction {
  readonly type: typeof TRANSFER_CONTRACT | typeof TRIGGER_SMART_CONTRACT
  readonly owner: string
  readonly target: string
  readonly value?: bigint
  readonly data?: string
  readonly feeLimit?: bigint
  readonly expiration: number
  readonly timestamp: number
  readonly refBlockBytes: string
  readonly refBlockHash: string
}

/** A signed transaction in hex, for the coins that the sandbox itself gives away. */
export function signTransaction(privateKey: string, transaction: NewTransaction): string {
  const { type, owner, target, value = 0n, data = '', feeLimit = 0n, expiration, timestamp } = transaction
  const call = [text(1, owner, 'hex'), text(2, target, 'hex'), whole(3, value), text(4, data, 'hex')].join('')
  const url = `type.googleapis.com/protocol.${CONTRACT_NAMES.get(type)}`
  const any = [text(1, url, 'utf8'), text(2, call, 'hex')].join('')
  const raw = [
    text(1, transaction.refBlockBytes, 'hex'),
    text(4, transaction.refBlockHash, 'hex'),
    whole(8, fromCount(expiration)),
    text(11, `${whole(1, fromCount(type))}${text(2, any, 'hex')}`, 'hex'),
    whole(14, fromCount(timestamp)),
    whole(18, feeLimit),
  ].join('')
  const { r, s, yParity } = new SigningKey(privateKey).sign(sha256(Buffer.from(raw, 'hex')))
  return `${text(1, raw, 'hex')}${text(2, `${r.slice(2)}${s.slice(2)}0${yParity}`, 'hex')}`
}

/** A number, seven bits a byte, in hex. */
function varint(value: bigint): string {
  const low = (value & 0x7fn).toString(16).padStart(2, '0')
  return value < 0x80n ? low : `${((value & 0x7fn) + 0x80n).toString(16)}${varint(value >> 7n)}`
}

const whole = (number: number, value: bigint): string =>
  value === 0n ? '' : `${varint(fromCount(number * 8))}${varint(value)}`

function text(number: number, value: string, encoding: 'hex' | 'utf8'): string {
  if (value === '') return ''
  const bytes = Buffer.from(value, encoding)
  return `${varint(fromCount(number * 8 + 2))}${varint(fromCount(bytes.length))}${bytes.toString('hex')}`
}
