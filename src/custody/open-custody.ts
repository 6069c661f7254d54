import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openAccount } from './account.ts'
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
  return { journal, policy, chains, inTurn: turns(), close: () => journal.close() }
}

function openChains(seed: Uint8Array, policy: Policy, { nodes, folder }: Settings): ReadonlyMap<NetworkName, Chain> {
  const account = openAccount(seed, EVM_PATH)
  const addresses = new EvmAddresses(account, join(folder, 'addresses-evm.txt'))
  const chains = [...policy.networks].flatMap(([network, chainPolicy]): [NetworkName, Chain][] => {
    const node = nodes.get(network)
    if (node === undefined) return []
    const rpc = openRpc(node)
    if (chainPolicy.kind === 'evm')
      return [[network, openEvmChain({ network, policy: chainPolicy, account, addresses, rpc })]]
    const parameters = parametersOf(network, chainPolicy.chain)
    const files = { coins: join(folder, `coins-${network}.json`), addresses: join(folder, `addresses-${network}.txt`) }
    const opening = { network, policy: chainPolicy, parameters, rpc, files }
    return [[network, openBitcoinChain({ ...opening, account: openAccount(seed, parameters.path) })]]
  })
  return new Map(chains)
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
