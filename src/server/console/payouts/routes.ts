import type * as z from 'zod/mini'
import * as contract from '#contract/operations-payouts.ts'
import { Rejected, rejected } from '#contract/rejected.ts'
import { TOMAN_DECIMALS } from '#domain/coin.ts'
import { readId } from '#domain/counts.ts'
import { formatDecimal } from '#domain/decimal.ts'
import type { Language } from '#domain/market-state.ts'
import { bankOfSheba } from '#domain/sheba.ts'
import type { Amount } from '#domain/units.ts'
import { csvDownload, type Route, route } from '../../http/route.ts'
import { type ApprovedSubject, readOpenOf } from '../../store/accounts/proposals.ts'
import { cutPage } from '../../store/page.ts'
import { readStatements, unmatchedStatementLines } from '../../store/wallets/bank-statements.ts'
import { findPayoutBatch, type PayoutBatch, readPayoutBatches } from '../../store/wallets/payout-batches.ts'
import { type PayoutLine, readPayoutLines } from '../../store/wallets/payouts.ts'
import { actOf } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { idOfProposed } from '../proposals/proposal.ts'
import {
  approveBatch,
  exportFile,
  handInFile,
  importStatement,
  proposeReturn,
  wayOfProposal,
} from './act-on-payouts.ts'
import { proposeOwnTransfer, readTomanAccounts } from './own-transfers.ts'

const BATCHES = 20
const LINES = 100
const STATEMENTS = 10
const UNMATCHED_MAX = 200

/** The room of Toman that leaves by bank. */
export function payoutRoutes(services: ConsoleServices): Route[] {
  const { accounts, payouts } = services
  const { database, now } = accounts
  return [
    route(contract.getPayoutBatches, async ({ query, caller }) => {
      const found = await readPayoutBatches(database, { before: cursorOf(query.before), most: BATCHES + 1 })
      const { rows, ...more } = cutPage(found, BATCHES, ({ id }) => id)
      const approvals = await readOpenOf(database, { kind: 'SEND_PAYOUTS', at: now() })
      const content = rows.map((batch) => batchOnWire(batch, { approvals, operatorId: caller.operatorId }))
      return { content, ...more, ways: payouts.gateway ? [...contract.PAYOUT_WAYS] : ['FILE' as const] }
    }),
    route(contract.getPayoutLines, async ({ params, query, language }) => {
      const batchId = readId(params.id)
      if (!(await findPayoutBatch(database, batchId))) return rejected('PAYOUT_NOT_FOUND')
      const found = await readPayoutLines(database, { batchId, before: cursorOf(query.before), most: LINES + 1 })
      const { rows, ...more } = cutPage(found, LINES, ({ id }) => id)
      const returns = await readOpenOf(database, { kind: 'RETURN_PAYOUT', at: now() })
      const proposed = new Set(returns.map(({ subject }) => subject))
      return { content: rows.map((line) => lineOnWire(line, { language, proposed })), ...more }
    }),
    route(contract.approvePayoutBatch, async (call) => {
      const asked = { id: readId(call.params.id), way: call.body.way }
      return idOfProposed(await approveBatch(services, asked, actOf(call)))
    }),
    route(contract.exportPayoutFile, async (call) => {
      const made = await exportFile(services, readId(call.params.id), actOf(call))
      return made instanceof Rejected ? made : csvDownload(made)
    }),
    route(
      contract.handInPayoutFile,
      async (call) => (await handInFile(services, readId(call.params.id), actOf(call))) ?? {},
    ),
    route(contract.proposePayoutReturn, async (call) =>
      idOfProposed(await proposeReturn(services, readId(call.params.id), actOf(call))),
    ),
    route(contract.getTomanAccounts, async () => ({ content: await readTomanAccounts(services) })),
    route(contract.proposeOwnTransfer, async (call) => {
      const { reason: _, ...asked } = call.body
      return idOfProposed(await proposeOwnTransfer(services, asked, actOf(call)))
    }),
    route(contract.importBankStatement, async (call) => {
      const imported = await importStatement(services, call.files.statement, actOf(call))
      return imported instanceof Rejected ? imported : { baseDTO: imported }
    }),
    route(contract.getBankStatements, async () => {
      const statements = await readStatements(database, { most: STATEMENTS })
      const unmatched = await unmatchedStatementLines(database, UNMATCHED_MAX)
      return {
        baseDTO: {
          columns: [...payouts.rules.statementColumns],
          statements: statements.map(({ id, importedAt, ...row }) => ({
            ...{ ...row, id: String(id), importedAt: importedAt.toISOString() },
          })),
          unmatched: unmatched.map(({ id, amount, ...line }) => ({ ...line, id: String(id), amount: toman(amount) })),
        },
      }
    }),
  ]
}

const toman = (amount: Amount) => formatDecimal(amount, TOMAN_DECIMALS)
const cursorOf = (before: string | undefined) => (before ? readId(before) : undefined)
const orNull = (at: Date | undefined) => at?.toISOString() ?? null

function batchOnWire(
  batch: PayoutBatch,
  { approvals, operatorId }: { approvals: readonly ApprovedSubject[]; operatorId: number },
): z.input<typeof contract.getPayoutBatches.response>['content'][number] {
  const { id, day, way, lines, amount, paid, returned, paidLate } = batch
  const approval = approvals.find(({ subject }) => subject === day)
  return {
    ...{ id: String(id), day, lines, paid, returned, paidLate, way: way ?? null, amount: toman(amount) },
    closedAt: batch.closedAt.toISOString(),
    orderedAt: orNull(batch.orderedAt),
    handedInAt: orNull(batch.handedInAt),
    approval: approval
      ? {
          ...{ proposalId: String(approval.id), way: wayOfProposal(approval.payload), by: approval.proposer },
          ...{ isOwn: approval.proposedBy === operatorId, at: approval.proposedAt.toISOString() },
        }
      : null,
  }
}

function lineOnWire(
  line: PayoutLine,
  { language, proposed }: { language: Language; proposed: ReadonlySet<string | undefined> },
): z.input<typeof contract.getPayoutLines.response>['content'][number] {
  const { id, userId, amount, sheba, state, attempts, reference, failure } = line
  const bank = bankOfSheba(sheba)
  return {
    ...{ id: String(id), userId: String(userId), amount: toman(amount), state, attempts },
    sheba: `${sheba.slice(0, 2)}…${sheba.slice(-4)}`,
    bankName: (language === 'fa' ? bank?.persianName : bank?.englishName) ?? null,
    reference: reference ?? null,
    failure: failure ?? null,
    attemptedAt: orNull(line.attemptedAt),
    failingSince: orNull(line.failingSince),
    endedAt: orNull(line.endedAt),
    paidLateAt: orNull(line.paidLateAt),
    takenBackAt: orNull(line.takenBackAt),
    returnProposed: proposed.has(String(id)),
  }
}
