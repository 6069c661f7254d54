import { z } from 'zod'
import { KNOWN_NETWORKS } from '#domain/networks.ts'

const Place = z.object({ branch: z.int(), index: z.int() })

/** A transaction in every field that is signed, so that its signature is always the same bytes. */
const Plan = z.object({
  /** The unsigned transaction: base64 of a PSBT or for Stellar, else hex. */
  unsigned: z.string(),
  /** The key of each input. */
  keys: z.array(Place),
  /** The coins, nonces and times that no other plan may use. */
  spends: z.array(z.string()),
  /** The most that it costs, in base units of the chain's own coin. */
  fee: z.string(),
})
export type Plan = z.output<typeof Plan>

const Units = z.string().regex(/^\d{1,78}$/)

export const IntentRecord = z.object({
  type: z.literal('intent'),
  at: z.int(),
  id: z.string(),
  /** A payment asked for; coins for cold storage; a sweep into the hot wallet; coins for the fee of a sweep. */
  kind: z.enum(['payment', 'cold', 'sweep', 'gas']),
  network: z.enum(KNOWN_NETWORKS),
  coin: z.string(),
  to: z.string(),
  tag: z.string().optional(),
  amount: Units,
  decimals: z.int(),
  approvedBy: z.array(z.string()),
  plan: Plan,
})
export type IntentRecord = z.output<typeof IntentRecord>

/** A line of the journal. */
export const JournalRecord = z.discriminatedUnion('type', [
  IntentRecord,
  z.object({ type: z.literal('replacement'), at: z.int(), id: z.string(), plan: Plan }),
  z.object({ type: z.literal('signed'), at: z.int(), id: z.string(), txid: z.string(), raw: z.string() }),
  z.object({ type: z.literal('sent'), at: z.int(), id: z.string(), txid: z.string() }),
  z.object({
    type: z.literal('ended'),
    at: z.int(),
    id: z.string(),
    txid: z.string(),
    state: z.enum(['CONFIRMED', 'FAILED']),
    height: z.int(),
    confirmations: z.int(),
    fee: Units,
    reason: z.string().optional(),
  }),
  z.object({ type: z.literal('fence'), at: z.int(), job: z.string(), number: z.int() }),
  z.object({ type: z.literal('switch'), at: z.int(), stopped: z.boolean(), by: z.string() }),
])
export type JournalRecord = z.output<typeof JournalRecord>
export type EndedRecord = Extract<JournalRecord, { type: 'ended' }>
