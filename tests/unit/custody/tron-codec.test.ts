import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mnemonicToSeedSync } from '@scure/bip39'
import { afterAll, describe, expect, test } from 'vitest'
import { depositPlace, openAccount, watchAccount } from '#custody/account.ts'
import { TronAddresses, toBase58, toHex } from '#custody/chains/tron/tron-addresses.ts'
import { signTron, TRON_PATH } from '#custody/chains/tron/tron-chain.ts'
import { bytesOf, decodeRaw, encodeRaw, encodeSigned, hexOf, rawOfSigned } from '#custody/chains/tron/tron-codec.ts'
import { isDerived } from '#server/wallets/chains/is-derived.ts'

/** Transactions that others made: a provider's answer on the main network, and those of a wallet's own tests, with their key. */
const MAIN_NETWORK = {
  txid: '7f582b84f4d976ca68bfdb5d32a51e40419b991c0ec046d3ad53b7daeb1fc0db',
  raw: '0a0256fe220889ca16671fbb995c4080db9ed490335a66080112620a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412310a1541fd49eda0f23ff7ec1d03b52c3a45991c24cd440e12154198927ffb9f554dc4a453c64b2e553a02d6df514b18e80770c18f9bd49033',
}
const KEY = '2d8f68944bdbfbc0769542fba8fc2d2a3de67393334471624364c7006da2aa54'
const COINS = {
  txid: 'dc6f6d9325ee44ab3c00528472be16e1572ab076aa161ccd12515029869d0451',
  raw: '0a027b3b2208b21ace8d6ac20e7e40d8abb9bae62c5a67080112630a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412320a15415cd0fb0ab3ce40f3051414c604b27756e69e43db121541521ea197907927725ef36d70f25f850d1659c7c71880897a70d889a4a9e62c',
  signature:
    'ede769f6df28aefe6a846be169958c155e23e7e5c9621d2e8dce1719b4d952b63e8a8bf9f00e41204ac1bf69b1a663dacdf764367e48e4a5afcd6b055a747fb2',
}
const TOKENS = {
  txid: '0d644290e3cf554f6219c7747f5287589b6e7e30e1b02793b48ba362da6a5058',
  raw: '0a027b3b2208b21ace8d6ac20e7e40d8abb9bae62c5aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412740a15415cd0fb0ab3ce40f3051414c604b27756e69e43db121541521ea197907927725ef36d70f25f850d1659c7c72244a9059cbb000000000000000000000041dbd7c53729b3310e1843083000fa84abad99696100000000000000000000000000000000000000000000000000000000000003e870d889a4a9e62c',
  signature:
    'bec790877b3a008640781e3948b070740b1f6023c29ecb3f7b5835433c13fc5835e5cad3bd44360ff2ddad5ed7dc9d7dee6878f90e86a40355b7697f5954b88c',
}
const account = {
  extendedPublicKey: '',
  publicKeyOf: () => new Uint8Array(),
  privateKeyOf: () => bytesOf(KEY),
}
const sign = (unsigned: string) => signTron({ unsigned, keys: [depositPlace(0)] }, account)

describe('the bytes of a transaction', () => {
  test('are those of real transactions, and are read back', () => {
    for (const { raw } of [MAIN_NETWORK, COINS, TOKENS]) expect(hexOf(encodeRaw(decodeRaw(bytesOf(raw))))).toBe(raw)
    const { body, ...frame } = decodeRaw(bytesOf(MAIN_NETWORK.raw))
    expect(frame).toEqual({
      refBlockBytes: '56fe',
      refBlockHash: '89ca16671fbb995c',
      expiration: 1_756_818_288_000,
      timestamp: 1_756_818_229_185,
      feeLimit: 0n,
    })
    expect(body).toMatchObject({ kind: 'transfer', amount: 1_000n })
    expect(toBase58(body.owner)).toBe('TZ4UXDV5ZhNW7fb2AMSbgfAEZ7hWsnYS2g')
  })

  test('have the id and the signature that another wallet gives them', () => {
    for (const { txid, raw, signature } of [COINS, TOKENS]) {
      const signed = sign(raw)
      expect(signed.txid).toBe(txid)
      expect(hexOf(rawOfSigned(bytesOf(signed.raw)))).toBe(raw)
      expect(signed.raw).toContain(signature)
    }
    expect(sign(MAIN_NETWORK.raw).txid).toBe(MAIN_NETWORK.txid)
  })

  test('hold a fee limit and amounts of any size', () => {
    const transaction = decodeRaw(bytesOf(TOKENS.raw))
    for (const feeLimit of [0n, 1n, 127n, 128n, 100_000_000n, 2n ** 62n]) {
      const raw = encodeRaw({ ...transaction, feeLimit })
      expect(decodeRaw(raw).feeLimit).toBe(feeLimit)
    }
  })

  test('are refused where they say anything else, or end too early', () => {
    const memo = `${COINS.raw}52026869`
    const otherType = COINS.raw.replace('5a670801', '5a670802')
    for (const raw of [
      memo,
      otherType,
      COINS.raw.slice(0, -2),
      `${COINS.raw}ff`,
      COINS.raw.replace('0a02', '0d02'),
      '',
    ])
      expect(() => decodeRaw(bytesOf(raw)), raw).toThrow(/^the transaction is (damaged|of another form)$/)
    expect(() => rawOfSigned(bytesOf(`0a02${'00'.repeat(2)}`))).toThrow('of another form')
    expect(hexOf(rawOfSigned(encodeSigned(bytesOf('0a'), bytesOf('0b'))))).toBe('0a')
  })
})

describe('addresses', () => {
  const seed = mnemonicToSeedSync(`${'abandon '.repeat(11)}about`)
  const folder = mkdtempSync(join(tmpdir(), 'kimia-tron-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  test('are those of known words, and of the extended public key alone', async () => {
    const addresses = new TronAddresses(openAccount(seed, TRON_PATH), join(folder, 'a.txt'))
    expect(toBase58(addresses.of(depositPlace(0)))).toBe('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH')
    const { extendedPublicKey } = openAccount(seed, TRON_PATH)
    const watched = new TronAddresses(watchAccount(extendedPublicKey), join(folder, 'b.txt'))
    expect(watched.hot).toBe(addresses.hot)
    await addresses.derive(3)
    expect(addresses.indexOf(watched.of(depositPlace(2)))).toBe(2)
    for (const index of [0, 1, 77]) {
      const address = toBase58(addresses.of(depositPlace(index)))
      expect(isDerived({ network: 'TRC20', extendedPublicKey, index, address })).toBe(true)
      expect(isDerived({ network: 'TRC20', extendedPublicKey, index: index + 1, address })).toBe(false)
    }
  })

  test('are read with their checksum, and not from text of other networks', () => {
    expect(toHex('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe('41a614f803b6fd780986a42c78ec9c7f77e6ded13c')
    for (const text of [
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T',
      '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
      'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L',
      '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
      '',
    ])
      expect(toHex(text), text).toBeUndefined()
    const extendedPublicKey = openAccount(seed, TRON_PATH).extendedPublicKey
    for (const address of ['TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdh', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'])
      expect(isDerived({ network: 'TRC20', extendedPublicKey, index: 0, address })).toBe(false)
  })
})
