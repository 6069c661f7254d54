import type * as z from 'zod/mini'
import * as contract from '#contract/operations-withdrawals.ts'
import { Rejected } from '#contract/rejected.ts'
import { TOMAN_DECIMALS } from '#domain/coin.ts'
import { readId } from '#domain/counts.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { type Route, route } from '../../http/route.ts'
import { readRules, type WaitingWithdrawal, waitingWithdrawals } from '../../store/console/withdrawals.ts'
import { coinOf } from '../../wallets/own-withdrawals.ts'
import { actOf } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { idOfProposed } from '../proposals/proposal.ts'
import { approveWithdrawal, refuseWithdrawal, stopWithdrawals } from './decide-withdrawal.ts'
import { proposeRules, rulesText } from './withdrawal-rules.ts'

const ROWS_MAX = 100
/** How long a change of an account's protection holds its withdrawals. */
const HOLD_MS = 24 * 3_600_000

/** The room of withdrawals that wait for operators. */
export function withdrawalRoutes(services: ConsoleServices): Route[] {
  const { database } = services.accounts
  return [
    route(contract.getWaitingWithdrawals, async ({ caller }) => {
      const rows = await waitingWithdrawals(database, { most: ROWS_MAX })
      return {
        content: rows.map((row) => waitingOnWire(row, { services, operatorId: caller.operatorId })),
        baseDTO: rulesText(await readRules(database)),
      }
    }),
    route(contract.approveWithdrawal, async (call) => {
      const approved = await approveWithdrawal(services, readId(call.params.id), actOf(call))
      return approved instanceof Rejected ? approved : { baseDTO: approved }
    }),
    route(
      contract.refuseWithdrawal,
      async (call) => (await refuseWithdrawal(services, readId(call.params.id), actOf(call))) ?? {},
    ),
    route(contract.proposeWithdrawalRules, async (call) => {
      const { reason: _, ...rules } = call.body
      return idOfProposed(await proposeRules(services, rules, actOf(call)))
    }),
    route(contract.stopWithdrawals, async (call) => (await stopWithdrawals(services, actOf(call))) ?? {}),
  ]
}

type OnWire = z.input<typeof contract.getWaitingWithdrawals.response>['content'][number]

function waitingOnWire(
  row: WaitingWithdrawal,
  { services: { catalogue }, operatorId }: { services: ConsoleServices; operatorId: number },
): OnWire {
  const coin = coinOf(catalogue, row.coinId)
  const { address, approvers, heldUntil, browser, osType } = row
  return {
    id: String(row.id),
    userId: String(row.userId),
    userName: row.userName,
    amount: formatDecimal(row.amount, coin.decimals),
    coin: coin.symbol,
    worth: formatDecimal(row.worth, TOMAN_DECIMALS),
    destination: `${address.slice(0, 2)}…${address.slice(-4)}`,
    createdAt: row.createdAt.toISOString(),
    approvalsNeeded: row.approvalsNeeded,
    approvedBy: approvers.map(({ name }) => name),
    isApprovedByMe: approvers.some(({ id }) => id === operatorId),
    userSince: row.userSince.toISOString(),
    paidBefore: row.paidBefore,
    paidThereBefore: row.paidThereBefore,
    protectionChangedAt: heldUntil ? new Date(heldUntil.getTime() - HOLD_MS).toISOString() : null,
    device: browser === undefined || osType === undefined ? null : { browser, osType },
  }
}
