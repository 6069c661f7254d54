import { readId } from './counts.ts'
import { divide } from './decimal.ts'
import { type Amount, amount, MILLION, type Ppm, smaller, ZERO } from './units.ts'

/** The token type of gold that leaves as metal. Its address is the place where it is handed over. */
export const GOLD_DELIVERY = 'DELIVERY'

/** The rules of deliveries, which operators set. Weights and the fixed fee are in base units of gold. */
export interface DeliveryRules {
  readonly weightMin: Amount
  readonly weightMax: Amount
  /** Bars are handed over whole: every weight is a multiple of this. */
  readonly weightStep: Amount
  readonly feeFixed: Amount
  readonly feeShare: Ppm
  /** Whether an insured courier delivers at present. */
  readonly courier: boolean
}

type FeeRules = Pick<DeliveryRules, 'feeFixed' | 'feeShare'>

/**
 * The fee of a delivery is paid in the gold itself: weight and fee are one amount, held and settled together, so that no price can move
 * between the request and the hand-over. It is rounded up, in favour of the exchange by less than one unit.
 */
export const deliveryFee = (weight: Amount, { feeFixed, feeShare }: FeeRules): Amount =>
  amount(feeFixed + divide(weight * feeShare, MILLION, 'up'))

/** The sum that a delivery of this weight takes from the balance. */
export const deliveryCost = (weight: Amount, rules: FeeRules): Amount => amount(weight + deliveryFee(weight, rules))

/** The heaviest delivery that a balance pays for; zero if it is less than the least one. */
export function mostDeliverable(free: Amount, rules: Omit<DeliveryRules, 'courier'>): Amount {
  const { weightMin, weightMax, weightStep, feeFixed, feeShare } = rules
  if (free <= feeFixed) return ZERO
  const paid = amount(divide((free - feeFixed) * MILLION, MILLION + feeShare, 'down'))
  const bounded = smaller(paid, weightMax)
  const weight = amount(bounded - (bounded % weightStep))
  return weight < weightMin || deliveryCost(weight, rules) > free ? ZERO : weight
}

/** How much a balance lacks for the least delivery; zero if it lacks nothing. */
export function lackingForDelivery(free: Amount, rules: Pick<DeliveryRules, 'weightMin'> & FeeRules): Amount {
  const cost = deliveryCost(rules.weightMin, rules)
  return cost > free ? amount(cost - free) : ZERO
}

export type WeightRefusal = 'AMOUNT_IS_LOW' | 'AMOUNT_IS_HIGH' | 'DELIVERY_WEIGHT_INVALID'

export function checkWeight(
  weight: Amount,
  { weightMin, weightMax, weightStep }: Pick<DeliveryRules, 'weightMin' | 'weightMax' | 'weightStep'>,
): WeightRefusal | undefined {
  if (weight < weightMin) return 'AMOUNT_IS_LOW'
  if (weight > weightMax) return 'AMOUNT_IS_HIGH'
  return weight % weightStep === 0n ? undefined : 'DELIVERY_WEIGHT_INVALID'
}

/** The place of a hand-over: a branch, or an address to which the courier comes. Gold is handed to the verified person alone at both. */
export type DeliveryPlace =
  | { readonly kind: 'BRANCH'; readonly branchId: number }
  | { readonly kind: 'COURIER'; readonly city: string; readonly postalCode: string; readonly address: string }

export const CITY_LENGTH_MAX = 40
export const ADDRESS_LENGTH_MAX = 200

/** The place as the address of its withdrawal: "BRANCH/3", "COURIER/1234567890/Tehran/Example street 1". A city has no slash. */
export const textOfPlace = (place: DeliveryPlace): string =>
  place.kind === 'BRANCH'
    ? `BRANCH/${place.branchId}`
    : `COURIER/${place.postalCode}/${place.city.replaceAll('/', ' ')}/${place.address}`

/** Reads what `textOfPlace` wrote. @throws Error for any other text */
export function readPlace(text: string): DeliveryPlace {
  const [, kind, first = '', city = '', address = ''] =
    /^(BRANCH|COURIER)\/(\d+)(?:\/([^/]+)\/(.+))?$/s.exec(text) ?? []
  if (kind === 'BRANCH') return { kind, branchId: readId(first) }
  if (kind === 'COURIER' && address !== '') return { kind, postalCode: first, city, address }
  throw new Error(`no place of a delivery: ${text}`)
}

/**
 * The life of a delivery. Its gold is held from the request on: it leaves the ledger when it is DELIVERED, and is back with its user, fee
 * and all, when it is CANCELLED or REFUSED.
 */
export const DELIVERY_STATES = [
  'REQUESTED',
  'APPROVED',
  'READY',
  'SHIPPED',
  'DELIVERED',
  'CANCELLED',
  'REFUSED',
] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** The states that may follow each state. A user cancels what nobody has approved; what was set aside goes back by two operators. */
export const NEXT_DELIVERY_STATES = {
  REQUESTED: ['APPROVED', 'CANCELLED', 'REFUSED'],
  APPROVED: ['READY', 'SHIPPED', 'REFUSED'],
  /** At the branch. */
  READY: ['DELIVERED', 'REFUSED'],
  /** With the courier. */
  SHIPPED: ['DELIVERED', 'REFUSED'],
  DELIVERED: [],
  CANCELLED: [],
  REFUSED: [],
} as const satisfies Record<DeliveryState, readonly DeliveryState[]>

export const mayFollow = (state: DeliveryState, next: DeliveryState): boolean =>
  (NEXT_DELIVERY_STATES[state] as readonly DeliveryState[]).includes(next)

/** The state in which gold waits to be handed over at a place of this kind. */
export const WAITING_AT = { BRANCH: 'READY', COURIER: 'SHIPPED' } as const satisfies Record<
  DeliveryPlace['kind'],
  DeliveryState
>

/** The digits of the code without which nothing is handed over, and the wrong ones after which two operators must open it again. */
export const HAND_OVER_DIGITS = 6
export const WRONG_CODES_MAX = 5
