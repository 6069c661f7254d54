import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Account, openAccount, watchAccount } from './account.ts'
import type { Chain, NetworkName } from './chains/chain.ts'
import type { EvmAddresses } from './chains/evm/evm-addresses.ts'
import type { StellarAccount } from './chains/stellar/stellar-account.ts'
import { openJournal } from './journal.ts'
import { openRpc } from './json-rpc.ts'
import type { Custody } from './payments.ts'
import {
  type NetworkPolicy,
  type Policy,
  readPolicy,
  STELLAR_PASSPHRASE,
  TRON_FIRST_BLOCK,
  XRP_MAIN_NETWORK,
} from './policy.ts'
import { newWords, openSeedFile, writeSeedFile } from './seed-file.ts'
import type { Settings } from './settings.ts'

/** Opens seed, policy, journal and chains. The passphrase is read only if the settings name a seed file. */
export async function openCustody(
  settings: Settings,
  readPassphrase: () => string,
): Promise<Custody & { close(): void }> {
  const policy = readPolicy(settings.policyFile)
  const journal = openJournal(settings.folder)
  const seed =
    settings.seedFile === undefined
      ? developmentSeed(settings.folder, policy)
      : openSeedFile(settings.seedFile, readPassphrase())
  const chains = await openChains(seed, policy, settings)
  seed.fill(0)
  return { journal, policy, ...chains, inTurn: turns(), close: () => journal.close() }
}

/** The chains of the hot wallet and of deposits, and those of cold storage, which is watched and not signed for. */
async function openChains(
  seed: Uint8Array,
  policy: Policy,
  settings: Settings,
): Promise<Pick<Custody, 'chains' | 'cold'>> {
  const chains = new Map<NetworkName, Chain>()
  const cold = new Map<NetworkName, Chain>()
  const shared = {}
  for (const [network, chainPolicy] of policy.networks) {
    const node = settings.nodes.get(network)
    if (node === undefined) continue
    const open = await openerOf({ network, node, policy: chainPolicy, settings, shared })
    chains.set(network, open.hot(seed))
    if (chainPolicy.cold !== undefined) cold.set(network, open.cold(chainPolicy.cold))
  }
  return { chains, cold }
}

interface Opener {
  hot(seed: Uint8Array): Chain
  /** By the key that the policy names. */
  cold(key: string): Chain
}

type OpenAccount = (account: Account) => Chain

/** A network whose keys derive from an account's extended public key. */
const derived = (path: string, { hot, cold }: { hot: OpenAccount; cold: OpenAccount }): Opener => ({
  hot: (seed) => hot(openAccount(seed, path)),
  cold: (key) => cold(watchAccount(key)),
})

interface Opening {
  readonly network: NetworkName
  readonly node: string
  readonly policy: NetworkPolicy
  readonly settings: Settings
  /** All EVM networks have the same addresses, whose file has one writer. */
  readonly shared: { evmAddresses?: EvmAddresses }
}

/**
 * Opens a network's chain by its kind, with files of its own for the hot wallet and for cold storage. Only the libraries of the networks that are
 * served come near the keys.
 */
async function openerOf({ network, node, policy, settings, shared }: Opening): Promise<Opener> {
  const file = (name: string) => join(settings.folder, name)
  switch (policy.kind) {
    case 'evm': {
      const { EVM_PATH, openEvmChain } = await import('./chains/evm/evm-chain.ts')
      const { EvmAddresses } = await import('./chains/evm/evm-addresses.ts')
      const rpc = openRpc(node)
      const open = (account: Account, addresses: EvmAddresses) =>
        openEvmChain({ network, policy, rpc, account, addresses })
      return derived(EVM_PATH, {
        hot: (account) => {
          shared.evmAddresses ??= new EvmAddresses(account, file('addresses-evm.txt'))
          return open(account, shared.evmAddresses)
        },
        cold: (account) => open(account, new EvmAddresses(account, file(`cold-addresses-${network}.txt`))),
      })
    }
    case 'tron': {
      const { COLD_LIFETIME_MS, openTronChain, TRON_PATH } = await import('./chains/tron/tron-chain.ts')
      const { TronAddresses } = await import('./chains/tron/tron-addresses.ts')
      const { openTronHttp } = await import('./chains/tron/tron-http.ts')
      const http = openTronHttp(node, { key: settings.tronKey })
      const open = (name: string, lifetimeMs?: number) => (account: Account) => {
        const addresses = new TronAddresses(account, file(name))
        return openTronChain({ network, policy, http, account, addresses, ...(lifetimeMs && { lifetimeMs }) })
      }
      const cold = open(`cold-addresses-${network}.txt`, COLD_LIFETIME_MS)
      return derived(TRON_PATH, { hot: open(`addresses-${network}.txt`), cold })
    }
    case 'bitcoin': {
      const { openBitcoinChain } = await import('./chains/bitcoin/bitcoin-chain.ts')
      const { parametersOf } = await import('./chains/bitcoin/bitcoin-parameters.ts')
      const rpc = openRpc(node)
      const parameters = parametersOf(network, policy.chain)
      const open = (prefix: string) => (account: Account) => {
        const coins = file(`${prefix}coins-${network}.json`)
        const files = { coins, addresses: file(`${prefix}addresses-${network}.txt`) }
        return openBitcoinChain({ network, policy, parameters, rpc, account, files })
      }
      return derived(parameters.path, { hot: open(''), cold: open('cold-') })
    }
    case 'xrp': {
      const { COLD_LIFETIME_LEDGERS, openXrpChain, XRP_PATH } = await import('./chains/xrp/xrp-chain.ts')
      const rpc = openRpc(node)
      const open = (lifetimeLedgers?: number) => (account: Account) =>
        openXrpChain({ network, policy, account, rpc, ...(lifetimeLedgers && { lifetimeLedgers }) })
      return derived(XRP_PATH, { hot: open(), cold: open(COLD_LIFETIME_LEDGERS) })
    }
    case 'stellar': {
      const { openStellarAccount, watchStellarAccount } = await import('./chains/stellar/stellar-account.ts')
      const { openStellarChain, STELLAR_COLD_LIFETIME_MS } = await import('./chains/stellar/stellar-chain.ts')
      const open = (account: StellarAccount, lifetimeMs?: number) =>
        openStellarChain({ network, policy, account, address: node, ...(lifetimeMs && { lifetimeMs }) })
      return {
        hot: (seed) => open(openStellarAccount(seed)),
        cold: (key) => open(watchStellarAccount(key), STELLAR_COLD_LIFETIME_MS),
      }
    }
  }
}

/** Chains whose coins are worth something. */
const REAL_CHAIN_IDS = new Set([1, 56, 137])

function isRealChain(policy: NetworkPolicy): boolean {
  switch (policy.kind) {
    case 'evm':
      return REAL_CHAIN_IDS.has(policy.chainId)
    case 'tron':
      return policy.firstBlock === TRON_FIRST_BLOCK
    case 'bitcoin':
      return policy.chain === 'main'
    case 'xrp':
      return policy.networkId === XRP_MAIN_NETWORK
    case 'stellar':
      return policy.passphrase === STELLAR_PASSPHRASE
  }
}

const DEVELOPMENT_PASSPHRASE = 'development'

/** The seed of a machine without a seed file, made at its first start. @throws Error if the policy names a real chain */
function developmentSeed(folder: string, { networks }: Policy): Uint8Array {
  const isReal = [...networks.values()].some(isRealChain)
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
