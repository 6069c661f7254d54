import { mnemonicToSeedSync } from '@scure/bip39'
import { Keypair, Networks } from '@stellar/stellar-base'
import { expect, test } from 'vitest'
import { openStellarAccount, watchStellarAccount } from '#custody/chains/stellar/stellar-account.ts'
import {
  composePayment,
  readPaymentIn,
  readSignedStellar,
  signStellar,
} from '#custody/chains/stellar/stellar-transaction.ts'
import { tagOfIndex } from '#domain/tags.ts'
import { isDerived } from '#server/wallets/chains/is-derived.ts'

/** The first of the test vectors of SEP-5. */
const WORDS = 'illness spike retreat truth genius clock brain pass fit cave bargain toe'
const ADDRESS = 'GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6'
const SECRET = 'SBGWSG6BTNCKCOB3DIFBGCVMUPQFYPA2G4O34RMTB343OYPXU5DJDVMN'

const account = openStellarAccount(mnemonicToSeedSync(WORDS))

test('keys of Stellar are those that SEP-5 publishes for the same words', () => {
  const hash = Buffer.alloc(32, 7)
  expect(account.address).toBe(ADDRESS)
  expect(account.sign(hash)).toEqual(Keypair.fromSecret(SECRET).sign(hash))
})

test('an address is that of the public key by another encoding, and a memo is that of the index', () => {
  const derived = {
    network: 'XLM',
    extendedPublicKey: account.publicKey,
    index: 7,
    address: ADDRESS,
    tag: tagOfIndex(7),
  } as const
  expect(isDerived(derived)).toBe(true)
  const other = watchStellarAccount('GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ')
  const wrong = [
    { tag: tagOfIndex(8) },
    { tag: '7' },
    { tag: undefined },
    { address: other.address },
    { extendedPublicKey: other.publicKey },
    { address: `${ADDRESS.slice(0, -1)}7` },
  ]
  for (const change of wrong) expect(isDerived({ ...derived, ...change }), JSON.stringify(change)).toBe(false)
})

test('a payment is read back from what is signed, and the same payment gives the same bytes', () => {
  const to = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'
  const passphrase = Networks.PUBLIC
  const common = { to, amount: 12_345_678n, fee: 100n, sequence: 2n ** 62n, expiration: 1_800_000_000_000 }
  for (const opensAccount of [true, false])
    for (const tag of [undefined, '18446744073709551615', 'order 7']) {
      const payment = { ...common, tag, opensAccount }
      const unsigned = composePayment(payment, { address: ADDRESS, passphrase })
      expect(readPaymentIn(unsigned, passphrase)).toEqual(payment)
      const signed = signStellar(unsigned, { account, passphrase })
      expect(signStellar(unsigned, { account, passphrase })).toEqual(signed)
      expect(readSignedStellar(signed.raw, passphrase)).toEqual(signed)
      expect(signStellar(unsigned, { account, passphrase: Networks.TESTNET }).txid).not.toBe(signed.txid)
    }
})
