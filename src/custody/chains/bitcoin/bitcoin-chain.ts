import { selectUTXO, Transaction } from '@scure/btc-signer'
import type { CustodyResult } from '#contract/custody.ts'
import { fromCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { larger, smaller } from '#domain/units.ts'
import { type Account, depositPlace, HOT } from '../../account.ts'
import type { Plan } from '../../journal-records.ts'
import { NodeRefusal, type Rpc } from '../../json-rpc.ts'
import { type BitcoinPolicy, readWhole } from '../../policy.ts'
import { type Refused, refused } from '../../refused.ts'
import type { Chain, NetworkName, Payment, Sighting } from '../chain.ts'
import { BitcoinAddresses } from './bitcoin-addresses.ts'
import { type BitcoinNode, openBitcoinNode, outpoint } from './bitcoin-node.ts'
import { BITCOIN_DECIMALS, type BitcoinParameters } from './bitcoin-parameters.ts'
import { type Coin, CoinIndex } from './coin-index.ts'
import { scanBitcoin } from './scan-bitcoin.ts'

interface Opening {
  readonly network: NetworkName
  readonly policy: BitcoinPolicy
  readonly parameters: BitcoinParameters
  readonly account: Account
  readonly rpc: Rpc
  /** The file that keeps the coins of the chain between two runs. */
  readonly coinFile: string
}

/** A chain of Bitcoin's family, with payments from the coins of all our addresses, so that nothing has to be swept. */
export function openBitcoinChain({ network, policy, parameters, account, rpc, coinFile }: Opening): Chain {
  const { firstBlock, birthHeight, confirmations, symbol } = policy
  const node = openBitcoinNode(rpc, firstBlock)
  const addresses = new BitcoinAddresses(account, parameters)
  const index = new CoinIndex({ node, addresses, file: coinFile, firstBlock, birthHeight })
  const feeMax = readWhole(policy.feeMax, BITCOIN_DECIMALS)
  const parts = { node, addresses, index, policy, parameters, feeMax }
  return {
    network,
    id: firstBlock,
    extendedPublicKey: account.extendedPublicKey,
    hotAddress: addresses.hot,
    confirmations,
    feeMax,
    coins: [{ symbol, decimals: BITCOIN_DECIMALS }],
    tip: async () => {
      const height = await node.height()
      return { height, hash: await node.hashAt(height) }
    },
    addressOf: (at) => addresses.of(depositPlace(at)),
    readAddress: (text) => addresses.read(text),
    isOwn: (address) => addresses.has(address),
    async scan(span) {
      const result = await scanBitcoin({ node, addresses, symbol }, span)
      await index.follow(span.issued)
      return result
    },
    balances: (issued) => readBalances(parts, issued),
    plan: (payment, spent) => planPayment(parts, payment, spent),
    sign: (plan) => sign(plan, account),
    async broadcast({ txid, raw }) {
      try {
        await node.send(raw)
        index.addPending(txid, outputsOf(Transaction.fromRaw(Buffer.from(raw, 'hex'))))
        return 'accepted'
      } catch (error) {
        if (!(error instanceof NodeRefusal)) throw error
        return (await node.confirmations(txid)) === undefined ? { refused: error.message } : 'accepted'
      }
    },
    async find(txid, plan) {
      const sighting = await find(node, { txid, plan })
      if (sighting === 'pending')
        index.addPending(txid, outputsOf(Transaction.fromPSBT(Buffer.from(plan.unsigned, 'base64'))))
      return sighting
    },
  }
}

interface Parts {
  readonly node: BitcoinNode
  readonly addresses: BitcoinAddresses
  readonly index: CoinIndex
  readonly policy: BitcoinPolicy
  readonly parameters: BitcoinParameters
  readonly feeMax: bigint
}

/** Signals that a higher fee may replace it, which costs nothing where nodes do not replace. */
const SEQUENCE = 0xfffffffd

/** Chooses coins for a payment; change goes to the hot wallet. Refuses AMOUNT_INVALID, NOT_ENOUGH_FUNDS and FEE_TOO_HIGH. */
async function planPayment(
  { node, addresses, index, policy, parameters, feeMax }: Parts,
  { to, amount }: Payment,
  spent: ReadonlySet<string>,
): Promise<Plan | Refused> {
  if (amount < parameters.dust) return refused('AMOUNT_INVALID', `nodes do not pass on less than ${parameters.dust}`)
  const { height } = await index.follow()
  const rate = (await node.feeRate()) ?? fromCount(policy.feeRate.min)
  const coins = new Map(
    index
      .spendable({ height, confirmations: policy.confirmations })
      .map((coin) => [outpoint(coin.txid, coin.n), coin] as const)
      .filter(([name]) => !spent.has(name)),
  )
  const inputOf = (coin: Coin) => ({
    txid: coin.txid,
    index: coin.n,
    sequence: SEQUENCE,
    witnessUtxo: { script: addresses.scriptOf(coin), amount: parseDecimal(coin.value, 0) ?? 0n },
  })
  const selected = selectUTXO([...coins.values()].map(inputOf), [{ address: to, amount }], 'default', {
    changeAddress: addresses.hot,
    feePerByte: smaller(larger(rate, fromCount(policy.feeRate.min)), fromCount(policy.feeRate.max)),
    bip69: true,
    dustRelayFeeRate: parameters.dustRate,
    network: parameters.addresses,
    allowLegacyWitnessUtxo: true,
  })
  if (selected?.fee === undefined) return refused('NOT_ENOUGH_FUNDS')
  const { fee } = selected
  if (fee > feeMax) return refused('FEE_TOO_HIGH', `${fee}`)
  const used = selected.inputs.flatMap(({ txid, index: n }) => coins.get(nameOf(txid, n)) ?? [])
  const tx = new Transaction()
  for (const coin of used) {
    const { witnessUtxo, ...input } = inputOf(coin)
    // Without segwit a signature does not cover the amount: the whole transaction before proves it by its id.
    tx.addInput({
      ...input,
      ...(parameters.kind === 'wpkh' ? { witnessUtxo } : { nonWitnessUtxo: await node.raw(coin.txid) }),
    })
  }
  for (const output of selected.outputs)
    if ('address' in output) tx.addOutputAddress(output.address, output.amount, parameters.addresses)
  return {
    unsigned: Buffer.from(tx.toPSBT()).toString('base64'),
    keys: used.map(({ branch, index }) => ({ branch, index })),
    spends: used.map(({ txid, n }) => outpoint(txid, n)),
    fee: fee.toString(),
  }
}

function nameOf(txid: Uint8Array | undefined, n: number | undefined): string {
  if (!txid || n === undefined) throw new Error('an input names its coin')
  return outpoint(Buffer.from(txid).toString('hex'), n)
}

const outputsOf = (tx: Transaction) =>
  Array.from({ length: tx.outputsLength }, (_, at) => {
    const { script = new Uint8Array(), amount: value = 0n } = tx.getOutput(at)
    return { script: Buffer.from(script).toString('hex'), value }
  })

function sign({ unsigned, keys }: Plan, account: Account) {
  const tx = Transaction.fromPSBT(Buffer.from(unsigned, 'base64'))
  for (const [at, place] of keys.entries()) tx.signIdx(account.privateKeyOf(place), at)
  tx.finalize()
  return { txid: tx.id, raw: Buffer.from(tx.extract()).toString('hex') }
}

async function find(node: BitcoinNode, { txid, plan }: { txid: string; plan: Plan }): Promise<Sighting> {
  const confirmations = await node.confirmations(txid)
  if (confirmations === undefined) return 'missing'
  if (confirmations <= 0) return 'pending'
  const height = (await node.height()) - confirmations + 1
  return { height, confirmations, fee: parseDecimal(plan.fee, 0) ?? 0n, reverted: false }
}

async function readBalances({ index, policy }: Parts, issued: number): Promise<CustodyResult<'balances'>> {
  const at = await index.follow(issued)
  const sumOf = (branch: number) =>
    index.coins
      .filter((coin) => coin.branch === branch)
      .reduce((sum, { value }) => sum + (parseDecimal(value, 0) ?? 0n), 0n)
      .toString()
  const coin = { symbol: policy.symbol, decimals: BITCOIN_DECIMALS }
  return { at, coins: [{ ...coin, hot: sumOf(HOT.branch), deposits: sumOf(depositPlace(0).branch) }] }
}
