import { Script, Transaction } from '@scure/btc-signer'
import { signECDSA } from '@scure/btc-signer/utils.js'
import type { Account, KeyPlace } from '../../account.ts'
import type { Plan } from '../../journal-records.ts'
import type { Signed } from '../chain.ts'
import type { BitcoinParameters } from './bitcoin-parameters.ts'
import { transactionOptions } from './plan-bitcoin.ts'

interface Signer {
  readonly account: Account
  readonly parameters: BitcoinParameters
}

/** SIGHASH_ALL with the flag of Bitcoin Cash, without which a signature would be worth the same on Bitcoin. */
const CASH_HASH_TYPE = 0x41

/** The transaction of a plan. */
export const readUnsigned = (unsigned: string, parameters: BitcoinParameters): Transaction =>
  Transaction.fromPSBT(Buffer.from(unsigned, 'base64'), transactionOptions(parameters))

export function signBitcoin({ unsigned, keys }: Pick<Plan, 'unsigned' | 'keys'>, signer: Signer): Signed {
  const { account, parameters } = signer
  const tx = readUnsigned(unsigned, parameters)
  for (const [at, place] of keys.entries()) {
    if (parameters.cashPrefix === undefined) tx.signIdx(account.privateKeyOf(place), at)
    else signCash(tx, { at, place, account })
  }
  if (parameters.cashPrefix === undefined) tx.finalize()
  return { txid: tx.id, raw: Buffer.from(tx.extract()).toString('hex') }
}

/** Signs an input of Bitcoin Cash, whose digest is that of BIP143 over the script of the spent coin. */
function signCash(tx: Transaction, { at, place, account }: { at: number; place: KeyPlace; account: Account }): void {
  const { witnessUtxo } = tx.getInput(at)
  if (!witnessUtxo) throw new Error('an input names the amount of its coin')
  const digest = tx.preimageWitnessV0(at, witnessUtxo.script, CASH_HASH_TYPE, witnessUtxo.amount)
  const signature = Uint8Array.from([...signECDSA(digest, account.privateKeyOf(place)), CASH_HASH_TYPE])
  tx.updateInput(at, { finalScriptSig: Script.encode([signature, account.publicKeyOf(place)]) }, true)
}
