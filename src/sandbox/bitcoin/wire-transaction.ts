import { encodeTransaction, hashTransaction } from '@bitauth/libauth'
import { RawTx } from '@scure/btc-signer/script.js'
import { fromCount, toCount } from '#domain/counts.ts'
import { divide } from '#domain/decimal.ts'

/** A transaction in the form that libauth verifies: hashes as they are shown, not as they are sent. */
type Plain = Parameters<typeof encodeTransaction>[0]

export interface WireTransaction {
  readonly txid: string
  readonly raw: string
  readonly plain: Plain
  /** The witness of each input; empty without segwit. */
  readonly witnesses: readonly (readonly Uint8Array[])[]
  readonly isCoinbase: boolean
  /** "txid:index" of each coin that it spends. */
  readonly spends: readonly string[]
  readonly outputs: readonly { readonly value: bigint; readonly script: string }[]
  /** Virtual bytes: a quarter of each byte of a witness. */
  readonly size: number
}

export const outpoint = (txid: string, n: number): string => `${txid}:${n}`
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** Reads the bytes that a node gets. @throws Error where they are no transaction */
export function readTransaction(raw: string): WireTransaction {
  const bytes = Buffer.from(raw, 'hex')
  const read = RawTx.decode(bytes)
  const plain: Plain = {
    version: read.version,
    inputs: read.inputs.map(({ txid, index, finalScriptSig, sequence }) => ({
      outpointTransactionHash: txid,
      outpointIndex: index,
      unlockingBytecode: finalScriptSig,
      sequenceNumber: sequence,
    })),
    outputs: read.outputs.map(({ amount, script }) => ({ valueSatoshis: amount, lockingBytecode: script })),
    locktime: read.lockTime,
  }
  const base = encodeTransaction(plain)
  const spends = plain.inputs.map((each) => outpoint(hexOf(each.outpointTransactionHash), each.outpointIndex))
  return {
    ...{ raw, plain, spends, txid: hashTransaction(base), witnesses: read.witnesses ?? [] },
    isCoinbase: plain.inputs.some(({ outpointTransactionHash: hash }) => hash.every((byte) => byte === 0)),
    outputs: plain.outputs.map((each) => ({ value: each.valueSatoshis, script: hexOf(each.lockingBytecode) })),
    size: toCount(divide(fromCount(base.length * 3 + bytes.length), 4n, 'up')),
  }
}

interface NewTransaction {
  readonly inputs: readonly { readonly txid: string; readonly n: number; readonly script?: string }[]
  readonly outputs: WireTransaction['outputs']
}

/** A transaction that needs no signature: of a miner, or out of the coins of the first block. */
export function writeTransaction({ inputs, outputs }: NewTransaction): WireTransaction {
  return readTransaction(
    hexOf(
      encodeTransaction({
        version: 2,
        inputs: inputs.map(({ txid, n, script = '' }) => ({
          outpointTransactionHash: Buffer.from(txid, 'hex'),
          outpointIndex: n,
          unlockingBytecode: Buffer.from(script, 'hex'),
          sequenceNumber: 0xffffffff,
        })),
        outputs: outputs.map(({ value, script }) => ({
          valueSatoshis: value,
          lockingBytecode: Buffer.from(script, 'hex'),
        })),
        locktime: 0,
      }),
    ),
  )
}
