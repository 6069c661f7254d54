import {
  COLD_INTENT,
  CUSTODY_PARAMS,
  type CustodyMethod,
  type CustodyParams,
  type CustodyRequest,
  type CustodyResult,
  FENCED,
} from '#contract/custody.ts'
import { attestationText } from '#domain/liabilities.ts'
import type { Chain } from './chains/chain.ts'
import { checkResume } from './check-limits.ts'
import { coldBalances, draftColdPayment, inspectPayment, submitSigned } from './cold.ts'
import { admit } from './fence.ts'
import { NodeError } from './json-rpc.ts'
import { type Custody, checkPayment, findPayment, replacePayment, sendPayment, sweep } from './payments.ts'
import { type Refused, refused } from './refused.ts'

type Answers = {
  [Method in CustodyMethod]: (
    custody: Custody,
    params: CustodyParams<Method>,
  ) => Promise<CustodyResult<Method> | Refused>
}

/** The work of each method. */
const ANSWERS: Answers = {
  status: async ({ chains, cold, journal }) => ({
    stopped: journal.stopped,
    ...(journal.stopped && { stoppedAt: journal.switchedAt }),
    networks: await Promise.all([...chains.values()].map((chain) => statusOf(chain, cold.get(chain.network)))),
  }),
  address: async ({ chains }, { network, index }) => {
    const chain = chains.get(network)
    if (!chain) return refused('NETWORK_NOT_CONFIGURED')
    const tag = chain.tagOf?.(index)
    return { address: chain.addressOf(index), ...(tag !== undefined && { tag }) }
  },
  scan: async ({ chains, cold, journal }, { network, ...span }) => {
    const result = await chains.get(network)?.scan(span)
    if (!result) return refused('NETWORK_NOT_CONFIGURED')
    const coldAddress = cold.get(network)?.hotAddress
    const transfers = result.transfers.map((each) => {
      const isFromCold = coldAddress !== undefined && each.from?.includes(coldAddress) === true
      return { ...each, ...intentOf(isFromCold ? COLD_INTENT : journal.intentOf(each.txid)) }
    })
    return { ...result, transfers }
  },
  balances: async (custody, { network, issued }) => {
    const balances = await custody.chains.get(network)?.balances(issued)
    if (!balances) return refused('NETWORK_NOT_CONFIGURED')
    const cold = await coldBalances(custody, network)
    const coins = balances.coins.map((each) => {
      const held = cold.get(each.symbol)
      return held === undefined ? each : { ...each, cold: held }
    })
    return { ...balances, coins }
  },
  check: checkPayment,
  send: sendPayment,
  find: findPayment,
  replace: replacePayment,
  sweep,
  draft: draftColdPayment,
  submit: submitSigned,
  inspect: inspectPayment,
  attest: async ({ chains }, { network, statement }) => {
    const chain = chains.get(network)
    if (!chain) return refused('NETWORK_NOT_CONFIGURED')
    const address = chain.hotAddress
    const message = attestationText({ address, statement, at: new Date().toISOString() })
    const signed = chain.attest?.(message)
    return { address, ...(signed && { message, ...signed }) }
  },
  stop: async ({ journal }, { by }) => {
    if (!journal.stopped) journal.append({ type: 'switch', stopped: true, by })
    return { stopped: true }
  },
  resume: async ({ journal, policy }, { by, approvals = [] }) => {
    if (!journal.stopped) return { stopped: false }
    const refusal = checkResume({ approvals, stoppedAt: journal.switchedAt }, policy)
    if (refusal) return refusal
    journal.append({ type: 'switch', stopped: false, by })
    return { stopped: false }
  },
}

const intentOf = (intent: string | undefined) => (intent === undefined ? {} : { intent })

async function statusOf(chain: Chain, cold: Chain | undefined): Promise<CustodyResult<'status'>['networks'][number]> {
  const { network, id, extendedPublicKey, hotAddress, confirmations } = chain
  const tip = await chain.tip().catch((error: unknown) => {
    if (error instanceof NodeError) return undefined
    throw error
  })
  return {
    network,
    reachable: tip !== undefined,
    ...(tip && { tip }),
    chain: id,
    extendedPublicKey,
    hotAddress,
    ...(cold && { coldAddress: cold.hotAddress }),
    confirmations,
    coins: chain.coins.map(({ symbol, decimals, contract }) => ({
      symbol,
      decimals,
      ...(contract !== undefined && { contract }),
    })),
  }
}

const isMethod = (name: string): name is CustodyMethod => Object.hasOwn(CUSTODY_PARAMS, name)

/** Answers one question. Only a fault of custody itself throws. */
export async function answer(
  custody: Custody,
  { method, params, fence }: Omit<CustodyRequest, 'id'>,
): Promise<unknown> {
  if (!isMethod(method)) return refused('BAD_REQUEST', 'there is no such method')
  if (!fence && FENCED.has(method)) return refused('BAD_REQUEST', 'fence')
  const old = fence && admit(custody.journal, fence)
  if (old) return old
  try {
    return await answerMethod({ ...custody, fence }, method, params)
  } catch (error) {
    if (error instanceof NodeError) return refused('NODE_FAILED', error.message)
    throw error
  }
}

async function answerMethod<Method extends CustodyMethod>(
  custody: Custody,
  method: Method,
  params: unknown,
): Promise<CustodyResult<Method> | Refused> {
  const read = CUSTODY_PARAMS[method].safeParse(params)
  if (!read.success) return refused('BAD_REQUEST', read.error.issues[0]?.path.join('.'))
  return ANSWERS[method](custody, read.data as CustodyParams<Method>)
}
