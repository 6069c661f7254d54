import { decodeAmount } from '#client/lib/decode.ts'
import { hasAddressForm } from '#domain/address-form.ts'
import { type Coin, parseAmount } from '#domain/coin.ts'
import { formatDecimal, powerOfTen } from '#domain/decimal.ts'
import { floorToPrecision } from '#domain/market.ts'
import { hasTag, readTag } from '#domain/tags.ts'
import { type Amount, amount, larger, smaller } from '#domain/units.ts'
import type { CoinNetwork } from './coin-networks.queries.ts'

export type Scale = Pick<Coin, 'decimals' | 'precision'>

/** The destination of coins: both empty until they are chosen and typed. */
export interface CoinDestination {
  readonly network: string
  readonly address: string
  /** The tag or memo as it is typed, where the network has one. */
  readonly tag?: string | undefined
  /** The user says that the address has none. */
  readonly untagged?: boolean | undefined
}

export interface LeavingBounds {
  readonly free: bigint
  readonly min: bigint
  readonly max: bigint
}

export type LeavingProblem = 'amountRequired' | 'moreAmount' | 'maxAmountErr' | 'minAmountErr'

/** Why an amount cannot leave, in the order of the specification's section 5. */
export function validateLeaving(value: bigint | undefined, { free, min, max }: LeavingBounds) {
  if (value === undefined || value === 0n) return 'amountRequired' satisfies LeavingProblem
  if (value > free) return 'moreAmount' satisfies LeavingProblem
  if (value > max) return 'maxAmountErr' satisfies LeavingProblem
  return value < min ? ('minAmountErr' satisfies LeavingProblem) : undefined
}

/**
 * The bounds of what leaves the balance over a network, the fee included, in the decimals that people type. Something has to arrive, so that
 * the least is more than the fee.
 */
export function boundsOf({ withdrawalFee, minWithdraw, maxWithdraw }: CoinNetwork, coin: Scale) {
  const step = powerOfTen(coin.decimals - coin.precision)
  const least = larger(decodeAmount(minWithdraw, coin), amount(decodeAmount(withdrawalFee, coin) + 1n))
  return { min: amount(((least + step - 1n) / step) * step), max: decodeAmount(maxWithdraw, coin) }
}

/** The amount that arrives after the network's fee, as exact decimal text; `undefined` if nothing would. */
export function arrivingOf(leaving: Amount | undefined, network: CoinNetwork | undefined, coin: Scale) {
  if (leaving === undefined || !network) return undefined
  const rest = leaving - decodeAmount(network.withdrawalFee, coin)
  return rest > 0n ? formatDecimal(rest, coin.decimals) : undefined
}

export interface CoinWithdrawForm extends CoinDestination {
  /** ASCII decimal text, or empty. */
  readonly amount: string
}

export type AddressProblem = 'addressRequired' | 'addressInvalid'

export interface CoinWithdrawProblems {
  readonly network?: 'networkRequired'
  readonly address?: AddressProblem
  readonly tag?: 'tagRequired' | 'tagInvalid'
  readonly amount?: LeavingProblem
}

export interface CoinWithdrawFacts {
  readonly coin: Scale
  /** The available balance. */
  readonly free: Amount
  /** The chosen network. */
  readonly network: CoinNetwork | undefined
}

/** The problems of the form; empty if it can be sent. */
export function validateCoinWithdrawal(form: CoinWithdrawForm, facts: CoinWithdrawFacts): CoinWithdrawProblems {
  const { coin, free, network } = facts
  // Without a network only the balance bounds it.
  const bounds = network ? boundsOf(network, coin) : { min: 0n, max: free }
  const wrong = validateLeaving(parseAmount(form.amount, coin), { free, ...bounds })
  return { ...(wrong && { amount: wrong }), ...validateDestination(form, network) }
}

