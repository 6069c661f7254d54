import * as z from 'zod/mini'
import { TOMAN_ACCOUNTS } from '#domain/ledger.ts'
import { defineEndpoint, operatorAct, operatorRead } from './endpoint.ts'
import { Cursor, Reason } from './operations.ts'
import { Day, DecimalText, Id, Instant, replyWith, replyWithRows, SignedDecimalText } from './values.ts'

export const PAYOUT_WAYS = ['GATEWAY', 'FILE'] as const
/**
 * WAITING: the batch is not sent. ORDERED: the gateway or the bank may pay it at any time. PAYING and RETURNING: it is decided, and the ledger
 * follows.
 */
export const PAYOUT_STATES = ['WAITING', 'ORDERED', 'PAYING', 'PAID', 'RETURNING', 'RETURNED'] as const

const Batch = z.object({
  id: Id,
  /** The day in Tehran whose batch it is. */
  day: Day,
  closedAt: Instant,
  /** `null` until it is sent. */
  way: z.nullable(z.enum(PAYOUT_WAYS)),
  orderedAt: z.nullable(Instant),
  handedInAt: z.nullable(Instant),
  lines: z.int(),
  amount: DecimalText,
  paid: z.int(),
  returned: z.int(),
  /** Paid by the bank after the money had gone back to its user, and not taken back yet. */
  paidLate: z.int(),
  /** The approval of the first operator, which a second one has to send. */
  approval: z.nullable(
    z.object({ proposalId: Id, way: z.enum(PAYOUT_WAYS), by: z.string(), isOwn: z.boolean(), at: Instant }),
  ),
})

export const getPayoutBatches = defineEndpoint({
  ...operatorRead,
  path: '/operations/payouts',
  right: 'PAYOUTS_READ',
  summary: 'The daily batches of Toman that leaves by bank, newest first, and the ways by which one can be sent',
  query: z.strictObject({ before: Cursor }),
  response: z.extend(replyWithRows(Batch), { ways: z.array(z.enum(PAYOUT_WAYS)) }),
})

export const getPayoutLines = defineEndpoint({
  ...operatorRead,
  path: '/operations/payouts/:id/lines',
  right: 'PAYOUTS_READ',
  summary: 'The lines of a batch',
  params: z.strictObject({ id: Id }),
  query: z.strictObject({ before: Cursor }),
  response: replyWithRows(
    z.object({
      /** The withdrawal's, which is the identifier in the bank's file too. */
      id: Id,
      userId: Id,
      amount: DecimalText,
      /** "IR" and the last four digits. */
      sheba: z.string(),
      bankName: z.nullable(z.string()),
      state: z.enum(PAYOUT_STATES),
      attempts: z.int(),
      attemptedAt: z.nullable(Instant),
      reference: z.nullable(z.string()),
      /** In the words of the gateway, or a code of ours. */
      failure: z.nullable(z.string()),
      failingSince: z.nullable(Instant),
      endedAt: z.nullable(Instant),
      paidLateAt: z.nullable(Instant),
      takenBackAt: z.nullable(Instant),
      /** An operator's approval to give it back, which waits for another. */
      returnProposed: z.boolean(),
    }),
  ),
  errors: ['PAYOUT_NOT_FOUND'],
})

const act = { ...operatorAct, right: 'PAYOUTS_SEND' } as const
const ofBatch = { ...act, params: z.strictObject({ id: Id }) } as const

export const approvePayoutBatch = defineEndpoint({
  ...ofBatch,
  path: '/operations/payouts/:id/approve',
  summary:
    'Approves a closed batch and the way by which it leaves; it is sent once another operator approves the proposal',
  body: z.strictObject({ way: z.enum(PAYOUT_WAYS), reason: Reason }),
  response: replyWith({ baseDTO: z.object({ id: Id }) }),
  errors: ['PAYOUT_NOT_FOUND', 'PAYOUT_WAY_CLOSED', 'NOTHING_TO_CHANGE', 'TOO_MANY_PROPOSALS', 'PROPOSAL_EXISTS'],
})

export const exportPayoutFile = defineEndpoint({
  ...ofBatch,
  path: '/operations/payouts/:id/file',
  summary:
    'The file of a batch for the bank, as CSV, once two operators have sent it by file. Each export is in the audit log',
  format: 'csv',
  body: z.strictObject({ reason: Reason }),
  response: z.unknown(),
  errors: ['PAYOUT_NOT_FOUND', 'PAYOUT_HAS_NO_FILE', 'WITHDRAWALS_STOPPED', 'EXCEL_NOT_GENERATED'],
})

