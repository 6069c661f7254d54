import type * as z from 'zod/mini'
import * as contract from '#contract/operations-deliveries.ts'
import { Rejected } from '#contract/rejected.ts'
import { TOMAN_DECIMALS } from '#domain/coin.ts'
import { readId } from '#domain/counts.ts'
import { formatDecimal } from '#domain/decimal.ts'
import type { DeliveryState } from '#domain/delivery.ts'
import type { Language } from '#domain/market-state.ts'
import { hasRight, type OperatorRole } from '#domain/operator-rights.ts'
import { type Route, route } from '../../http/route.ts'
import {
  type DeliveryRow,
  readApprovers,
  readBranches,
  readDeliveries,
  readDeliveryRules,
} from '../../store/wallets/deliveries.ts'
import { type DeliveryNames, deliveryFactsOf, readDeliveryNames } from '../../wallets/deliveries/own-deliveries.ts'
import { actOf } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { idOfProposed } from '../proposals/proposal.ts'
import { approveWithdrawal, DELIVERIES, refuseWithdrawal } from '../withdrawals/decide-withdrawal.ts'
import { handOverDelivery, isLocked, prepareDelivery, proposeForDelivery } from './act-on-deliveries.ts'
import { branchText, deliveryRulesText, proposeBranch, proposeDeliveryRules } from './delivery-settings.ts'

const SIZE = 20

/** The room of deliveries of gold: from the request to the hand-over, and their rules and branches. */
export function deliveryRoutes(services: ConsoleServices): Route[] {
  const { accounts, catalogue } = services
  const { database } = accounts
  return [
    route(contract.getOperatorsDeliveries, ({ caller, query: { state, before = '' }, language }) =>
      listDeliveries(services, { state, before, size: SIZE }, { ...caller, language }),
    ),
    route(contract.getDeliverySettings, async () => ({
      baseDTO: {
        rules: deliveryRulesText(await readDeliveryRules(database), catalogue),
        branches: (await readBranches(database)).map((branch) => ({ id: String(branch.id), ...branchText(branch) })),
      },
    })),
    route(contract.approveDelivery, async (call) => {
      const approved = await approveWithdrawal(services, readId(call.params.id), actOf(call), DELIVERIES)
      return approved instanceof Rejected ? approved : { baseDTO: approved }
    }),
    route(
      contract.refuseDelivery,
      async (call) => (await refuseWithdrawal(services, readId(call.params.id), actOf(call), DELIVERIES)) ?? {},
    ),
    route(contract.prepareDelivery, async (call) => {
      const { trackingNumber } = call.body
      return (await prepareDelivery(services, { id: readId(call.params.id), trackingNumber }, actOf(call))) ?? {}
    }),
    route(contract.handOverDelivery, async (call) => {
      const { code } = call.body
      return (await handOverDelivery(services, { id: readId(call.params.id), code }, actOf(call))) ?? {}
    }),
    route(contract.proposeDeliveryReturn, async (call) => {
      const proposed = { id: readId(call.params.id), kind: 'RETURN_DELIVERY' } as const
      return idOfProposed(await proposeForDelivery(services, proposed, actOf(call)))
    }),
    route(contract.proposeDeliveryUnlock, async (call) => {
      const proposed = { id: readId(call.params.id), kind: 'UNLOCK_DELIVERY' } as const
      return idOfProposed(await proposeForDelivery(services, proposed, actOf(call)))
    }),
    route(contract.proposeDeliveryRules, async (call) => {
      const { reason: _, ...rules } = call.body
      return idOfProposed(await proposeDeliveryRules(services, rules, actOf(call)))
    }),
    route(contract.proposeDeliveryBranch, async (call) => {
      const { reason: _, ...branch } = call.body
      return idOfProposed(await proposeBranch(services, branch, actOf(call)))
    }),
  ]
}

/** The operator who looks at a list. */
interface Looking {
  readonly operatorId: number
  readonly roles: readonly OperatorRole[]
  readonly language: Language
}

interface AskedList {
  readonly userId?: number
  readonly state?: DeliveryState | undefined
  readonly before: string
  readonly size: number
}

export async function listDeliveries(
  { accounts: { database }, catalogue }: Pick<ConsoleServices, 'accounts' | 'catalogue'>,
  asked: AskedList,
  looking: Looking,
) {
  const { rows, ...more } = await readDeliveries(database, asked)
  const approvers = await readApprovers(
    database,
    rows.map(({ id }) => id),
  )
  const names = await readDeliveryNames({ database, catalogue }, looking.language)
  return { content: rows.map((row) => onWire(row, { names, approvers, looking })), ...more }
}

type OnWire = z.input<typeof contract.getOperatorsDeliveries.response>['content'][number]

function onWire(
  row: DeliveryRow,
  {
    names,
    approvers,
    looking,
  }: { names: DeliveryNames; approvers: Awaited<ReturnType<typeof readApprovers>>; looking: Looking },
): OnWire {
  const own = approvers.filter(({ deliveryId }) => deliveryId === row.id)
  const facts = deliveryFactsOf(row, names)
  const hidesAddress = facts.place.kind === 'COURIER' && !hasRight(looking.roles, 'WITHDRAWALS_DECIDE')
  return {
    ...facts,
    ...(facts.place.kind === 'COURIER' && hidesAddress && { place: { ...facts.place, postalCode: '', address: '' } }),
    hidesAddress,
    userId: String(row.userId),
    userName: `${row.firstName} ${row.lastName}`.trim(),
    level: row.level,
    worth: formatDecimal(row.worth, TOMAN_DECIMALS),
    approvalsNeeded: row.approvalsNeeded,
    approvedBy: own.map(({ name }) => name),
    isApprovedByMe: own.some(({ id }) => id === looking.operatorId),
    waitingSince: row.waitingSince?.toISOString() ?? null,
    locked: isLocked(row),
  }
}
