import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { FINEST_DECIMALS, parseDecimal } from '#domain/decimal.ts'
import { KNOWN_NETWORKS, type KnownNetwork } from '#domain/networks.ts'

/**
 * The signing policy, from a file of custody's own that no request changes: the operators, the limits of each coin, and the chains with the
 * coins served on them. Amounts are whole coins in decimal text.
 */
const Whole = z.string().regex(/^\d{1,30}(\.\d{1,24})?$/, 'must be a decimal number as text')

const Limits = z.strictObject({ perTransaction: Whole, perHour: Whole, perDay: Whole })
const CoinName = z.string().regex(/^[A-Z][A-Z0-9_]{1,39}$/)

/** The extended public key of the account of cold storage, whose address is its child 1/0. */
const cold = z
  .string()
  .regex(/^xpub[1-9A-HJ-NP-Za-km-z]{107}$/, 'must be an extended public key')
  .optional()

/** The most that all transactions of a day may cost, in the chain's own coin; left out, a hundred times the most of one. */
const feePerDay = Whole.optional()

const servedCoins = (contract: RegExp) =>
  z
    .array(
      z.strictObject({
        symbol: CoinName,
        decimals: z.int().min(0).max(24),
        contract: z.string().regex(contract).optional(),
      }),
    )
    .min(1)
    .refine(
      (coins) => coins.every((coin, place) => (coin.contract === undefined) === (place === 0)),
      'the first coin is the chain’s own, and all others have a contract',
    )

const EvmNetwork = z.strictObject({
  kind: z.literal('evm'),
  cold,
  chainId: z.int().min(1),
  confirmations: z.int().min(1),
  /** The most that one transaction may cost, in the chain's own coin. */
  feeMax: Whole,
  feePerDay,
  /** For chains without a base fee. */
  legacyFees: z.boolean().default(false),
  /** The node answers `debug_traceBlockByHash`: coins that contracts send are seen too. Otherwise only those of transactions themselves are. */
  traces: z.boolean().default(false),
  /** The first is the chain's own coin; the others are tokens. */
  coins: servedCoins(/^0x[0-9a-fA-F]{40}$/),
})

const BitcoinNetwork = z.strictObject({
  kind: z.literal('bitcoin'),
  cold,
  chain: z.enum(['main', 'regtest']),
  /** The hash of block 0, by which the chain is known. */
  firstBlock: z.string().regex(/^[0-9a-f]{64}$/),
  /** The height at which the seed was made: nothing was paid to it before. */
  birthHeight: z.int().min(0),
  confirmations: z.int().min(1),
  feeMax: Whole,
  feePerDay,
  /** Base units per virtual byte. */
  feeRate: z.strictObject({ min: z.int().min(1), max: z.int().min(1) }),
  symbol: CoinName,
})

/** The first block of TRON's main network. */
export const TRON_FIRST_BLOCK = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc'
/** Two thirds of its 27 producers have built on a block of this depth, which is final. */
const TRON_SOLID_DEPTH = 19

const TronNetwork = z
  .strictObject({
    kind: z.literal('tron'),
    cold,
    /** The hash of block 0, by which the chain is known. */
    firstBlock: z.string().regex(/^[0-9a-f]{64}$/),
    confirmations: z.int().min(1),
    feeMax: Whole,
    feePerDay,
    /** The first is the chain's own coin; the others are tokens. */
    coins: servedCoins(/^T[1-9A-HJ-NP-Za-km-z]{33}$/),
  })
  .refine(
    ({ firstBlock, confirmations }) => firstBlock !== TRON_FIRST_BLOCK || confirmations >= TRON_SOLID_DEPTH,
    `confirmations are ${TRON_SOLID_DEPTH} or more on the main network`,
  )

/** The number of XRP's main network. */
export const XRP_MAIN_NETWORK = 0

/**
 * XRP, and Stellar below, have one account for all users. Its reserve and some coins for fees are paid into it first: best from cold storage, since
 * a payment of anybody else without a tag is listed among the deposits that nobody owns.
 */
const XrpNetwork = z.strictObject({
  kind: z.literal('xrp'),
  cold,
  /** The number by which the network is known. A network above 1024 has it in each transaction. */
  networkId: z.int().min(0).max(4_294_967_295),
  /** A validated ledger is final: one is enough. */
  confirmations: z.int().min(1),
  feeMax: Whole,
  feePerDay,
  symbol: CoinName,
})

/** The name of Stellar's main network, which is part of what is signed. */
export const STELLAR_PASSPHRASE = 'Public Global Stellar Network ; September 2015'

