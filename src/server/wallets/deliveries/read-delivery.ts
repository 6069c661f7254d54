import type * as z from 'zod/mini'
import type { Place } from '#contract/deliveries.ts'
import { type Rejected, rejectAmount, rejected } from '#contract/rejected.ts'
import { GOLD, parseAmount } from '#domain/coin.ts'
import { readId } from '#domain/counts.ts'
import {
  checkWeight,
  type DeliveryPlace,
  type DeliveryRules,
  deliveryCost,
  deliveryFee,
  GOLD_DELIVERY,
  textOfPlace,
} from '#domain/delivery.ts'
import type { Destination } from '#domain/ledger.ts'
import { type Amount, ZERO } from '#domain/units.ts'
import { type DeliveryBranch, readBranches, readDeliveryRules } from '../../store/wallets/deliveries.ts'
import type { WalletServices } from '../wallets.ts'

type PlaceOnWire = z.output<typeof Place>

/** A delivery as its user asks for it: the weight in grams, and the fee that was shown. */
export interface AskedDelivery {
  readonly weight: string
  readonly fee: string
  readonly place: PlaceOnWire
}

/**
 * Checks a delivery: its weight and fee leave the balance together, as the fee of a network does. Refuses, in this order: AMOUNT_IS_LOW,
 * AMOUNT_IS_HIGH, DELIVERY_WEIGHT_INVALID, DELIVERY_PLACE_CLOSED, DELIVERY_FEE_CHANGED.
 */
export async function readDelivery(
  { database, catalogue }: Pick<WalletServices, 'database' | 'catalogue'>,
  asked: AskedDelivery,
): Promise<{ readonly amount: Amount; readonly destination: Destination } | Rejected> {
  const coin = catalogue.coinBySymbol.get(GOLD)
  if (!coin) return rejected('DELIVERY_PLACE_CLOSED', { field: 'place' })
  const rules = await readDeliveryRules(database)
  const weight = parseAmount(asked.weight, coin) ?? ZERO
  const refused = checkWeight(weight, rules)
  if (refused === 'DELIVERY_WEIGHT_INVALID') return rejected(refused, { field: 'weight' })
  if (refused) {
    const { code, details } = rejectAmount(refused, { coin, min: rules.weightMin, max: rules.weightMax })
    return rejected(code, { field: 'weight', details })
  }
  const place = openPlace(asked.place, { rules, branches: await readBranches(database) })
  if (!place) return rejected('DELIVERY_PLACE_CLOSED', { field: 'place' })
  const fee = deliveryFee(weight, rules)
  if (parseAmount(asked.fee, coin) !== fee) return rejected('DELIVERY_FEE_CHANGED', { field: 'fee' })
  const destination = { tokenType: GOLD_DELIVERY, address: textOfPlace(place), networkFee: fee }
  return { amount: deliveryCost(weight, rules), destination }
}

/** The place if it takes requests now. */
function openPlace(
  place: PlaceOnWire,
  { rules, branches }: { rules: Pick<DeliveryRules, 'courier'>; branches: readonly DeliveryBranch[] },
): DeliveryPlace | undefined {
  if (place.kind === 'COURIER') return rules.courier ? place : undefined
  const branchId = readId(place.branchId)
  return branches.some(({ id, open }) => id === branchId && open) ? { kind: 'BRANCH', branchId } : undefined
}
