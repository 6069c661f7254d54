import type { PolicyText } from '#custody/policy.ts'
import { bitcoinSandbox } from '#sandbox/bitcoin/bitcoin-sandbox.ts'
import { CHAINS } from '#sandbox/bitcoin/chain-rules.ts'
import { SandboxBitcoinChain } from '#sandbox/bitcoin/sandbox-chain.ts'
import { AMPLE } from './custody-process.ts'
import { listenOnLoopback } from './loopback-server.ts'

export const FAMILY = {
  BTC: { symbol: 'BITCOIN', feeMax: '0.001', feeRate: { min: 1, max: 100 } },
  BCH: { symbol: 'BITCOIN_CASH', feeMax: '0.001', feeRate: { min: 1, max: 100 } },
  DOGE: { symbol: 'DOGE_COIN', feeMax: '10', feeRate: { min: 1_000, max: 50_000 } },
} as const
export type FamilyName = keyof typeof FAMILY

/** The policy of sandboxes of Bitcoin's family. */
export function bitcoinPolicy(names: readonly FamilyName[], change: { readonly cold?: string } = {}): PolicyText {
  const networks = names.map((name) => {
    const frame = { kind: 'bitcoin', chain: 'regtest', birthHeight: 0, confirmations: 3, ...change } as const
    return [name, { ...frame, firstBlock: CHAINS[name].firstBlock, ...FAMILY[name] }] as const
  })
  const limits = Object.fromEntries(names.map((name) => [FAMILY[name].symbol, AMPLE]))
  return { operators: [], limits, networks: Object.fromEntries(networks) }
}

/** A chain of this process, and its node. */
export async function startBitcoinSandbox(name: FamilyName) {
  const chain = new SandboxBitcoinChain(CHAINS[name])
  const { url, close } = await listenOnLoopback(bitcoinSandbox(chain))
  return { chain, url, close }
}
