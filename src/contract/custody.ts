import * as z from 'zod/mini'
import { KNOWN_NETWORKS } from '#domain/networks.ts'
import { CUSTODY_REFUSALS } from './custody-refusals.ts'
import { ATTESTATION_SCHEMES } from './liabilities.ts'
import { ClientKey, CoinSymbol } from './values.ts'

/**
 * The protocol of custody, the process that alone holds keys: JSON lines over its stdio or a Unix socket. Each line of the caller is a
 * question with an id, `{id, method, params, fence}`; each line of custody is the answer to one of them, in any order, `{id, ok: true, result}` or
 * `{id, ok: false, code, reason}`. A caller can ask and no more: custody decides by a policy of its own.
 */

/** Base units of a chain as text. How many of them are one whole coin is `decimals`, which may differ from the ledger's. */
export const BaseUnits = z.string().check(z.regex(/^\d{1,78}$/))

export const Network = z.enum(KNOWN_NETWORKS)

const Tag = z.string().check(z.minLength(1), z.maxLength(64))

const Height = z.int().check(z.gte(0))
/** The number of a deposit address: a child of the account's extended public key, or the tag of its one address. */
const AddressIndex = z.int().check(z.gte(0), z.lt(2 ** 31))
/** SHA-256 in hex. */
const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const Decimals = z.int().check(z.gte(0), z.lte(36))

/** The intent of what cold storage pays to an address that users share. */
export const COLD_INTENT = 'cold'
/** Most blocks of one `scan`; networks with larger blocks read fewer. */
export const SCAN_BLOCKS_MAX = 500
/** Operators whose approval a payment above the automatic limits needs. */
export const APPROVALS_NEEDED = 2

const Intent = {
  /** Made by the caller once per payment and repeated on every retry. */
  id: ClientKey,
  network: Network,
  coin: CoinSymbol,
  to: z.string().check(z.minLength(1), z.maxLength(128)),
  /** The tag or memo that belongs to the address, on networks that have one. */
  tag: z.optional(Tag),
  amount: BaseUnits,
}

/** An operator's Ed25519 signature, in base64, over the bytes of `canonicalIntent`. */
const Approval = z.object({ operator: z.string().check(z.minLength(1)), signature: z.string().check(z.maxLength(128)) })

/** The question of each method. */
export const CUSTODY_PARAMS = {
  status: z.object({}),
  address: z.object({ network: Network, index: AddressIndex }),
  scan: z.object({
    network: Network,
    /** The last block that the caller has read; the answer begins with the next. */
    after: z.int().check(z.gte(-1)),
    /** How many deposit addresses were issued: their indices are below it. */
    issued: AddressIndex,
  }),
  balances: z.object({ network: Network, issued: AddressIndex }),
  /** Whether a payment has the form that `send` needs, and its receiver takes it. It says nothing of limits and funds. */
  check: z.object({
    ...{ network: Network, coin: CoinSymbol, to: Intent.to, tag: Intent.tag, amount: BaseUnits },
  }),
  send: z.object({
    ...Intent,
    approvals: z.array(Approval).check(z.maxLength(16)),
    /** Milliseconds since 1970 from which it is refused, unless it was accepted before: so that no late question pays. Absent: at no time. */
    until: z.optional(z.int()),
  }),
  find: z.object({ id: ClientKey }),
  replace: z.object({ id: ClientKey }),
  sweep: z.object({ id: ClientKey, network: Network, index: AddressIndex, coin: CoinSymbol }),
  /** A payment from cold storage, to be signed elsewhere: custody has no key of it. */
  draft: z.object({ network: Network, coin: CoinSymbol, to: Intent.to, tag: Intent.tag, amount: BaseUnits }),
  /** Gives a transaction that was signed elsewhere to the network's node. */
  submit: z.object({ network: Network, raw: z.string().check(z.regex(/^(0x)?[0-9a-f]{2,60000}$/)) }),
  /** A transaction of cold storage, and what it pays an address of a coin. */
  /**
   * A signed message by the key of the hot wallet, in the one form of `attestationText`: custody signs no other words, and says the time by its
   * own clock, so that no caller keeps messages for later days.
   */
  attest: z.object({ network: Network, statement: Hash }),
  inspect: z.object({
    network: Network,
    coin: CoinSymbol,
    to: Intent.to,
    tag: Intent.tag,
    txid: z.string().check(z.regex(/^(0x)?[0-9a-fA-F]{64}$/)),
  }),
  stop: z.object({ by: z.string().check(z.minLength(1), z.maxLength(128)) }),
  /** Two operators have to sign `canonicalResume` if the policy has so many: a caller alone cannot undo a stop. */
  resume: z.object({
    by: z.string().check(z.minLength(1), z.maxLength(128)),
    approvals: z.optional(z.array(Approval).check(z.maxLength(16))),
  }),
} as const
export type CustodyMethod = keyof typeof CUSTODY_PARAMS
export type CustodyParams<Method extends CustodyMethod> = z.output<(typeof CUSTODY_PARAMS)[Method]>

