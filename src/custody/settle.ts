import type { SendState } from '#contract/custody.ts'
import type { Chain, NetworkName, Sighting } from './chains/chain.ts'
import type { Journal, JournaledIntent } from './journal.ts'
import { NodeError } from './json-rpc.ts'

interface Parts {
  readonly journal: Journal
  readonly chains: ReadonlyMap<NetworkName, Chain>
}

export const unknownState = (id: string): SendState => ({ id, state: 'UNKNOWN_INTENT', txids: [], isFinal: false })

/**
 * Signs the newest version of an intent if it is not yet signed, by the plan in the journal alone, and gives it to the node. An answer that
 * does not come leaves it SIGNED: it may be on its way, and is looked up later.
 */
export async function signAndBroadcast({ journal, chains }: Parts, id: string): Promise<SendState> {
  const { intent, chain } = read({ journal, chains }, id)
  const newest = intent.versions.at(-1)
  if (!newest) throw new Error(`the intent ${id} has no plan`)
  if (newest.txid === undefined) {
    const { txid, raw } = chain.sign(newest.plan)
    journal.append({ type: 'signed', id, txid, raw })
  }
  if (intent.ended) return stateOf(intent)
  return broadcast({ journal, chains }, id)
}

async function broadcast({ journal, chains }: Parts, id: string): Promise<SendState> {
  const { intent, chain } = read({ journal, chains }, id)
  const newest = intent.versions.at(-1)
  if (newest?.txid === undefined || newest.raw === undefined) throw new Error(`the intent ${id} is not signed`)
  const { txid, raw, sent } = newest
  let reason: string | undefined
  try {
    const answer = await chain.broadcast({ txid, raw })
    if (answer === 'accepted' && !sent) journal.append({ type: 'sent', id, txid })
    if (answer !== 'accepted') reason = answer.refused
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    reason = error.message
  }
  return { ...stateOf(read({ journal, chains }, id).intent), ...(reason !== undefined && { reason }) }
}

/** Looks an intent up on its chain. A final outcome is written down; a transaction that the node lost is sent again. */
export async function findState({ journal, chains }: Parts, id: string): Promise<SendState> {
  const { intent, chain } = read({ journal, chains }, id)
  if (intent.ended) return stateOf(intent)
  // A process that died between plan and signature left this; nothing is signed while all sending is stopped.
  if (intent.versions.at(-1)?.txid === undefined)
    return journal.stopped ? stateOf(intent) : signAndBroadcast({ journal, chains }, id)
  let isPending = false
  for (const { txid, plan } of intent.versions.toReversed()) {
    if (txid === undefined) continue
    const sighting = await chain.find(txid, plan)
    if (sighting === 'pending') isPending = true
    else if (sighting !== 'missing') return settle({ journal, chain }, { intent, txid, sighting })
  }
  if (isPending || journal.stopped) return { ...stateOf(intent), ...(isPending && { state: 'SENT' }) }
  return broadcast({ journal, chains }, id)
}

type InBlock = Exclude<Sighting, string>

function settle(
  { journal, chain }: { journal: Journal; chain: Chain },
  { intent, txid, sighting }: { intent: JournaledIntent; txid: string; sighting: InBlock },
): SendState {
  const { height, confirmations, reverted } = sighting
  const fee = sighting.fee.toString()
  const reason = reverted ? 'the transaction is in a block and was reverted' : undefined
  const found = { txid, height, confirmations, fee, ...(reason !== undefined && { reason }) }
  if (confirmations >= chain.confirmations) {
    journal.append({ type: 'ended', id: intent.id, state: reverted ? 'FAILED' : 'CONFIRMED', ...found })
    return stateOf(journal.find(intent.id) ?? intent)
  }
  return { ...stateOf(intent), ...found, state: reverted ? 'SENT' : 'CONFIRMED' }
}

function stateOf({ id, versions, ended, amount, network, coin, to }: JournaledIntent): SendState {
  const asked = { amount, network, coin, to }
  const newest = versions.at(-1)
  const txids = versions.flatMap(({ txid }) => (txid === undefined ? [] : [txid]))
  if (ended) {
    const { txid, state, height, confirmations, fee, reason } = ended
    const why = reason === undefined ? {} : { reason }
    return { id, state, txid, txids, height, confirmations, isFinal: true, fee, ...asked, ...why }
  }
  const txid = txids.at(-1)
  return {
    id,
    state: newest?.sent ? 'SENT' : 'SIGNED',
    ...(txid !== undefined && { txid }),
    txids,
    isFinal: false,
    ...(newest && { fee: newest.plan.fee }),
    ...asked,
  }
}

function read({ journal, chains }: Parts, id: string): { intent: JournaledIntent; chain: Chain } {
  const intent = journal.find(id)
  const chain = intent && chains.get(intent.network)
  // A network that was taken out of the policy: nothing can be known of it.
  if (!chain) throw new NodeError(`the network of the intent ${id} is not configured`)
  return { intent, chain }
}
