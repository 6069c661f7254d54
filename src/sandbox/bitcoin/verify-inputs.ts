import {
  createVirtualMachineBCH,
  encodeTransaction,
  generateSigningSerializationBCH,
  hash160,
  hash256,
  secp256k1,
} from '@bitauth/libauth'
import type { ChainRules } from './chain-rules.ts'
import type { WireTransaction } from './wire-transaction.ts'

/**
 * Checks signatures by libauth, whose curve is libsecp256k1 and whose encoding is its own: nothing of custody's signing code decides here.
 * Bitcoin Cash runs in libauth's virtual machine; of the others, hashes of keys with segwit and without are known, which is what custody has.
 */

export interface Coin {
  readonly value: bigint
  readonly script: string
}

/** OP_TRUE: anyone may spend it. The coins of the first block have it, since nothing on these chains is worth anything. */
export const ANYONE = '51'

const KEY_HASH = /^76a914([0-9a-f]{40})88ac$/
const WITNESS_KEY_HASH = /^0014([0-9a-f]{40})$/
const SIGHASH_ALL = 1

type Rules = Pick<ChainRules, 'hasWitness' | 'node'>

/** Why the inputs of a transaction may not spend these coins, in the words of a node; `undefined` if they may. */
export function verifyInputs(tx: WireTransaction, coins: readonly Coin[], rules: Rules): string | undefined {
  if (rules.node === 'cash') return verifyCash(tx, coins)
  for (const [at, { script }] of coins.entries()) {
    const fault = verifyInput(tx, { at, script, coins, ...rules })
    if (fault !== undefined) return fault
  }
  return undefined
}

const machines = new Map<boolean, ReturnType<typeof createVirtualMachineBCH>>()

function verifyCash({ plain }: WireTransaction, coins: readonly Coin[]): string | undefined {
  const isStandard = coins.every(({ script }) => script !== ANYONE)
  const machine = machines.get(isStandard) ?? createVirtualMachineBCH(isStandard)
  machines.set(isStandard, machine)
  const verified = machine.verify({ sourceOutputs: sourcesOf(coins), transaction: plain })
  return verified === true ? undefined : String(verified)
}

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const sourcesOf = (coins: readonly Coin[]) =>
  coins.map(({ value, script }) => ({ valueSatoshis: value, lockingBytecode: bytesOf(script) }))

interface Input extends Rules {
  readonly at: number
  readonly script: string
  readonly coins: readonly Coin[]
}

function verifyInput(tx: WireTransaction, { at, script, coins, hasWitness }: Input): string | undefined {
  const unlocking = hexOf(tx.plain.inputs[at]?.unlockingBytecode ?? new Uint8Array())
  const witness = tx.witnesses[at] ?? []
  const [, program] = (hasWitness && WITNESS_KEY_HASH.exec(script)) || []
  if (program !== undefined) {
    const [signature, key, ...others] = witness
    if (unlocking !== '') return 'Witness requires empty scriptSig'
    if (!signature || !key || others.length > 0) return 'Witness program hash mismatch'
    if (hexOf(hash160(key)) !== program) return 'Witness program hash mismatch'
    if (key.length !== 33) return 'Using non-compressed keys in segwit'
    return verifySignature({ signature, key, digest: witnessDigest(tx, { at, coins }) })
  }
  if (witness.length > 0) return 'Witness provided for non-witness script'
  if (script === ANYONE) return unlocking === '' ? undefined : 'Stack size must be exactly one after execution'
  const [, hash] = KEY_HASH.exec(script) ?? []
  if (hash === undefined) return 'Script evaluated without error but finished with a false/empty top stack element'
  const [signature, key, ...others] = pushesOf(bytesOf(unlocking))
  if (!signature || !key || others.length > 0) return 'Invalid stack operation'
  if (hexOf(hash160(key)) !== hash) return 'Script failed an OP_EQUALVERIFY operation'
  return verifySignature({ signature, key, digest: legacyDigest(tx, { at, script }) })
}

const SHORT_PUSH_MAX = 75

/** The pushed elements of a script that has none but short ones. */
function pushesOf(script: Uint8Array): Uint8Array[] {
  const [length] = script
  if (length === undefined || length === 0 || length > SHORT_PUSH_MAX || length >= script.length) return []
  return [script.slice(1, length + 1), ...pushesOf(script.slice(length + 1))]
}

function verifySignature({ signature, key, digest }: Readonly<Record<'signature' | 'key' | 'digest', Uint8Array>>) {
  if (signature.at(-1) !== SIGHASH_ALL) return 'Signature hash type missing or not understood'
  return secp256k1.verifySignatureDERLowS(signature.slice(0, -1), key, digest)
    ? undefined
    : 'Signature must be zero for failed CHECK(MULTI)SIG operation'
}

/** The digest of Bitcoin's oldest signatures: the transaction with the spent script in the place of the one signature. */
export function legacyDigest({ plain }: WireTransaction, { at, script }: { at: number; script: string }): Uint8Array {
  const inputs = plain.inputs.map((input, place) => ({
    ...input,
    unlockingBytecode: place === at ? bytesOf(script) : new Uint8Array(),
  }))
  return hash256(Uint8Array.from([...encodeTransaction({ ...plain, inputs }), SIGHASH_ALL, 0, 0, 0]))
}

/** The digest of segwit's version 0, whose form Bitcoin Cash took over without its flag. */
export function witnessDigest(
  { plain: transaction }: WireTransaction,
  { at, coins }: { at: number; coins: readonly Coin[] },
): Uint8Array {
  const [, hash = ''] = WITNESS_KEY_HASH.exec(coins[at]?.script ?? '') ?? []
  const context = { inputIndex: at, sourceOutputs: sourcesOf(coins), transaction }
  const coveredBytecode = bytesOf(`76a914${hash}88ac`)
  const signingSerializationType = Uint8Array.of(SIGHASH_ALL)
  return hash256(generateSigningSerializationBCH(context, { coveredBytecode, signingSerializationType }))
}
