import type { z } from 'zod'
import type { ColdDraft, CustodyParams, CustodyResult } from '#contract/custody.ts'
import type { Chain } from './chains/chain.ts'
import { type Custody, readOutside } from './payments.ts'
import { Refused, refused } from './refused.ts'

/**
 * Prepares a payment from cold storage, also to the hot wallet. Refuses NETWORK_NOT_CONFIGURED, COLD_NOT_CONFIGURED, those of a payment's
 * form and of its plan. It reserves nothing: of two drafts for the same coins, one can be sent.
 */
export async function draftColdPayment(
  { cold, chains }: Custody,
  { network, ...payment }: CustodyParams<'draft'>,
): Promise<CustodyResult<'draft'> | Refused> {
  if (!chains.has(network)) return refused('NETWORK_NOT_CONFIGURED')
  const chain = cold.get(network)
  if (!chain) return refused('COLD_NOT_CONFIGURED')
  const read = readOutside(chain, payment)
  if (read instanceof Refused) return read
  const plan = await chain.plan(read, new Set())
  if (plan instanceof Refused) return plan
  const { unsigned, keys, fee } = plan
  const draft: z.output<typeof ColdDraft> = { format: 'kimia-cold-1', network, chain: chain.draftChain, unsigned, keys }
  return { draft, from: chain.hotAddress, fee }
}

/** Refuses NETWORK_NOT_CONFIGURED, and BAD_REQUEST for what is no signed transaction. */
export async function submitSigned(
  { cold, chains }: Custody,
  { network, raw }: CustodyParams<'submit'>,
): Promise<CustodyResult<'submit'> | Refused> {
  const chain = cold.get(network) ?? chains.get(network)
  if (!chain) return refused('NETWORK_NOT_CONFIGURED')
  const signed = readSigned(chain, raw)
  if (signed instanceof Refused) return signed
  const answer = await chain.broadcast(signed)
  const { txid } = signed
  return answer === 'accepted' ? { txid, accepted: true } : { txid, accepted: false, reason: answer.refused }
}

/** Looks up a transaction that cold storage has sent. Refuses NETWORK_NOT_CONFIGURED, COLD_NOT_CONFIGURED, COIN_NOT_SERVED, ADDRESS_INVALID, TAG_INVALID. */
export async function inspectPayment(
  { cold, chains }: Custody,
  { network, coin: symbol, to: text, tag: typed, txid }: CustodyParams<'inspect'>,
): Promise<CustodyResult<'inspect'> | Refused> {
  if (!chains.has(network)) return refused('NETWORK_NOT_CONFIGURED')
  const chain = cold.get(network)
  if (!chain) return refused('COLD_NOT_CONFIGURED')
  const coin = chain.coins.find((each) => each.symbol === symbol)
  if (!coin) return refused('COIN_NOT_SERVED')
  const to = chain.readAddress(text)
  if (to === undefined) return refused('ADDRESS_INVALID')
  const tag = typed === undefined ? undefined : chain.readTag?.(typed)
  if (typed !== undefined && tag === undefined) return refused('TAG_INVALID')
  const seen = await chain.inspect({ txid, coin, to, tag })
  if (!seen) return {}
  const { height, confirmations, amount, fee } = seen
  const isFinal = confirmations >= chain.confirmations
  return { found: { height, confirmations, isFinal, amount: amount.toString(), fee: fee.toString() } }
}

function readSigned(chain: Chain, raw: string) {
  try {
    return chain.readSigned(raw)
  } catch {
    return refused('BAD_REQUEST', 'raw')
  }
}

/** The balances of cold storage by symbol; none without cold storage. */
export async function coldBalances({ cold }: Custody, network: Chain['network']): Promise<ReadonlyMap<string, string>> {
  const balances = await cold.get(network)?.balances(0)
  return new Map((balances?.coins ?? []).map(({ symbol, hot }) => [symbol, hot]))
}