const Block = z.object({ height: Height, hash: z.string() })

const ServedCoin = z.object({
  symbol: CoinSymbol,
  decimals: Decimals,
  /** Absent for the coin in which the network's fees are paid. */
  contract: z.optional(z.string()),
})

const NetworkStatus = z.object({
  network: Network,
  reachable: z.boolean(),
  /** Absent while the node cannot be reached. */
  tip: z.optional(Block),
  /** The chain that the policy names: the chain id of an EVM network, else the hash of its first block. */
  chain: z.string(),
  /** Deposit addresses are its children 0/index, the hot wallet is 1/0, and of XRP 0/0 is both; of Stellar, the address's own key in hex. */
  extendedPublicKey: z.string(),
  hotAddress: z.string(),
  /** The address of cold storage; absent: the policy names none. */
  coldAddress: z.optional(z.string()),
  /** Confirmations from which an outcome is final. */
  confirmations: z.int(),
  coins: z.array(ServedCoin),
})

/** A payment to an address of custody. Two of one transaction differ in their position. */
const Incoming = z.object({
  txid: z.string(),
  /** Stays the same when the transaction moves to another block. */
  position: z.int(),
  /** Absent: the hot wallet. On networks with tags it is absent for a payment without one, and for a tag that was not issued, too. */
  index: z.optional(AddressIndex),
  /** As it was sent. Two payments to one address differ in it. */
  tag: z.optional(z.string()),
  address: z.string(),
  /** The served coin; absent for a token that the policy does not know. */
  coin: z.optional(CoinSymbol),
  /** Absent for the coin in which the network's fees are paid. */
  contract: z.optional(z.string()),
  /** Absent for an unknown token. */
  decimals: z.optional(Decimals),
  amount: BaseUnits,
  height: Height,
  blockHash: z.string(),
  /** Addresses whose coins it spends; absent: the chain does not say. */
  from: z.optional(z.array(z.string())),
  /** The intent of custody that made it: a sweep, coins for its fee, change; or `COLD_INTENT`. It is nobody's deposit. */
  intent: z.optional(z.string()),
})

/**
 * UNKNOWN_INTENT: never accepted, nothing was or will be signed. SIGNED: no node has it for certain. SENT: a node has it. CONFIRMED: in a
 * block; final with the network's confirmations. FAILED: final, nothing was paid.
 */
export const SEND_STATES = ['UNKNOWN_INTENT', 'SIGNED', 'SENT', 'CONFIRMED', 'FAILED'] as const

export const SendState = z.object({
  id: ClientKey,
  state: z.enum(SEND_STATES),
  /** The transaction in the block, or the newest version of those that were signed. */
  txid: z.optional(z.string()),
  /** All signed versions, the oldest first. */
  txids: z.array(z.string()),
  height: z.optional(Height),
  confirmations: z.optional(z.int()),
  isFinal: z.boolean(),
  /** Base units of the coin in which the network's fees are paid: paid if confirmed, else the most that is offered. */
  fee: z.optional(BaseUnits),
  /** The payment as custody was asked for it. */
  ...{ amount: z.optional(BaseUnits), network: z.optional(Network), coin: z.optional(CoinSymbol) },
  to: z.optional(z.string()),
  /** Why it failed, or the node's words on a transaction that it does not take. */
  reason: z.optional(z.string()),
})
export type SendState = z.output<typeof SendState>

const CoinBalance = z.object({
  symbol: CoinSymbol,
  decimals: Decimals,
  hot: BaseUnits,
  /** On all issued deposit addresses together. */
  deposits: BaseUnits,
  /** In cold storage; absent: the policy names none. */
  cold: z.optional(BaseUnits),
})

/** A payment for `npm run custody:sign`, which shows what it signs by the unsigned transaction alone. */
export const ColdDraft = z.object({
  format: z.literal('kimia-cold-1'),
  network: Network,
  /** An EVM chain id, "main" or "regtest" of Bitcoin's family, the hash of TRON's first block, a number of XRP's, or a passphrase of Stellar's. */
  chain: z.string(),
  unsigned: z.string(),
  /** The keys of the inputs, below the account. */
  keys: z.array(z.object({ branch: z.int(), index: z.int() })),
})

