import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findLitecoin, REGTEST_FIRST_BLOCK, startLitecoin } from '../../tests/setup/litecoin.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import {
  type BitcoinName,
  bitcoinPolicyOf,
  type DevelopmentBitcoin,
  isBitcoinName,
  startDevelopmentBitcoin,
} from './development-bitcoin.ts'
import { startDevelopmentStellar } from './development-stellar.ts'
import { type DevelopmentTron, startDevelopmentTron } from './development-tron.ts'
import { type DevelopmentXrp, startDevelopmentXrp } from './development-xrp.ts'
import { type Miner, mineAfterTransactions } from './mine-after-transactions.ts'

/** Chains of this machine alone, with the coins that development sends on them. Nothing on them is worth anything. */
export interface DevelopmentChains {
  /** Settings of custody. */
  readonly env: Readonly<Record<string, string>>
  /** The networks that have a node. */
  readonly networks: readonly string[]
  /** Gives an address coins out of nothing, as a payment that is in the next block. */
  fund(payment: { network: string; coin: string; to: string; tag?: string; amount: bigint }): Promise<void>
  stop(): Promise<void>
}

const EVM = {
  ERC20: { chainId: 31_337, symbol: 'ETHEREUM', confirmations: 6 },
  BEP20: { chainId: 31_356, symbol: 'BINANCE_COIN_BSC', confirmations: 6 },
  POLYGON: { chainId: 31_437, symbol: 'MATIC', confirmations: 6 },
} as const
type EvmName = keyof typeof EVM
const EVM_NAMES = Object.keys(EVM).filter((name): name is EvmName => name in EVM)

const EVM_ADDRESS = /^0x[0-9a-f]{40}$/i
/** The key of nobody: what it gets is lost. */
const NOBODY = 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3'
/** Coins of a new block can be spent a hundred blocks later. */
const RIPE_BLOCKS = 101

const amounts = (perTransaction: string, perHour: string, perDay: string) => ({ perTransaction, perHour, perDay })
const limits = (unit: string) => ({
  automatic: amounts(unit, `${unit}0`, `${unit}00`),
  approved: amounts(`${unit}0`, `${unit}00`, `${unit}000`),
})

/**
 * Starts a node for each EVM network, one for Litecoin where litecoind is installed, and sandboxes of TRON, XRP, Stellar and Bitcoin's family, on
 * free ports, and writes custody's policy for them. Chains stay in the folder, beside the journal that knows their nonces.
 */
export async function startDevelopmentChains(
  folder: string,
  names: readonly EvmName[] = EVM_NAMES,
): Promise<DevelopmentChains> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const nodes = new Map<EvmName, Anvil>()
  const start = async (name: EvmName) => {
    const stateFile = join(folder, `${name}.json`)
    nodes.set(name, await startAnvil({ chainId: EVM[name].chainId, stateFile }))
  }
  const stopMining: (() => void)[] = []
  // First, since its packages require modules that those of the others import, which Node refuses while such an import is under way.
  const xrp = await startDevelopmentXrp(join(folder, 'XRP.jsonl'))
  const [family, tron, stellar] = await Promise.all([
    startFamily(folder),
    startDevelopmentTron(join(folder, 'TRC20.jsonl')),
    startDevelopmentStellar(join(folder, 'XLM.jsonl')),
    ...names.map(start),
  ])
  stopMining.push(mineAfterTransactions(tron), mineAfterTransactions(xrp), mineAfterTransactions(stellar))
  for (const node of nodes.values()) stopMining.push(mineAfterTransactions(evmMiner(node)))
  for (const node of family.values()) stopMining.push(mineAfterTransactions(node))
  const token = await nodes.get('ERC20')?.deployToken()
  const policyFile = join(folder, 'policy.json')
  const policy = policyOf({ names, token, tron, xrp, stellar, family })
  writeFileSync(policyFile, JSON.stringify(policy, null, 2))
  return {
    networks: [...names, 'TRC20', 'XRP', 'XLM', ...family.keys()],
    env: {
      CUSTODY_POLICY: policyFile,
      ...Object.fromEntries([...nodes].map(([name, { url }]) => [`CUSTODY_NODE_${name}`, url])),
      CUSTODY_NODE_TRC20: tron.url,
      CUSTODY_NODE_XRP: xrp.url,
      CUSTODY_NODE_XLM: stellar.url,
      ...Object.fromEntries([...family].map(([name, { url }]) => [`CUSTODY_NODE_${name}`, url])),
    },
    async fund({ network, coin, to, tag, amount }) {
      if (isBitcoinName(network)) return family.get(network)?.fund(to, amount)
      if (network === 'TRC20') return tron.fund({ coin, to, amount })
      if (network === 'XRP') return xrp.fund({ to, tag, amount })
      if (network === 'XLM') return stellar.fund({ to, tag, amount })
      const [name] = EVM_NAMES.filter((each) => each === network)
      const node = name && nodes.get(name)
      if (!node) throw new Error(`${network} has no node here`)
      // The node would fill a shorter one with zeros.
      if (!EVM_ADDRESS.test(to)) throw new Error(`${to} is no address of ${network}`)
      if (coin === 'TETHER' && token) return node.mintToken(token, to, amount)
      await node.pay(to, amount)
    },
    async stop() {
      for (const stop of stopMining) stop()
      await Promise.all([tron, xrp, stellar, ...family.values(), ...nodes.values()].map((node) => node.stop()))
    },
  }
}

