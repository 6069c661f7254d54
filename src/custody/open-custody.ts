import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Account, openAccount, watchAccount } from './account.ts'
import { openBitcoinChain } from './chains/bitcoin/bitcoin-chain.ts'
import { parametersOf } from './chains/bitcoin/bitcoin-parameters.ts'
import type { Chain, NetworkName } from './chains/chain.ts'
import { EvmAddresses } from './chains/evm/evm-addresses.ts'
import { EVM_PATH, openEvmChain } from './chains/evm/evm-chain.ts'
import { openJournal } from './journal.ts'
import { openRpc } from './json-rpc.ts'
import type { Custody } from './payments.ts'
import { type Policy, readPolicy } from './policy.ts'
import { newWords, openSeedFile, writeSeedFile } from './seed-file.ts'
import type { Settings } from './settings.ts'

/** Opens seed, policy, journal and chains. The passphrase is read only if the settings name a seed file. */
export function openCustody(settings: Settings, readPassphrase: () => string): Custody & { close(): void } {
  const policy = readPolicy(settings.policyFile)
  const journal = openJournal(settings.folder)
  const seed =
    settings.seedFile === undefined
      ? developmentSeed(settings.folder, policy)
      : openSeedFile(settings.seedFile, readPassphrase())
  const chains = openChains(seed, policy, settings)
  seed.fill(0)
  return { journal, policy, ...chains, inTurn: turns(), close: () => journal.close() }
}

/** The chains of the hot wallet and of deposits, and those of cold storage, which is watched and not signed for. */
function openChains(seed: Uint8Array, policy: Policy, { nodes, folder }: Settings): Pick<Custody, 'chains' | 'cold'> {
  const chains = new Map<NetworkName, Chain>()
  const cold = new Map<NetworkName, Chain>()
  const evmAccount = openAccount(seed, EVM_PATH)
  const evmAddresses = new EvmAddresses(evmAccount, join(folder, 'addresses-evm.txt'))
  for (const [network, chainPolicy] of policy.networks) {
    const node = nodes.get(network)
    if (node === undefined) continue
    const rpc = openRpc(node)
    const watched = chainPolicy.cold === undefined ? undefined : watchAccount(chainPolicy.cold)
    if (chainPolicy.kind === 'evm') {
      const opening = { network, policy: chainPolicy, rpc }
      chains.set(network, openEvmChain({ ...opening, account: evmAccount, addresses: evmAddresses }))
      if (!watched) continue
      const addresses = new EvmAddresses(watched, join(folder, `cold-addresses-${network}.txt`))
      cold.set(network, openEvmChain({ ...opening, account: watched, addresses }))
    } else {
      const parameters = parametersOf(network, chainPolicy.chain)
      const open = (account: Account, prefix: string) => {
        const coins = join(folder, `${prefix}coins-${network}.json`)
        const files = { coins, addresses: join(folder, `${prefix}addresses-${network}.txt`) }
        return openBitcoinChain({ network, policy: chainPolicy, parameters, rpc, account, files })
      }
      chains.set(network, open(openAccount(seed, parameters.path), ''))
      if (watched) cold.set(network, open(watched, 'cold-'))
    }
  }
  return { chains, cold }
}

/** Chains whose coins are worth something. */
const REAL_CHAIN_IDS = new Set([1, 56, 137])
const DEVELOPMENT_PASSPHRASE = 'development'

/** The seed of a machine without a seed file, made at its first start. @throws Error if the policy names a real chain */
function developmentSeed(folder: string, { networks }: Policy): Uint8Array {
  const isReal = [...networks.values()].some((each) =>
    each.kind === 'evm' ? REAL_CHAIN_IDS.has(each.chainId) : each.chain === 'main',
  )
  if (isReal) throw new Error('CUSTODY_SEED_FILE is missing: a development seed holds no coins of a real chain')
  const path = join(folder, 'development-seed.json')
  if (!existsSync(path)) writeSeedFile(path, { words: newWords(), passphrase: DEVELOPMENT_PASSPHRASE, logN: 14 })
  return openSeedFile(path, DEVELOPMENT_PASSPHRASE)
}

/** A queue for each network. */
function turns(): Custody['inTurn'] {
  const last = new Map<string, Promise<unknown>>()
  return (network, work) => {
    const turn = (last.get(network) ?? Promise.resolve()).then(work, work)
    last.set(network, turn)
    return turn
  }
}