const Switch = z.object({ stopped: z.boolean() })

/** The answer of each method. */
export const CUSTODY_RESULTS = {
  status: z.object({
    stopped: z.boolean(),
    /** Milliseconds since 1970; absent unless all sending is stopped. */
    stoppedAt: z.optional(z.int()),
    networks: z.array(NetworkStatus),
  }),
  /** The tag, where there is one, belongs to the address: a payment without it is nobody's. */
  address: z.object({ address: z.string(), tag: z.optional(z.string()) }),
  scan: z.object({
    tip: Block,
    /** The last block that was read: the next `after`. */
    scanned: Block,
    /** Whether there are blocks above `scanned`. */
    more: z.boolean(),
    transfers: z.array(Incoming),
  }),
  balances: z.object({ at: Block, coins: z.array(CoinBalance) }),
  /** The address and its tag as their network writes them. `own`: custody itself has its key, so that nothing is sent there. */
  check: z.object({ to: z.string(), tag: z.optional(z.string()), own: z.optional(z.boolean()) }),
  send: SendState,
  find: SendState,
  replace: SendState,
  sweep: SendState,
  draft: z.object({
    /** A `ColdDraft`. */
    draft: z.unknown(),
    from: z.string(),
    /** The most that it costs, in base units of the coin in which the network's fees are paid. */
    fee: BaseUnits,
  }),
  submit: z.object({ txid: z.string(), accepted: z.boolean(), reason: z.optional(z.string()) }),
  inspect: z.object({
    /** Absent: it is in no block, or was reverted. */
    found: z.optional(
      z.object({
        height: Height,
        confirmations: z.int(),
        isFinal: z.boolean(),
        /** It paid so much to the address and its tag, from cold storage alone. */
        amount: BaseUnits,
        /** Base units of the coin in which the network's fees are paid. */
        fee: BaseUnits,
      }),
    ),
  }),
  /** `message` and `signature` are absent on networks whose wallets agree on no scheme that custody knows. */
  attest: z.object({
    address: z.string(),
    scheme: z.optional(z.enum(ATTESTATION_SCHEMES)),
    message: z.optional(z.string()),
    signature: z.optional(z.string()),
  }),
  stop: Switch,
  resume: Switch,
} as const
export type CustodyResult<Method extends CustodyMethod> = z.output<(typeof CUSTODY_RESULTS)[Method]>
export type IncomingTransfer = z.output<typeof Incoming>
export type BlockId = z.output<typeof Block>

const RequestId = z.union([z.int(), z.string().check(z.maxLength(64))])

/** The methods by which custody signs, or gives something to a chain. Where custody has a token of sending, a caller at its socket needs it for these. */
export const SENDING_METHODS: ReadonlySet<string> = new Set<CustodyMethod>([
  ...(['send', 'replace', 'sweep', 'submit', 'attest'] as const),
])

/** The lease of a job under which a request is sent. Its number is higher whenever another process takes the lease. */
const Fence = z.object({ job: z.string().check(z.minLength(1), z.maxLength(64)), number: z.int().check(z.gte(0)) })
export type Fence = z.output<typeof Fence>

/** The methods that pay need a fence; with another, custody compares it if it is there. */
export const FENCED: ReadonlySet<CustodyMethod> = new Set(['send', 'replace', 'sweep'])

export const CustodyRequest = z.object({
  id: RequestId,
  method: z.string(),
  params: z.unknown(),
  /** Absent from a caller that may ask, and have nothing sent. */
  token: z.optional(z.string()),
  fence: z.optional(Fence),
})
export type CustodyRequest = z.output<typeof CustodyRequest>

export const CustodyAnswer = z.discriminatedUnion('ok', [
  z.object({ id: RequestId, ok: z.literal(true), result: z.unknown() }),
  z.object({
    /** Null: the line could not be read. */
    id: z.nullable(RequestId),
    ok: z.literal(false),
    code: z.enum(CUSTODY_REFUSALS),
    reason: z.optional(z.string()),
  }),
])
export type CustodyAnswer = z.output<typeof CustodyAnswer>

/** The longest line that custody reads. */
export const REQUEST_BYTES_MAX = 65_536

export type PaymentIntent = Omit<CustodyParams<'send'>, 'approvals' | 'until'>