/** The problems of where the coins go. A tag is never left out in silence: without one an exchange cannot say whose the coins are. */
export function validateDestination(destination: CoinDestination, network: CoinNetwork | undefined) {
  const tag = validateTag(destination, network)
  const address = validateAddress(destination.address, network)
  return {
    ...(!network && { network: 'networkRequired' as const }),
    ...(address && { address }),
    ...(tag && { tag }),
  }
}

function validateAddress(text: string, network: CoinNetwork | undefined): AddressProblem | undefined {
  if (text === '') return 'addressRequired'
  return network && !hasAddressForm(network.tokenType, text) ? 'addressInvalid' : undefined
}

function validateTag(
  { tag = '', untagged = false }: CoinDestination,
  network: CoinNetwork | undefined,
): CoinWithdrawProblems['tag'] {
  if (!network || !hasTag(network.tokenType) || (untagged && tag === '')) return undefined
  if (tag === '') return 'tagRequired'
  return readTag(network.tokenType, tag) === undefined ? 'tagInvalid' : undefined
}

/** The tag as it is sent: absent where the network has none, and where none is typed. */
export function tagOf({ tag = '' }: CoinDestination, network: string): { readonly tag?: string } {
  const read = hasTag(network) ? readTag(network, tag) : undefined
  return read === undefined ? {} : { tag: read }
}

/** The most that can leave now, in the decimals that people type; empty if that is less than the network's minimum. */
export function mostOf({ coin, free, network }: CoinWithdrawFacts): string {
  const bounds = network && boundsOf(network, coin)
  const most = floorToPrecision(bounds ? smaller(free, bounds.max) : free, coin)
  return most === 0n || (bounds && most < bounds.min) ? '' : formatDecimal(most, coin.decimals)
}

/** Blanks, line ends and marks of direction, which are in many a copied text and in no address. */
const INVISIBLE = /[\s\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g
const URI = /^[a-z][a-z0-9.+-]*:(?:\/\/)?(?:pay-)?([^?@/]+)(?:@\w+)?(?:\/(\w*))?(?:\?(.*))?$/i

/**
 * The address in a typed, pasted or scanned text: of "bitcoin:bc1…?amount=1" the middle. In the request to transfer a token,
 * "ethereum:<contract>/transfer?address=0x…", the recipient is a parameter, and what stands first is the contract, where the coins would be
 * lost. A text that names another function stays whole, and the server refuses it.
 */
export function readAddress(text: string): string {
  const plain = text.replace(INVISIBLE, '')
  const [, first = '', act = '', query = ''] = URI.exec(plain) ?? []
  if (first === '') return plain
  if (act === '') return first
  return (act === 'transfer' && new URLSearchParams(query).get('address')) || plain
}

/** The field of the form that a refusal is about; absent: it is about the whole. */
export const FIELD_OF_REFUSAL: Readonly<Partial<Record<string, 'network' | 'address' | 'tag' | 'amount'>>> = {
  ...{ UNACCEPTABLE_AMOUNT: 'amount', AMOUNT_IS_LOW: 'amount', AMOUNT_IS_HIGH: 'amount', NOT_ENOUGH_BALANCE: 'amount' },
  ...{ LOW_AMOUNT: 'amount', AMOUNT_NOT_ALLOWED: 'amount', MOBILE_NUMBER_NOT_FOUND: 'address' },
  ...{ OWN_MOBILE_NUMBER: 'address' },
  ...{ WITHDRAWAL_HOUR_LIMIT_REACHED: 'amount', WITHDRAWAL_DAY_LIMIT_REACHED: 'amount' },
  ...{ ADDRESS_REQUIRED: 'address', ADDRESS_INVALID: 'address', CONFLICT: 'address', DESTINATION_TOO_NEW: 'address' },
  ...{ ADDRESS_NOT_SAVED: 'address', TAG_INVALID: 'tag', TAG_REQUIRED: 'tag', RECEIVER_NEEDS_MORE: 'amount' },
  ...{ NETWORK_REQUIRED: 'network', NETWORK_NOT_SUPPORTED: 'network', WITHDRAWAL_DISABLED: 'network' },
}
