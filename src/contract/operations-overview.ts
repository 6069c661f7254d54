import * as z from 'zod/mini'
import { KNOWN_NETWORKS } from '#domain/networks.ts'
import { defineEndpoint, operatorRead } from './endpoint.ts'
import { JobCounts, ProcessCounts, TroubledJob } from './operations-processes.ts'
import { CoinSymbol, Day, DecimalText, Instant, MarketType, replyWith, SignedDecimalText } from './values.ts'

/** The number of waiting items, and since when the oldest waits. */
const Waiting = z.object({ count: z.int(), oldest: z.nullable(Instant) })
const Milliseconds = z.nullable(z.number())

export const Overview = z.object({
  waiting: z.object({
    identities: Waiting,
    tickets: Waiting,
    withdrawals: Waiting,
    /** Withdrawals of coins that custody does not send yet, and deposits that screening holds. */
    custody: Waiting,
    /** Batches that nobody has sent or handed in, and payments after a return that are not taken back. */
    payouts: Waiting,
    /** Gold that is to be approved, set aside or handed over. */
    deliveries: Waiting,
    /** Payments of the last month that were not credited, with a fault to look into. */
    deposits: Waiting,
    proposals: Waiting,
  }),
  /** The number of these that the asking operator may decide on or answer: no own proposals, and none that the roles exclude. */
  actionable: z.object({ identities: z.int(), tickets: z.int(), proposals: z.int() }),
  /** Customers whose accounts are closed: blocked by an operator, frozen by themselves. */
  closed: z.object({ blocked: z.int(), frozen: z.int() }),
  /**
   * Operators stopped within a week and not readmitted, and the number of admins who can act: with one, nothing that takes two can be
   * approved.
   */
  access: z.object({
    stopped: z.array(z.object({ name: z.string(), by: z.string(), at: Instant })),
    admins: z.int(),
  }),
  /** `null` unless a restore is not compared yet: until then no money leaves, and no key of a program works. */
  restore: z.nullable(
    z.object({
      restoredAt: Instant,
      /** The moment whose state was brought back. */
      stateAt: Instant,
      /** The back-up or archive. */
      source: z.string(),
    }),
  ),
  health: z.object({
    at: Instant,
    writer: z.object({
      /** The epoch of the process that may commit. */
      epoch: z.nullable(z.int()),
      /** How long the writer took to answer; `null` if it did not answer. */
      answeredMs: Milliseconds,
      /** Commands waiting for their commit. */
      waiting: z.int(),
      /** Commands answered since the start. */
      answered: z.int(),
      p99Ms: Milliseconds,
    }),
    /** Markets that operators have halted, the longest halted first. */
    halts: z.array(
      z.object({
        marketType: MarketType,
        kind: z.enum(['halted', 'cancel-only']),
        since: Instant,
        /** The operator who ordered it; `null` if no single operator did, as with a new market. */
        by: z.nullable(z.string()),
      }),
    ),
    /** Markets in which the market maker was switched off, the longest off first. */
    makersOff: z.array(
      z.object({
        marketType: MarketType,
        since: Instant,
        /** The operator who did; `null` for the automatic stop after a day's losses. */
        by: z.nullable(z.string()),
      }),
    ),
    /** Operators have not stopped everything that leaves. */
    withdrawalsOpen: z.boolean(),
    /** When `npm run backup` last finished here; `null` if it never did. */
    backUpAt: z.nullable(Instant),
    database: z.object({ engine: z.enum(['pglite', 'postgres']), latencyMs: Milliseconds }),
    prices: z.object({ at: z.nullable(Instant), stale: z.boolean(), staleMarkets: z.array(MarketType) }),
    processes: ProcessCounts,
    jobCounts: JobCounts,
    /** Jobs that are late or fail, graver ones first. */
    jobs: z.array(TroubledJob),
    /** `null` on a server that is not connected to custody. */
    custody: z.nullable(
      z.object({
        answers: z.boolean(),
        /** Since when nothing is sent; `null` unless all sending is stopped. */
        stoppedAt: z.nullable(Instant),
        /** Networks whose nodes custody does not reach. */
        unreachable: z.array(z.enum(KNOWN_NETWORKS)),
        /** Coins of which custody counts more or fewer than the ledger, twice in a row; `null` before they were counted. */
        differences: z.nullable(z.int()),
      }),
    ),
    vendors: z.array(
      z.object({
        /** "sms", "email", "identity", "cards", "prices". */
        vendor: z.string(),
        at: Instant,
        /** "TIMEOUT"; `null` if its last answer was usable. */
        fault: z.nullable(z.string()),
        answers: z.int(),
        faults: z.int(),
      }),
    ),
  }),
})

export const getOverview = defineEndpoint({
  ...operatorRead,
  path: '/operations/overview',
  right: 'OVERVIEW_READ',
  summary: 'What waits for operators, and how the system stands',
  polled: true,
  response: replyWith({ baseDTO: Overview }),
})

export const FIGURE_DAYS = 14

/** A day of Tehran. Money is in Toman, at the prices of the time. */
const FiguresOfDay = z.object({
  day: Day,
  trades: z.int(),
  volume: DecimalText,
  fees: DecimalText,
  users: z.int(),
  deposits: z.int(),
  deposited: DecimalText,
  withdrawals: z.int(),
})

/** The exchange's own holdings of a coin. */
export const Held = z.object({
  coin: CoinSymbol,
  amount: SignedDecimalText,
  /** Its present value; `null` if there is no price. */
  amountInToman: z.nullable(SignedDecimalText),
  /** Without the loans of its credit line: its gains or losses from trading. */
  exposure: SignedDecimalText,
  /** The present value of the exposure; `null` if there is no price. */
  exposureInToman: z.nullable(SignedDecimalText),
})

/**
 * The customers' holdings of a coin, with deposits of unknown owners, compared with its backing. Loans of the credit line to customers are
 * excluded on both sides.
 */
export const Backing = z.object({
  coin: CoinSymbol,
  owed: SignedDecimalText,
  gateway: SignedDecimalText,
  custody: SignedDecimalText,
  /** The exchange's own capital from its credit line. */
  capital: SignedDecimalText,
  /** The amount held beyond the amount owed. */
  surplus: SignedDecimalText,
  /** Their present value; `null` if there is no price. */
  owedInToman: z.nullable(SignedDecimalText),
  heldInToman: z.nullable(SignedDecimalText),
})

export const getFigures = defineEndpoint({
  ...operatorRead,
  path: '/operations/figures',
  right: 'OVERVIEW_READ',
  summary: 'The figures of the last fourteen days in Tehran, today last, and what the exchange itself holds',
  response: replyWith({
    baseDTO: z.object({
      days: z.array(FiguresOfDay),
      /** Both of the following together. */
      together: z.array(Held),
      /** The inventory of quick trade. */
      inventory: z.array(Held),
      maker: z.array(Held),
      /** At most a minute old. */
      backing: z.array(Backing),
    }),
  }),
})
