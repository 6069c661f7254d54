import { selectUTXO, Transaction } from '@scure/btc-signer'
import { fromCount } from '#domain/counts.ts'
import { divide, parseDecimal } from '#domain/decimal.ts'
import { larger, smaller } from '#domain/units.ts'
import { HOT } from '../../account.ts'
import type { Plan } from '../../journal-records.ts'
import type { BitcoinPolicy } from '../../policy.ts'
import { type Refused, refused } from '../../refused.ts'
import type { Payment } from '../chain.ts'
import type { BitcoinAddresses } from './bitcoin-addresses.ts'
import { type BitcoinNode, outpoint } from './bitcoin-node.ts'
import type { BitcoinParameters } from './bitcoin-parameters.ts'
import type { Coin, CoinIndex } from './coin-index.ts'

export interface BitcoinParts {
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
export async function planPayment(
  { node, addresses, index, policy, parameters, feeMax }: BitcoinParts,
  { to, amount }: Payment,
  spent: ReadonlySet<string>,
): Promise<Plan | Refused> {
  if (amount < parameters.dust) return refused('AMOUNT_INVALID', `nodes do not pass on less than ${parameters.dust}`)
  const { height } = await index.follow()
  const rate = await readFeeRate({ node, policy })
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
  const output = { script: addresses.scriptPaidBy(to), amount }
  const selected = selectUTXO([...coins.values()].map(inputOf), [output], 'default', {
    changeAddress: addresses.change,
    createTx: false,
    feePerByte: rate,
    bip69: true,
    dustRelayFeeRate: parameters.dustRate,
    network: parameters.addresses,
    ...transactionOptions(parameters),
    allowLegacyWitnessUtxo: true,
  })
  if (selected?.fee === undefined) return refused('NOT_ENOUGH_FUNDS')
  const { fee } = selected
  if (fee > feeMax) return refused('FEE_TOO_HIGH', `${fee}`)
  const used = selected.inputs.flatMap(({ txid, index: n }) => coins.get(nameOf(txid, n)) ?? [])
  const tx = new Transaction(transactionOptions(parameters))
  for (const coin of used) {
    const { witnessUtxo, ...input } = inputOf(coin)
    // A signature of the oldest kind does not cover the amount: the whole transaction before proves it by its id.
    const isCovered = parameters.kind === 'wpkh' || parameters.cashPrefix !== undefined
    tx.addInput({ ...input, ...(isCovered ? { witnessUtxo } : { nonWitnessUtxo: await node.raw(coin.txid) }) })
  }
  for (const each of selected.outputs)
    tx.addOutput('script' in each ? each : { script: addresses.scriptOf(HOT), amount: each.amount })
  return {
    unsigned: Buffer.from(tx.toPSBT()).toString('base64'),
    keys: used.map(({ branch, index }) => ({ branch, index })),
    spends: used.map(({ txid, n }) => outpoint(txid, n)),
    fee: fee.toString(),
  }
}

/** Bitcoin Cash has longer hashes of scripts than the library knows, and signatures that cover amounts without segwit. */
export const transactionOptions = ({ cashPrefix }: Pick<BitcoinParameters, 'cashPrefix'>) =>
  cashPrefix === undefined ? {} : { allowUnknownOutputs: true, allowLegacyWitnessUtxo: true }

function nameOf(txid: Uint8Array | undefined, n: number | undefined): string {
  if (!txid || n === undefined) throw new Error('an input names its coin')
  return outpoint(Buffer.from(txid).toString('hex'), n)
}

/** Base units per virtual byte, within the policy's bounds. */
async function readFeeRate({ node, policy: { feeRate } }: Pick<BitcoinParts, 'node' | 'policy'>): Promise<bigint> {
  const [min, max] = [fromCount(feeRate.min), fromCount(feeRate.max)]
  return smaller(larger((await node.feeRate()) ?? min, min), max)
}

/** Virtual bytes of an input with its signature, of an output beside its script, and of all else. */
const INPUT_BYTES = { wpkh: 68, pkh: 148 }
const OUTPUT_BYTES = 9
const FRAME_BYTES = 11

/**
 * The same payment from the same coins, with a fee that is an eighth higher, or what is asked now, at the cost of its change. Refuses
 * NOT_REPLACEABLE where the change does not suffice or another payment spends it, and FEE_TOO_HIGH.
 */
export async function planReplacement(
  parts: BitcoinParts,
  { plan, txid }: { plan: Plan; txid: string },
  spent: ReadonlySet<string>,
): Promise<Plan | Refused> {
  const { addresses, parameters, feeMax } = parts
  const tx = Transaction.fromPSBT(Buffer.from(plan.unsigned, 'base64'))
  const outputs = outputsOf(tx)
  const at = outputs.findIndex(({ script }) => addresses.placeOf(script) !== undefined)
  const change = outputs[at]
  if (!change || spent.has(outpoint(txid, at)))
    return refused('NOT_REPLACEABLE', 'it has no change of its own to pay from')
  const bytes = outputs.reduce(
    (sum, { script }) => sum + OUTPUT_BYTES + script.length / 2,
    FRAME_BYTES + tx.inputsLength * INPUT_BYTES[parameters.kind],
  )
  const old = parseDecimal(plan.fee, 0) ?? 0n
  // Nodes ask for the old fee and for passing on the new bytes.
  const least = larger(divide(old * 9n, 8n, 'up'), old + (await readFeeRate(parts)) * fromCount(bytes))
  const value = change.value - (least - old)
  if (value < parameters.dust) return refused('NOT_REPLACEABLE', 'its change is too small')
  if (least > feeMax) return refused('FEE_TOO_HIGH', `${least}`)
  tx.updateOutput(at, { amount: value })
  return { ...plan, unsigned: Buffer.from(tx.toPSBT()).toString('base64'), fee: least.toString() }
}

/** The outputs of a transaction, with their scripts in hex. */
export const outputsOf = (tx: Transaction) =>
  Array.from({ length: tx.outputsLength }, (_, at) => {
    const { script = new Uint8Array(), amount: value = 0n } = tx.getOutput(at)
    return { script: Buffer.from(script).toString('hex'), value }
  })
