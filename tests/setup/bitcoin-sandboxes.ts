import type { PolicyText } from '#custody/policy.ts'
import { bitcoinSandbox } from '#sandbox/bitcoin/bitcoin-sandbox.ts'
import { CHAINS } from '#sandbox/bitcoin/chain-rules.ts'
import { SandboxBitcoinChain } from '#sandbox/bitcoin/sandbox-chain.ts'
import { BITCOIN_FAMILY, type BitcoinName, bitcoinPolicyOf } from '../../src/scripts/development-bitcoin.ts'
import { AMPLE } from './custody-process.ts'
import { listenOnLoopback } from './loopback-server.ts'

/** The policy of sandboxes of Bitcoin's family. */
export function bitcoinPolicy(names: readonly BitcoinName[], change: { readonly cold?: string } = {}): PolicyText {
  const networks = names.map((name) => [name, { ...bitcoinPolicyOf(name, CHAINS[name].firstBlock), ...change }])
  const limits = Object.fromEntries(names.map((name) => [BITCOIN_FAMILY[name].symbol, AMPLE]))
  return { operators: [], limits, networks: Object.fromEntries(networks) }
}

/** A chain of this process, and its node. */
export async function startBitcoinSandbox(name: BitcoinName) {
  const chain = new SandboxBitcoinChain(CHAINS[name])
  const { url, close } = await listenOnLoopback(bitcoinSandbox(chain))
  return { chain, url, close }
}