const StellarNetwork = z.strictObject({
  kind: z.literal('stellar'),
  /** The address of cold storage: its keys have no public derivation. */
  cold: z
    .string()
    .regex(/^G[A-Z2-7]{55}$/, 'must be an address of Stellar')
    .optional(),
  passphrase: z.string().min(1),
  /** A closed ledger is final: one is enough. */
  confirmations: z.int().min(1),
  feeMax: Whole,
  feePerDay,
  symbol: CoinName,
})

const Operator = z.strictObject({
  name: z.string().min(1),
  /** Ed25519, 32 bytes in base64. */
  publicKey: z.base64().refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64'),
})

const PolicyFile = z.strictObject({
  operators: z.array(Operator),
  /** `automatic`: without an operator. `approved`: with two operators' approvals. Above both, only from cold. */
  limits: z.record(CoinName, z.strictObject({ automatic: Limits, approved: Limits })),
  networks: z.partialRecord(
    z.enum(KNOWN_NETWORKS),
    z.discriminatedUnion('kind', [EvmNetwork, BitcoinNetwork, TronNetwork, XrpNetwork, StellarNetwork]),
  ),
})

export type EvmPolicy = z.output<typeof EvmNetwork>
export type BitcoinPolicy = z.output<typeof BitcoinNetwork>
export type TronPolicy = z.output<typeof TronNetwork>
export type XrpPolicy = z.output<typeof XrpNetwork>
export type StellarPolicy = z.output<typeof StellarNetwork>
export type NetworkPolicy = EvmPolicy | BitcoinPolicy | TronPolicy | XrpPolicy | StellarPolicy
export type PolicyText = z.input<typeof PolicyFile>

/** Amounts of one coin on all its networks in one unit, 10^-24 coins: its decimals differ between networks. */
export interface CoinLimits {
  readonly perTransaction: bigint
  readonly perHour: bigint
  readonly perDay: bigint
}

export interface Policy {
  readonly operators: ReadonlyMap<string, KeyObject>
  readonly limits: ReadonlyMap<string, { readonly automatic: CoinLimits; readonly approved: CoinLimits }>
  readonly networks: ReadonlyMap<KnownNetwork, NetworkPolicy>
}

/** @throws Error with a sentence that names the faulty place of the file */
export function readPolicy(path: string): Policy {
  return parsePolicy(JSON.parse(readFileSync(path, 'utf8')))
}

export function parsePolicy(given: unknown): Policy {
  const file = PolicyFile.safeParse(given)
  if (!file.success) {
    const [issue] = file.error.issues
    throw new Error(`the policy cannot be used: ${issue?.path.join('.')}: ${issue?.message}`)
  }
  const { operators, limits, networks } = file.data
  const keys = new Map(operators.map(({ name, publicKey }) => [name, openPublicKey(publicKey)]))
  const distinct = new Set(operators.map(({ publicKey }) => publicKey))
  if (keys.size < operators.length || distinct.size < operators.length)
    throw new Error('the policy cannot be used: two operators share a name or a key')
  const policy = {
    operators: keys,
    limits: new Map(
      Object.entries(limits).map(([coin, { automatic, approved }]) => [
        coin,
        { automatic: finestLimits(automatic), approved: finestLimits(approved) },
      ]),
    ),
    networks: new Map(KNOWN_NETWORKS.flatMap((network) => pairOf(network, networks[network]))),
  }
  const unlimited = [...policy.networks.values()].flatMap(symbolsOf).find((symbol) => !policy.limits.has(symbol))
  if (unlimited) throw new Error(`the policy cannot be used: ${unlimited} has no limits`)
  return policy
}

/** The coins that a network serves. */
export const symbolsOf = (network: NetworkPolicy): string[] =>
  'symbol' in network ? [network.symbol] : network.coins.map(({ symbol }) => symbol)

const pairOf = <Key, Value>(key: Key, value: Value | undefined): [Key, Value][] =>
  value === undefined ? [] : [[key, value]]

function finestLimits({ perTransaction, perHour, perDay }: z.output<typeof Limits>): CoinLimits {
  return {
    perTransaction: readWhole(perTransaction, FINEST_DECIMALS),
    perHour: readWhole(perHour, FINEST_DECIMALS),
    perDay: readWhole(perDay, FINEST_DECIMALS),
  }
}

/** @throws Error for more decimals than the coin has */
function readWhole(text: string, decimals: number): bigint {
  const value = parseDecimal(text, decimals)
  if (value === undefined) throw new Error(`the policy cannot be used: ${text} is finer than the coin`)
  return value
}

const openPublicKey = (base64: string): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(base64, 'base64').toString('base64url') },
    format: 'jwk',
  })

/** The fees of a network in base units of its own coin: the most of one transaction, and of a day. */
export function feesOf({ feeMax, feePerDay }: NetworkPolicy, decimals: number) {
  const most = readWhole(feeMax, decimals)
  return { feeMax: most, feePerDay: feePerDay === undefined ? most * 100n : readWhole(feePerDay, decimals) }
}
