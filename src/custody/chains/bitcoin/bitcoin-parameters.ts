import type { BitcoinPolicy } from '../../policy.ts'
import type { NetworkName } from '../chain.ts'

/** The addresses of a chain, and the account under which they are derived. */
export interface BitcoinParameters {
  /** Native segwit, or hashes of keys where a chain has no segwit. */
  readonly kind: 'wpkh' | 'pkh'
  /** Whether the nodes of the network replace a transaction by one with a higher fee. */
  readonly replaces: boolean
  readonly addresses: {
    readonly bech32: string
    readonly pubKeyHash: number
    readonly scriptHash: number
    readonly wif: number
  }
  /** The prefix of cashaddr: a chain of Bitcoin Cash, whose signatures have a digest of their own. */
  readonly cashPrefix?: 'bitcoincash' | 'bchreg'
  readonly path: string
  /** The name of the chain in front of signed messages. */
  readonly messageName: 'Bitcoin' | 'Litecoin' | 'Dogecoin'
  /** Outputs below it are not passed on by nodes. */
  readonly dust: bigint
  /** Base units per virtual byte of an output that would cost more than it holds. */
  readonly dustRate: bigint
  /** Whether `getblock` of its nodes gives whole transactions, or their ids alone. */
  readonly wholeBlocks: boolean
  readonly feeCall: 'estimatesmartfee' | 'estimatefee'
  /** A block that chains with the same first block do not have. */
  readonly ownBlock?: { readonly height: number; readonly hash: string }
}

type Chains = Readonly<Record<BitcoinPolicy['chain'], BitcoinParameters>>

const TEST_PATH = "m/84'/1'/0'"
const TEST_PREFIXES = { pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
const LEGACY_TEST_PATH = "m/44'/1'/0'"
const CORE = { wholeBlocks: true, feeCall: 'estimatesmartfee' } as const
const BITCOIN = { kind: 'wpkh', messageName: 'Bitcoin', replaces: true, dust: 546n, dustRate: 3n, ...CORE } as const
/** Litecoin's nodes ask for ten times as much, and do not replace. */
const LITECOIN = {
  kind: 'wpkh',
  messageName: 'Litecoin',
  replaces: false,
  dust: 5_460n,
  dustRate: 30n,
  ...CORE,
} as const
/** Dogecoin Core is built on Bitcoin Core 0.14. */
const DOGECOIN = {
  kind: 'pkh',
  messageName: 'Dogecoin',
  replaces: false,
  dust: 1_000_000n,
  dustRate: 5_500n,
  ...CORE,
  wholeBlocks: false,
} as const
const CASH = {
  kind: 'pkh',
  messageName: 'Bitcoin',
  replaces: false,
  dust: 546n,
  dustRate: 3n,
  wholeBlocks: true,
  feeCall: 'estimatefee',
} as const

const PARAMETERS: Partial<Readonly<Record<NetworkName, Chains>>> = {
  BTC: {
    main: {
      addresses: { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 },
      path: "m/84'/0'/0'",
      ...BITCOIN,
    },
    regtest: { addresses: { bech32: 'bcrt', ...TEST_PREFIXES }, path: TEST_PATH, ...BITCOIN },
  },
  LTC: {
    main: {
      addresses: { bech32: 'ltc', pubKeyHash: 0x30, scriptHash: 0x32, wif: 0xb0 },
      path: "m/84'/2'/0'",
      ...LITECOIN,
    },
    regtest: {
      addresses: { bech32: 'rltc', ...TEST_PREFIXES, scriptHash: 0x3a },
      path: TEST_PATH,
      ...LITECOIN,
    },
  },
  BCH: {
    main: {
      addresses: { bech32: '', pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 },
      path: "m/44'/145'/0'",
      cashPrefix: 'bitcoincash',
      // The last split, in November 2020: Bitcoin, Bitcoin SV and eCash have other blocks of this height.
      ownBlock: { height: 661_648, hash: '0000000000000000029e471c41818d24b8b74c911071c4ef0b4a0509f9b5a8ce' },
      ...CASH,
    },
    regtest: {
      addresses: { bech32: '', ...TEST_PREFIXES },
      path: LEGACY_TEST_PATH,
      cashPrefix: 'bchreg',
      ...CASH,
    },
  },
  DOGE: {
    main: {
      addresses: { bech32: '', pubKeyHash: 0x1e, scriptHash: 0x16, wif: 0x9e },
      path: "m/44'/3'/0'",
      ...DOGECOIN,
    },
    regtest: {
      addresses: { bech32: '', ...TEST_PREFIXES },
      path: LEGACY_TEST_PATH,
      ...DOGECOIN,
    },
  },
}

/** @throws Error for a network that is none of Bitcoin's family */
export function parametersOf(network: NetworkName, chain: BitcoinPolicy['chain']): BitcoinParameters {
  const found = PARAMETERS[network]?.[chain]
  if (!found) throw new Error(`the policy cannot be used: ${network} is not a network of this kind`)
  return found
}

/** Decimals of a coin of Bitcoin's family. */
export const BITCOIN_DECIMALS = 8
