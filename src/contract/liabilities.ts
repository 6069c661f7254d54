import * as z from 'zod/mini'
import { PROOF_FORMAT, STATEMENT_FORMAT } from '#domain/liabilities.ts'
import { KNOWN_NETWORKS } from '#domain/networks.ts'
import { defineEndpoint, ownRead, publicRead } from './endpoint.ts'
import { CoinSymbol, DecimalText, Id, Instant, replyWith } from './values.ts'

const Hex = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** An amount in base units. It is a part of what is hashed, so that it has one form. */
const Sum = z.string().check(z.regex(/^(0|[1-9]\d{0,38})$/))

/** A list that nobody changes, as the domain has it. */
const listOf = <const Row extends z.ZodMiniType>(row: Row) => z.readonly(z.array(row))

export const SignedStatement = z.strictObject({
  format: z.literal(STATEMENT_FORMAT),
  number: Id,
  commit: Id,
  at: Instant,
  previous: z.nullable(Hex),
  coins: listOf(
    z.strictObject({
      coin: CoinSymbol,
      decimals: z.int(),
      leaves: z.int(),
      height: z.int(),
      total: Sum,
      root: Hex,
    }),
  ),
  publicKey: Hex,
  signature: z.string().check(z.regex(/^[0-9a-f]{128}$/)),
})

/** In a customer's file any text passes for an amount or a hash: the check names its fault, and the customer keeps the file. */
const Unchecked = z.string()

const ProvenLeaf = z.strictObject({
  number: z.number(),
  position: z.number(),
  amount: Unchecked,
  siblings: listOf(z.strictObject({ hash: Unchecked, sum: Unchecked })),
})

export const LiabilityProof = z.strictObject({
  format: z.literal(PROOF_FORMAT),
  statement: SignedStatement,
  holder: z.string(),
  nonce: Unchecked,
  coins: listOf(z.strictObject({ coin: z.string(), balance: Unchecked, leaves: listOf(ProvenLeaf) })),
})

export const ATTESTATION_SCHEMES = ['EIP-191', 'TRON', 'BIP-137', 'SEP-53'] as const

/** A signature by the key of an address, which shows that the exchange has the key. */
export const Attestation = z.object({
  scheme: z.enum(ATTESTATION_SCHEMES),
  message: z.string(),
  /** In hex with 0x of EIP-191 and TRON, else in base64. */
  signature: z.string(),
})

/** An address of custody, or all deposit addresses together: each of these belongs to a customer, and is not published. */
export const Reserve = z.object({
  network: z.enum(KNOWN_NETWORKS),
  kind: z.enum(['HOT', 'COLD', 'DEPOSITS']),
  address: z.nullable(z.string()),
  coins: listOf(z.object({ coin: CoinSymbol, amount: DecimalText })),
  attestation: z.nullable(Attestation),
})
export type Reserve = z.output<typeof Reserve>

export const PublishedLiabilities = z.object({
  statement: SignedStatement,
  /** SHA-256 of the text that is signed: everybody must see the same. */
  fingerprint: Hex,
  /** `null` until custody was asked after the statement, and on an exchange without custody. */
  reserves: z.nullable(
    z.object({
      at: Instant,
      addresses: listOf(Reserve),
      /** Networks that did not answer: their coins are not counted. Absent: all did. */
      missing: z.exactOptional(listOf(z.enum(KNOWN_NETWORKS))),
    }),
  ),
})
export type PublishedLiabilities = z.output<typeof PublishedLiabilities>

export const getLiabilities = defineEndpoint({
  ...publicRead,
  path: '/liabilities',
  summary:
    'The newest statement of what the exchange owes all customers, beside the coins on its addresses, and a list of the newest statements',
  response: replyWith({
    /** `null` before the first one. */
    baseDTO: z.nullable(PublishedLiabilities),
    content: listOf(z.object({ number: Id, at: Instant, fingerprint: Hex })),
  }),
})

export const getLiabilityStatement = defineEndpoint({
  ...publicRead,
  path: '/liabilities/:number',
  summary: 'A statement by its number; each stays published for ever',
  params: z.strictObject({ number: Id }),
  response: replyWith({ baseDTO: PublishedLiabilities }),
})

export const getLiabilityProof = defineEndpoint({
  ...ownRead,
  path: '/liabilities/:number/proof',
  summary:
    "The caller's own proof that the balances are in a statement, while it is one of the newest; a hundred of them an hour. Without one, the code says why: PROOF_NOT_KEPT, ACCOUNT_AFTER_STATEMENT or NO_BALANCE_IN_STATEMENT",
  params: z.strictObject({ number: Id }),
  response: replyWith({ baseDTO: LiabilityProof }),
})
