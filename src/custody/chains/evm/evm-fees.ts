import { divide } from '#domain/decimal.ts'
import { larger } from '#domain/units.ts'
import type { EvmNode } from './evm-node.ts'

/** The fee fields of a transaction: type 2 bids beside a base fee, type 0 has one price. */
export type EvmFees =
  | { readonly type: 2; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  | { readonly type: 0; readonly gasPrice: bigint }

/** Enough for the base fee to rise in six full blocks one after the other. */
const BASE_FEE_ROOM = 2n

/** Fees with which the next blocks take a transaction. */
export async function readFees(node: EvmNode, legacy: boolean): Promise<EvmFees> {
  const base = legacy ? undefined : (await node.head('latest')).baseFeePerGas
  if (base === undefined) return { type: 0, gasPrice: await node.gasPrice() }
  const maxPriorityFeePerGas = await node.priorityFee()
  return { type: 2, maxFeePerGas: base * BASE_FEE_ROOM + maxPriorityFeePerGas, maxPriorityFeePerGas }
}

/** The most that a unit of gas costs. */
export const priceOf = (fees: EvmFees): bigint => (fees.type === 2 ? fees.maxFeePerGas : fees.gasPrice)

/** Nodes replace a transaction from a tenth more on; an eighth leaves room for their rounding. */
const raised = (fee: bigint): bigint => divide(fee * 9n, 8n, 'up') + 1n

/** Fees that replace those of an older version: at least an eighth higher, and what is asked now. */
export function raiseFees(old: EvmFees, now: EvmFees): EvmFees {
  if (old.type === 0) return { type: 0, gasPrice: larger(raised(old.gasPrice), priceOf(now)) }
  const tip = now.type === 2 ? now.maxPriorityFeePerGas : 0n
  return {
    type: 2,
    maxFeePerGas: larger(raised(old.maxFeePerGas), priceOf(now)),
    maxPriorityFeePerGas: larger(raised(old.maxPriorityFeePerGas), tip),
  }
}
