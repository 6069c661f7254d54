import { FINEST_DECIMALS, formatDecimal, parseDecimal } from './decimal.ts'

/**
 * The proof of liabilities: what the exchange owes all customers together, published as the roots of trees of hashes and sums, one for each
 * coin, and the file by which a customer checks that the own balance is in the total. `public/check-liabilities.mjs` is a second, independent
 * writing of the same check; the bytes here and there change together or not at all.
 *
 * A balance is cut into leaves of random sizes, which stand at random places. A leaf binds the coin, the amount, the number of the statement,
 * the place among the customer's own leaves, and the customer by the mobile number: no other customer can be shown the same leaf. A node
 * binds the sum and the hash of each child, not only the two sums together: with less, a parent could carry the greater of two sums as all.
 * Sums are unsigned and have 128 bits, so that nothing negative can be written, and one that does not fit is a fault.
 */

/** All amounts of the ledger together stay far below it. */
const SUM_END = 2n ** 128n
const SUM_BYTES = 16
const HASH_BYTES = 32
/** The first byte of whatever is hashed: no node can pass for a leaf, and no leaf for the name of a customer. */
const KIND = { leaf: 0, node: 1, holder: 2 } as const

export const STATEMENT_FORMAT = 'kimia-liabilities-1'
export const PROOF_FORMAT = 'kimia-liabilities-proof-1'
/** Leaves of one coin are numbered with 32 bits. */
export const HEIGHT_MAX = 32

/** The liabilities in one coin. Amounts are text in base units; hashes are text in hex. */
export interface CoinLiability {
  readonly coin: string
  readonly decimals: number
  /** Without those that fill the tree up. */
  readonly leaves: number
  readonly height: number
  readonly total: string
  readonly root: string
}

/** The statement of one commit of the exchange. */
export interface LiabilityStatement {
  readonly format: typeof STATEMENT_FORMAT
  readonly number: string
  /** The number and the time of the commit. */
  readonly commit: string
  readonly at: string
  /** The fingerprint of the statement before it: earlier ones cannot be exchanged. `null` for the first. */
  readonly previous: string | null
  /** In the order of their names. */
  readonly coins: readonly CoinLiability[]
}

/** With an Ed25519 signature over the bytes of `statementText`. */
export interface SignedStatement extends LiabilityStatement {
  readonly publicKey: string
  readonly signature: string
}

/** A node of the tree. */
export interface SumNode {
  readonly hash: string
  readonly sum: string
}

export interface ProvenLeaf {
  /** The place among the customer's own leaves of the coin. */
  readonly number: number
  /** The place in the tree. Its bits say on which side the siblings stand. */
  readonly position: number
  readonly amount: string
  /** From the leaf up to the child of the root. */
  readonly siblings: readonly SumNode[]
}

export interface ProvenCoin {
  readonly coin: string
  readonly balance: string
  readonly leaves: readonly ProvenLeaf[]
}

/** A customer's file. */
export interface LiabilityProof {
  readonly format: typeof PROOF_FORMAT
  readonly statement: SignedStatement
  /** The customer's mobile number at the commit, which no other account has. */
  readonly holder: string
  /** The secret of the customer for this statement alone: without it nobody finds the leaves. */
  readonly nonce: string
  readonly coins: readonly ProvenCoin[]
}

const LINE_END = 0x0a

/** The bytes of text in ASCII. @throws RangeError for other text */
export function asciiBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code > 0x7e || (code < 0x20 && code !== LINE_END)) throw new RangeError('the text is not ASCII')
    bytes[i] = code
  }
  return bytes
}

/** An amount in base units as it is written in statements and files; `undefined` for any other text, and beyond 128 bits. */
export function readSum(text: string): bigint | undefined {
  if (!/^(0|[1-9]\d{0,38})$/.test(text)) return undefined
  const sum = BigInt(text)
  return sum < SUM_END ? sum : undefined
}

/** @throws RangeError for a negative sum, and for one beyond 128 bits */
export function sumBytes(sum: bigint): Uint8Array {
  if (sum < 0n || sum >= SUM_END) throw new RangeError('the sum does not fit into 128 bits')
  const bytes = new Uint8Array(SUM_BYTES)
  const view = new DataView(bytes.buffer)
  view.setBigUint64(0, sum >> 64n)
  view.setBigUint64(SUM_BYTES / 2, sum & 0xffff_ffff_ffff_ffffn)
  return bytes
}

/** The sum of both; `undefined` beyond 128 bits. */
export const addSums = (one: bigint, other: bigint): bigint | undefined =>
  one + other < SUM_END ? one + other : undefined

const HEX = '0123456789abcdef'

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => `${HEX[byte >> 4] ?? ''}${HEX[byte & 15] ?? ''}`).join('')

