import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeCashAddressFormat } from '@bitauth/libauth/build/lib/address/cash-address.js'
import { Transaction } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { afterAll, describe, expect, test } from 'vitest'
import { depositPlace, openAccount } from '#custody/account.ts'
import { cashAddresses } from '#custody/chains/bitcoin/address-codec.ts'
import { BitcoinAddresses } from '#custody/chains/bitcoin/bitcoin-addresses.ts'
import { parametersOf } from '#custody/chains/bitcoin/bitcoin-parameters.ts'
import { signBitcoin } from '#custody/chains/bitcoin/sign-bitcoin.ts'
import { isDerived } from '#server/wallets/chains/is-derived.ts'
import { UNPAYABLE } from './cash-address-vectors.ts'

const main = parametersOf('BCH', 'main')
const codecs = { bitcoincash: cashAddresses('bitcoincash'), bchtest: cashAddresses('bchtest') }
const hexOf = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('hex')

/** The vectors of the specification of cashaddr, with the hashes of those whose legacy form it gives. */
const TRANSLATED = [
  ['qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', '76a04053bda0a88bda5177b86a15c3b29f559873', 'key'],
  ['qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy', 'cb481232299cd5743151ac4b2d63ae198e7bb0a9', 'key'],
  ['qqq3728yw0y47sqn6l2na30mcw6zm78dzqre909m2r', '011f28e473c95f4013d7d53ec5fbc3b42df8ed10', 'key'],
  ['ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq', '76a04053bda0a88bda5177b86a15c3b29f559873', 'script'],
  ['pr95sy3j9xwd2ap32xkykttr4cvcu7as4yc93ky28e', 'cb481232299cd5743151ac4b2d63ae198e7bb0a9', 'script'],
  ['pqq3728yw0y47sqn6l2na30mcw6zm78dzq5ucqzc37', '011f28e473c95f4013d7d53ec5fbc3b42df8ed10', 'script'],
] as const
const HASH = 'f5bf48b397dae70be82b3cca4793f8eb2b6cdac9'
const LONG_HASH = '3173ef6623c6b48ffd1a3dcc0cc6489b0a07bb47a37f47cfef4fe69de825c060'
const scriptOf = (hash: string, kind: 'key' | 'script') => (kind === 'key' ? `76a914${hash}88ac` : `a914${hash}87`)

describe('an address of Bitcoin Cash', () => {
  test('is read with its prefix and without, in capitals, and written in one way', () => {
    for (const [text, hash, kind] of TRANSLATED) {
      const address = `bitcoincash:${text}`
      for (const typed of [address, text, address.toUpperCase(), text.toUpperCase()]) {
        const read = codecs.bitcoincash.read(typed)
        expect([read?.address, hexOf(read?.script)], typed).toEqual([address, scriptOf(hash, kind)])
      }
      expect(codecs.bitcoincash.write(Buffer.from(scriptOf(hash, kind), 'hex'))).toBe(address)
    }
    const read = (text: string) =>
      hexOf(codecs[text.startsWith('bchtest') ? 'bchtest' : 'bitcoincash'].read(text)?.script)
    expect(read('bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2')).toBe(scriptOf(HASH, 'key'))
    expect(read('bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t')).toBe(scriptOf(HASH, 'script'))
    const long = 'bchtest:pvch8mmxy0rtfrlarg7ucrxxfzds5pamg73h7370aa87d80gyhqxq7fqng6m6'
    expect(read(long)).toBe(`aa20${LONG_HASH}87`)
    expect(codecs.bchtest.write(Buffer.from(`aa20${LONG_HASH}87`, 'hex'))).toBe(long)
  })

  test('that also takes tokens is paid at the same script, as it was typed', () => {
    const address = 'bitcoincash:zpm2qsznhks23z7629mms6s4cwef74vcwvrqekrq9w'
    const read = codecs.bitcoincash.read(address.slice('bitcoincash:'.length))
    expect([read?.address, hexOf(read?.script)]).toEqual([address, scriptOf(TRANSLATED[0][1], 'key')])
  })

  test('is refused where nobody could be paid, where it is of another network, and in its legacy form', () => {
    for (const text of UNPAYABLE) {
      expect(decodeCashAddressFormat(text), text).toBeTypeOf('object')
      for (const codec of [...Object.values(codecs), cashAddresses('bchreg')])
        expect(codec.read(text), text).toBeUndefined()
    }
    const [[text]] = TRANSLATED
    for (const wrong of [
      `bchtest:${text}`,
      `Bitcoincash:${text}`,
      `bitcoincash:Q${text.slice(1)}`,
      `bitcoincash:bitcoincash:${text}`,
    ])
      expect(codecs.bitcoincash.read(wrong), wrong).toBeUndefined()
    expect(codecs.bchtest.read(text)).toBeUndefined()
    for (const legacy of [
      '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu',
      '1KXrWXciRDZUpQwQmuM1DbwsKDLYAYsVLR',
      '16w1D5WRVKJuZUsSRzdLp9w3YGcgoxDXb',
      '3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC',
      '3LDsS579y7sruadqu11beEJoTjdFiFCdX4',
      '31nwvkZwyPdgzjBJZXfDmSWsC4ZLKpYyUw',
    ])
      expect(codecs.bitcoincash.read(legacy), legacy).toBeUndefined()
  })

  test('is refused with any letter changed, left out, doubled or swapped with the next', () => {
    const others = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
    for (const [text] of TRANSLATED)
      for (const [at, letter] of [...text].entries()) {
        const [before, after] = [text.slice(0, at), text.slice(at + 1)]
        const changed = [...others].filter((each) => each !== letter).map((each) => `${before}${each}${after}`)
        const [next = letter] = after
        const swapped = next === letter ? [] : [`${before}${next}${letter}${after.slice(1)}`]
        for (const wrong of [...changed, ...swapped, `${before}${after}`, `${before}${letter}${letter}${after}`])
          expect(codecs.bitcoincash.read(wrong), wrong).toBeUndefined()
      }
  })
})

