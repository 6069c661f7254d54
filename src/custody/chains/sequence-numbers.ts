import { NodeError } from '../json-rpc.ts'

/** The name of a number among those that plans spend. */
export const numberName = (sequence: bigint): string => `sequence/${sequence}`

/**
 * The first sequence number, from the account's next one on, that no plan in the journal has. Throws where the account is ahead of the journal:
 * somebody else has the key, or the journal is old.
 */
export function freeNumber(next: bigint, spent: ReadonlySet<string>): bigint {
  if (spent.size > 0 && !spent.has(numberName(next - 1n)) && !spent.has(numberName(next)))
    throw new NodeError('the chain has transactions of this account that the journal does not have')
  let sequence = next
  while (spent.has(numberName(sequence))) sequence += 1n
  return sequence
}