export const handInPayoutFile = defineEndpoint({
  ...ofBatch,
  path: '/operations/payouts/:id/handed-in',
  summary: 'Notes that the bank has the file of a batch: its withdrawals are sent',
  body: z.strictObject({ reason: Reason }),
  response: replyWith({}),
  errors: ['PAYOUT_NOT_FOUND', 'PAYOUT_HAS_NO_FILE', 'NOTHING_TO_CHANGE'],
})

export const proposePayoutReturn = defineEndpoint({
  ...act,
  path: '/operations/payouts/lines/:id/return',
  summary:
    'Proposes that a line of a file, which the bank did not pay, gives its money back; another operator approves',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ reason: Reason }),
  response: replyWith({ baseDTO: z.object({ id: Id }) }),
  errors: ['PAYOUT_NOT_FOUND', 'NOTHING_TO_CHANGE', 'TOO_MANY_PROPOSALS', 'PROPOSAL_EXISTS'],
})

const TomanAccount = z.enum(TOMAN_ACCOUNTS)

export const getTomanAccounts = defineEndpoint({
  ...operatorRead,
  path: '/operations/payouts/accounts',
  right: 'PAYOUTS_READ',
  summary: 'The Toman at each gateway and in each bank account of the exchange, by the books',
  response: replyWith({ content: z.array(z.object({ account: TomanAccount, amount: SignedDecimalText })) }),
})

/** A transfer between accounts of the exchange, which a gateway or a bank has made. */
export const OwnTransfer = z.strictObject({
  fromAccount: TomanAccount,
  toAccount: TomanAccount,
  transferAmount: DecimalText,
  /** The number that the bank or the gateway gave it: it is booked once. */
  transferReference: z.string().check(z.regex(/^[0-9A-Za-z-]{4,64}$/)),
})

export const proposeOwnTransfer = defineEndpoint({
  ...act,
  path: '/operations/payouts/transfers',
  summary: 'Proposes to book a transfer between accounts of the exchange; another operator approves',
  body: z.extend(OwnTransfer, { reason: Reason }),
  response: replyWith({ baseDTO: z.object({ id: Id }) }),
  errors: ['SETTING_INVALID', 'NOTHING_TO_CHANGE', 'TOO_MANY_PROPOSALS', 'PROPOSAL_EXISTS'],
})

export const STATEMENT_BYTES_MAX = 2_000_000

/** The columns of a bank's statement that are read. The amount is in Rial: of what has left the account. */
export const STATEMENT_COLUMNS = ['day', 'rial', 'reference', 'identifier', 'description'] as const
/** A column of the statement that is passed over. */
export const PASSED_OVER = '-'
const StatementColumn = z.enum([...STATEMENT_COLUMNS, PASSED_OVER])
export type StatementColumn = z.output<typeof StatementColumn>

export const importBankStatement = defineEndpoint({
  ...act,
  path: '/operations/payouts/statements',
  summary:
    'Imports a statement of the bank as CSV, in the columns that are set. Payouts that it names are paid; other lines wait for a person; lines imported before are left out',
  files: ['statement'],
  fileBytesMax: STATEMENT_BYTES_MAX,
  body: z.strictObject({ reason: Reason }),
  response: replyWith({
    baseDTO: z.object({ matched: z.int(), unmatched: z.int(), duplicates: z.int(), badRows: z.array(z.int()) }),
  }),
  errors: ['STATEMENT_UNREADABLE'],
})

export const getBankStatements = defineEndpoint({
  ...operatorRead,
  path: '/operations/payouts/statements',
  right: 'PAYOUTS_READ',
  summary:
    'The columns that a statement must have, the newest imported ones, and the lines of all that match no payout',
  response: replyWith({
    baseDTO: z.object({
      columns: z.array(StatementColumn),
      statements: z.array(
        z.object({
          id: Id,
          importedAt: Instant,
          importedBy: z.string(),
          matched: z.int(),
          unmatched: z.int(),
          duplicates: z.int(),
          badRows: z.int(),
        }),
      ),
      unmatched: z.array(
        z.object({
          id: Id,
          day: Day,
          amount: DecimalText,
          reference: z.string(),
          identifier: z.string(),
          description: z.string(),
        }),
      ),
    }),
  }),
})