/** Bytes of lower-case hex; `undefined` for other text or another length. */
export function bytesOfHex(text: string, length = HASH_BYTES): Uint8Array | undefined {
  if (text.length !== length * 2 || !/^[0-9a-f]*$/.test(text)) return undefined
  return Uint8Array.from({ length }, (_, i) => HEX.indexOf(text[2 * i] ?? '') * 16 + HEX.indexOf(text[2 * i + 1] ?? ''))
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

const named = (text: string): Uint8Array => joined(Uint8Array.of(text.length), asciiBytes(text))
const fourBytes = (value: number): Uint8Array => Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value)

/** The hash of these bytes binds a customer without a name that anybody could guess. */
export const holderBytes = ({ holder, nonce }: { holder: string; nonce: Uint8Array }): Uint8Array =>
  joined(Uint8Array.of(KIND.holder), nonce, named(holder))

interface Leaf {
  readonly statement: string
  readonly coin: string
  readonly number: number
  readonly amount: bigint
  /** The hash of `holderBytes`. */
  readonly holderHash: Uint8Array
  readonly nonce: Uint8Array
}

export const leafBytes = ({ statement, coin, number, amount, holderHash, nonce }: Leaf): Uint8Array =>
  joined(
    ...[Uint8Array.of(KIND.leaf), named(statement), named(coin), fourBytes(number), sumBytes(amount)],
    ...[holderHash, nonce],
  )

interface Child {
  readonly sum: bigint
  readonly hash: Uint8Array
}

export const nodeBytes = (first: Child, second: Child): Uint8Array =>
  joined(Uint8Array.of(KIND.node), sumBytes(first.sum), first.hash, sumBytes(second.sum), second.hash)

/** The text that is signed, and whose SHA-256 is the fingerprint of the statement. */
export function statementText({ format, number, commit, at, previous, coins }: LiabilityStatement): string {
  const lines = coins.map(
    ({ coin, decimals, leaves, height, total, root }) =>
      `coin ${coin} decimals ${decimals} leaves ${leaves} height ${height} total ${total} root ${root}`,
  )
  return [
    format,
    `number ${number}`,
    `commit ${commit}`,
    `at ${at}`,
    `previous ${previous ?? 'none'}`,
    ...lines,
    '',
  ].join('\n')
}

/**
 * The one form of message that custody signs for a statement. It names the address, so that a signature of another exchange's address is of no
 * use, and the statement, so that an old one is of no use for a new one.
 */
export const attestationText = ({
  address,
  statement,
  at,
}: {
  address: string
  statement: string
  at: string
}): string => `Kimia proves that it holds ${address}, statement ${statement}, ${at}`

/** The names under which a customer's file and a statement are saved. */
export const proofFile = (statement: string): string => `kimia-liabilities-${statement}.json`
export const statementFile = (statement: string): string => `kimia-statement-${statement}.json`

/** The command by which the script checks both files in its folder. */
export const checkCommand = (statement: string): string =>
  `node check-liabilities.mjs ${proofFile(statement)} ${statementFile(statement)}`

interface HeldCoin {
  readonly coin: string
  readonly amount: string
}

export interface OwedAndHeld {
  readonly coin: string
  /** Decimal text. */
  readonly owed: string
  /** Decimal text; `undefined` for a coin that no address names, which is not zero. */
  readonly held: string | undefined
}

/** The debt in each coin beside the coins on all addresses together; coins that are held and owed to nobody come last. */
export function compareHeld(
  coins: readonly CoinLiability[],
  addresses: readonly { readonly coins: readonly HeldCoin[] }[],
): OwedAndHeld[] {
  const held = new Map<string, bigint>()
  for (const { coin, amount } of addresses.flatMap((address) => address.coins)) {
    const units = parseDecimal(amount, FINEST_DECIMALS)
    if (units === undefined) throw new RangeError('the amount of an address is no decimal')
    held.set(coin, (held.get(coin) ?? 0n) + units)
  }
  const textOf = (units: bigint | undefined) =>
    units === undefined ? undefined : formatDecimal(units, FINEST_DECIMALS)
  const owedToNobody = [...held].filter(([coin, units]) => units > 0n && !coins.some((each) => each.coin === coin))
  return [
    ...coins.map(({ coin, total, decimals }) => ({
      ...{ coin, owed: formatDecimal(readSum(total) ?? 0n, decimals) },
      held: textOf(held.get(coin)),
    })),
    ...owedToNobody.map(([coin, units]) => ({ coin, owed: '0', held: textOf(units) })),
  ]
}

/** The coins of an address of which there are some. */
export const heldCoins = <Held extends HeldCoin>({ coins }: { readonly coins: readonly Held[] }): Held[] =>
  coins.filter(({ amount }) => /[1-9]/.test(amount))
