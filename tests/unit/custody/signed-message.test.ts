import { hash } from 'node:crypto'
import { createBase58check } from '@scure/base'
import { mnemonicToSeedSync } from '@scure/bip39'
import { Keypair } from '@stellar/stellar-base'
import { keccak256 } from 'ethers/crypto'
import { verifyMessage } from 'ethers/hash'
import { computeAddress, recoverAddress, Transaction } from 'ethers/transaction'
import { hexlify } from 'ethers/utils'
import { describe, expect, test } from 'vitest'
import { HOT, openAccount } from '#custody/account.ts'
import { EVM_PATH } from '#custody/chains/evm/evm-chain.ts'
import {
  signBitcoinMessage,
  signEvmMessage,
  signStellarMessage,
  signTronMessage,
} from '#custody/chains/signed-message.ts'
import { TRON_PATH } from '#custody/chains/tron/tron-chain.ts'
import { attestationText } from '#domain/liabilities.ts'

const SEED = mnemonicToSeedSync('all all all all all all all all all all all all')
const MESSAGE = attestationText({ address: '0xaa', statement: '0'.repeat(64), at: '2026-11-29T10:00:00.000Z' })

/** A key, a message and its signature, as Bitcoin Core's own tests of `signmessagewithprivkey` have them. */
const CORE = {
  key: 'cUeKHd5orzT3mz8P9pxyREHfsWtVfgsfDjiZZBcjUBAaGk1BTj7N',
  message: 'This is just a test message',
  signature: 'INbVnW4e6PeRmsv2Qgu8NuopvrVjkcxob+sX8OcZG0SALhWybUjzMLPdAsXI46YZGb0KQTRii+wWIQzRpG/U+S0=',
}
/** A key, a message and its signature, as SEP-53 has them. */
const SEP_53 = {
  secret: 'SAKICEVQLYWGSOJS4WW7HZJWAHZVEEBS527LHK5V4MLJALYKICQCJXMW',
  message: 'Hello, World!',
  signature: 'fO5dbYhXUhBMhe6kId/cuVq/AfEnHRHEvsP8vXh03M1uLpi5e46yO2Q8rEBzu3feXQewcQE5GArp88u6ePK6BA==',
}
const base58check = createBase58check((bytes: Uint8Array) => hash('sha256', bytes, 'buffer'))
/** Without the byte of the chain before it and that of a compressed key after it. */
const CORE_KEY = base58check.decode(CORE.key).slice(1, 33)

describe('a message signed by the key of the hot wallet', () => {
  test('of an EVM network is one of its address, and of no other words', () => {
    const account = openAccount(SEED, EVM_PATH)
    const address = computeAddress(hexlify(account.publicKeyOf(HOT)))
    const { scheme, signature } = signEvmMessage(MESSAGE, account.privateKeyOf(HOT))
    expect(scheme).toBe('EIP-191')
    expect(verifyMessage(MESSAGE, signature)).toBe(address)
    expect(verifyMessage(`${MESSAGE}.`, signature)).not.toBe(address)
  })

  test('of an EVM network is no signature of a transaction with the same words', () => {
    const account = openAccount(SEED, EVM_PATH)
    const { signature } = signEvmMessage(MESSAGE, account.privateKeyOf(HOT))
    const transaction = Transaction.from({
      to: `0x${'11'.repeat(20)}`,
      data: hexlify(Buffer.from(MESSAGE)),
      chainId: 1,
    })
    transaction.signature = signature
    expect(transaction.from).not.toBe(computeAddress(hexlify(account.publicKeyOf(HOT))))
  })

  test('of TRON is one of its address by the beginning that TRON’s wallets have', () => {
    const account = openAccount(SEED, TRON_PATH)
    const { scheme, signature } = signTronMessage(MESSAGE, account.privateKeyOf(HOT))
    const digest = keccak256(Buffer.from(`\u0019TRON Signed Message:\n${MESSAGE.length}${MESSAGE}`))
    expect(scheme).toBe('TRON')
    expect(recoverAddress(digest, signature)).toBe(computeAddress(hexlify(account.publicKeyOf(HOT))))
  })

  test('of Bitcoin is the one that Bitcoin Core makes', () => {
    const own = { key: CORE_KEY, kind: 'pkh', messageName: 'Bitcoin' } as const
    expect(signBitcoinMessage(CORE.message, own)).toEqual({ scheme: 'BIP-137', signature: CORE.signature })
  })

  test('of Stellar is the one that SEP-53 publishes', () => {
    const pair = Keypair.fromSecret(SEP_53.secret)
    const signed = signStellarMessage(SEP_53.message, (digest) => pair.sign(digest))
    expect(signed).toEqual({ scheme: 'SEP-53', signature: SEP_53.signature })
  })

  test('of a segwit address differs from it by the first byte alone, and by the name of the chain in all', () => {
    const of = (kind: 'pkh' | 'wpkh', messageName: string) =>
      Buffer.from(signBitcoinMessage(CORE.message, { key: CORE_KEY, kind, messageName }).signature, 'base64')
    const [legacy, segwit] = [of('pkh', 'Bitcoin'), of('wpkh', 'Bitcoin')]
    expect((segwit[0] ?? 0) - (legacy[0] ?? 0)).toBe(8)
    expect(segwit.subarray(1)).toEqual(legacy.subarray(1))
    expect(of('pkh', 'Litecoin').subarray(1)).not.toEqual(legacy.subarray(1))
  })
})
