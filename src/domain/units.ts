/**
 * The units of money. Each is a bigint that carries its unit in its type, so that a price cannot be passed as an amount. Only this file
 * gives a bare bigint its unit.
 */
declare const unit: unique symbol

/** Base units of one coin: `1n` is 10^-coin.decimals of it. */
export type Amount = bigint & { readonly [unit]: 'amount' }

/** Quote coins per whole base coin, in units of 10^-PRICE_DECIMALS. */
export type Price = bigint & { readonly [unit]: 'price' }

/** A share in parts per million: `4_000n` is 0.4 %. */
export type Ppm = bigint & { readonly [unit]: 'ppm' }

/** Whole Rial. Ten Rial are one Toman; the two never share a type. */
export type Rial = bigint & { readonly [unit]: 'rial' }

/** One scale for the prices of all markets, fine enough for the cheapest coin against Tether. */
export const PRICE_DECIMALS = 8

export const amount = (value: bigint) => value as Amount
export const price = (value: bigint) => value as Price
export const ppm = (value: bigint) => value as Ppm
export const rial = (value: bigint) => value as Rial

export const ZERO = amount(0n)

/** The whole of a share in parts per million. */
export const MILLION = 1_000_000n

export const smaller = <Unit extends bigint>(a: Unit, b: Unit): Unit => (a < b ? a : b)
export const larger = <Unit extends bigint>(a: Unit, b: Unit): Unit => (a > b ? a : b)