const evmMiner = ({ call }: Anvil): Miner => ({
  async hasTransaction() {
    const { transactions } = await call<{ transactions: unknown[] }>('eth_getBlockByNumber', 'latest', false)
    return transactions.length > 0
  },
  mineEmpty: () => call('evm_mine'),
})

/** The chains of Bitcoin's family. */
async function startFamily(folder: string): Promise<ReadonlyMap<BitcoinName, DevelopmentBitcoin>> {
  const sandboxOf = async (name: BitcoinName) => [name, await startDevelopmentBitcoin(folder, name)] as const
  return new Map(
    await Promise.all([
      sandboxOf('BTC'),
      startRegtest(folder).then((node) => (node ? (['LTC', node] as const) : sandboxOf('LTC'))),
      sandboxOf('BCH'),
      sandboxOf('DOGE'),
    ]),
  )
}

/** A Litecoin node; `undefined` where there is none. */
async function startRegtest(folder: string): Promise<DevelopmentBitcoin | undefined> {
  const binary = findLitecoin()
  if (binary === undefined) return undefined
  const node = await startLitecoin(binary, join(folder, 'LTC'))
  return {
    ...node,
    policy: bitcoinPolicyOf('LTC', REGTEST_FIRST_BLOCK),
    hasTransaction: async () => (await node.call<string[]>('getrawmempool')).length > 0,
    mineEmpty: () => node.mine(1, NOBODY),
    /** A block's whole coins, ripe at once. */
    async fund(to) {
      await node.mine(1, to)
      await node.mine(RIPE_BLOCKS, NOBODY)
    },
  }
}

function policyOf({
  names,
  token,
  tron,
  family,
  xrp,
  stellar,
}: {
  names: readonly EvmName[]
  token: string | undefined
  tron: DevelopmentTron
  family: ReadonlyMap<BitcoinName, DevelopmentBitcoin>
  xrp: DevelopmentXrp
  stellar: DevelopmentXrp
}) {
  const evm = names.map((name) => {
    const { chainId, symbol, confirmations } = EVM[name]
    const tether = name === 'ERC20' && token ? [{ symbol: 'TETHER', decimals: 6, contract: token }] : []
    const coins = [{ symbol, decimals: 18 }, ...tether]
    return [name, { kind: 'evm', chainId, confirmations, feeMax: '0.1', traces: true, coins }] as const
  })
  return {
    operators: [],
    limits: {
      ETHEREUM: limits('1'),
      BINANCE_COIN_BSC: limits('10'),
      MATIC: limits('5000'),
      TRON: limits('5000'),
      RIPPLE: limits('1000'),
      STELLAR: limits('5000'),
      TETHER: limits('2000'),
      BITCOIN: limits('1'),
      LITE_COIN: limits('20'),
      BITCOIN_CASH: limits('10'),
      DOGE_COIN: limits('10000'),
    },
    networks: {
      ...Object.fromEntries(evm),
      ...{ TRC20: tron.policy, XRP: xrp.policy, XLM: stellar.policy },
      ...Object.fromEntries([...family].map(([name, { policy }]) => [name, policy])),
    },
  }
}