describe('the account', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kimia-bch-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('has addresses that the server derives by another implementation', () => {
    const account = openAccount(new Uint8Array(32).fill(5), main.path)
    const addresses = new BitcoinAddresses(account, main, join(folder, 'addresses.txt'))
    const { extendedPublicKey } = account
    const check = (index: number, address: string) => isDerived({ network: 'BCH', extendedPublicKey, index, address })
    for (const index of [0, 1, 77]) {
      const address = addresses.of(depositPlace(index))
      expect(address).toMatch(/^bitcoincash:q/)
      expect(check(index, address)).toBe(true)
      expect(check(index + 1, address)).toBe(false)
      const last = address.endsWith('q') ? 'p' : 'q'
      for (const wrong of [
        `${address.slice(0, -1)}${last}`,
        address.replace('bitcoincash', 'bchreg'),
        address.slice(12),
        `${address}:q`,
        `${address.slice(0, -1)}b`,
      ])
        expect(check(index, wrong), wrong).toBe(false)
    }
  })
})

/** A transaction of the main network that a wallet publishes with its key: 96ee2000…, whose signature depends on the digest alone. */
test('a signature is that of a published transaction, byte for byte', () => {
  const key = Buffer.from('7fdafb9db5bc501f2096e7d13d331dc7a75d9594af3d251313ba8b6200f4e384', 'hex')
  const account = { extendedPublicKey: '', publicKeyOf: () => pubECDSA(key), privateKeyOf: () => key }
  const tx = new Transaction({ version: 1, allowLegacyWitnessUtxo: true })
  const script = Buffer.from('76a914aff1e0789e5fe316b729577665aa0a04d5b0f8c788ac', 'hex')
  const txid = '050d00e2e18ef13969606f1ceee290d3f49bd940684ce39898159352952b8ce2'
  tx.addInput({ txid, index: 2, sequence: 0xffffffff, witnessUtxo: { script, amount: 5_151n } })
  for (const [address, amount] of [
    ['bitcoincash:qpmfhhledgp0jy66r5vmwjwmdfu0up7ujqcp07ha9v', 600n],
    ['bitcoincash:qz0q3xmg38sr94rw8wg45vujah7kzma3cskxymnw06', 4_325n],
  ] as const)
    tx.addOutput({ script: codecs.bitcoincash.read(address)?.script ?? new Uint8Array(), amount })
  const unsigned = Buffer.from(tx.toPSBT()).toString('base64')
  expect(signBitcoin({ unsigned, keys: [depositPlace(0)] }, { account, parameters: main })).toEqual({
    txid: '96ee20002b34e468f9d3c5ee54f6a8ddaa61c118889c4f35395c2cd93ba5bbb4',
    raw: '0100000001e28c2b955293159898e34c6840d99bf4d390e2ee1c6f606939f18ee1e2000d05020000006b483045022100b70d158b43cbcded60e6977e93f9a84966bc0cec6f2dfd1463d1223a90563f0d02207548d081069de570a494d0967ba388ff02641d91cadb060587ead95a98d4e3534121038eab72ec78e639d02758e7860cdec018b49498c307791f785aa3019622f4ea5bffffffff0258020000000000001976a914769bdff96a02f9135a1d19b749db6a78fe07dc9088ace5100000000000001976a9149e089b6889e032d46e3b915a3392edfd616fb1c488ac00000000',
  })
})
