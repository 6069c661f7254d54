import type * as z from 'zod/mini'
import type { Delivery, deliveryFacts, getDeliveryTerms, ShownPlace } from '#contract/deliveries.ts'
import { GOLD } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { mayFollow, readPlace } from '#domain/delivery.ts'
import { percentOf } from '#domain/fee.ts'
import type { Language } from '#domain/market-state.ts'
import type { PageOf } from '#domain/page.ts'
import type { Amount } from '#domain/units.ts'
import { readIdentity } from '../../store/accounts/identities.ts'
import type { Catalogue } from '../../store/catalogue.ts'
import type { Queryable } from '../../store/database.ts'
import {
  type DeliveryBranch,
  type DeliveryRow,
  findDelivery,
  readBranches,
  readDeliveries,
  readDeliveryRules,
} from '../../store/wallets/deliveries.ts'
import { coinOf } from '../own-withdrawals.ts'
import type { WalletServices } from '../wallets.ts'
import { weightOf } from './finish-deliveries.ts'
import { type CodeSealer, openCode } from './hand-over-code.ts'

type DeliveryOnWire = z.input<typeof Delivery>
type Facts = z.input<z.ZodMiniObject<typeof deliveryFacts>>

/** The facts with which every reader's list of deliveries is drawn. */
export interface DeliveryNames {
  readonly catalogue: Catalogue
  readonly branches: readonly DeliveryBranch[]
  readonly language: Language
}

export const readDeliveryNames = async (
  { database, catalogue }: { database: Queryable; catalogue: Catalogue },
  language: Language,
): Promise<DeliveryNames> => ({ catalogue, branches: await readBranches(database), language })

export function deliveryFactsOf(row: DeliveryRow, { catalogue, branches, language }: DeliveryNames): Facts {
  const { decimals } = coinOf(catalogue, row.coinId)
  return {
    id: String(row.id),
    weight: formatDecimal(weightOf(row), decimals),
    fee: formatDecimal(row.networkFee, decimals),
    place: shownPlace(row.address, { branches, language }),
    state: row.state,
    trackingNumber: row.trackingNumber ?? null,
    endReason: row.endReason ?? null,
    createdAtDateTime: row.createdAt.toISOString(),
    endedAtDateTime: row.endedAt?.toISOString() ?? null,
  }
}

function shownPlace(
  address: string,
  { branches, language }: Pick<DeliveryNames, 'branches' | 'language'>,
): z.input<typeof ShownPlace> {
  const place = readPlace(address)
  if (place.kind === 'COURIER') return place
  const branch = branches.find(({ id }) => id === place.branchId)
  if (!branch) throw new Error(`a delivery waits at branch ${place.branchId}, which there is not`)
  return { kind: 'BRANCH', ...branchOnWire(branch, language) }
}

const branchOnWire = (branch: DeliveryBranch, language: Language) => {
  const id = String(branch.id)
  return language === 'fa'
    ? { id, name: branch.persianName, address: branch.persianAddress, hours: branch.persianHours }
    : { id, name: branch.englishName, address: branch.englishAddress, hours: branch.englishHours }
}

/** The dependencies of the user's own endpoints of deliveries. */
export interface DeliveryServices extends WalletServices {
  readonly sealer: CodeSealer
}

type Own = Pick<DeliveryServices, 'database' | 'catalogue' | 'sealer'>

export async function listOwnDeliveries(
  services: Own,
  { userId, language, ...asked }: { userId: number; language: Language } & PageOf,
) {
  const { rows, ...more } = await readDeliveries(services.database, { ...asked, userId })
  const names = await readDeliveryNames(services, language)
  return { content: rows.map((row) => ownOnWire(services, row, names)), ...more }
}

/** One of a user's own deliveries; `undefined` if the user has none with this number. */
export async function findOwnDelivery(
  services: Own,
  { id, userId, language }: { id: number; userId: number; language: Language },
): Promise<DeliveryOnWire | undefined> {
  const row = await findDelivery(services.database, { id, userId })
  return row && ownOnWire(services, row, await readDeliveryNames(services, language))
}

function ownOnWire({ sealer }: Own, row: DeliveryRow, names: DeliveryNames): DeliveryOnWire {
  const { id, state, code } = row
  return {
    ...deliveryFactsOf(row, names),
    cancellable: mayFollow(state, 'CANCELLED'),
    code: code && mayFollow(state, 'DELIVERED') ? openCode(sealer, { id, code }) : null,
  }
}

type Terms = z.input<typeof getDeliveryTerms.response>['baseDTO']

export async function deliveryTerms(
  { database, catalogue, readWithdrawer, now }: WalletServices,
  { userId, language }: { userId: number; language: Language },
): Promise<Terms> {
  const decimals = catalogue.coinBySymbol.get(GOLD)?.decimals ?? 0
  const { weightMin, weightMax, weightStep, feeFixed, feeShare, courier } = await readDeliveryRules(database)
  const text = (units: Amount) => formatDecimal(units, decimals)
  const { heldUntil } = await readWithdrawer(userId)
  const identity = await readIdentity(database, userId)
  return {
    ...{ weightMin: text(weightMin), weightMax: text(weightMax), weightStep: text(weightStep) },
    ...{ feeFixed: text(feeFixed), feePercent: percentOf(feeShare), courier },
    branches: (await readBranches(database)).filter(({ open }) => open).map((branch) => branchOnWire(branch, language)),
    recipientName: identity ? `${identity.firstName} ${identity.lastName}` : '',
    heldUntilDateTime:
      heldUntil !== undefined && heldUntil > now().getTime() ? new Date(heldUntil).toISOString() : null,
  }
}
