import type { PaymentIntent } from './custody.ts'

/**
 * The text whose UTF-8 bytes an operator signs to approve a payment. `chain` is that of the network's status, so that an approval for a test
 * chain is worth nothing on another; `decimals` keeps an amount from being read in another unit.
 */
export function canonicalIntent(
  { id, network, coin, to, tag, amount }: PaymentIntent,
  { chain, decimals }: { chain: string; decimals: number },
): string {
  return `kimia-custody-intent-1\n${JSON.stringify([id, network, chain, coin, decimals, to, tag ?? null, amount])}`
}

/** The text whose UTF-8 bytes an operator signs to let payments go on after the stop of a time. */
export const canonicalResume = (stoppedAt: number): string => `kimia-custody-resume-1\n${JSON.stringify([stoppedAt])}`
