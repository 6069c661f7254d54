import { mnemonicToSeedSync } from '@scure/bip39'
import { encode } from 'ripple-binary-codec'
import { deriveAddress } from 'ripple-keypairs'
import { expect, test } from 'vitest'
import { openAccount } from '#custody/account.ts'
import { XRP_PLACE } from '#custody/chains/xrp/plan-xrp.ts'
import { signXrp, XRP_PATH } from '#custody/chains/xrp/xrp-chain.ts'

/** The address, the transaction and its signature of these words, as the tests of a hardware wallet publish them. */
const WORDS = 'all all all all all all all all all all all all'
const PUBLISHED = {
  address: 'rNaqKtKrMSwpwZSzRckPf7S96DkimjkF4H',
  signature:
    '3045022100e243ef623675eeeb95965c35c3e06d63a9fc68bb37e17dc87af9c0af83ec057e02206ca8aa5eaab8396397aef6d38d25710441faf7c79d292ee1d627df15ad9346c0',
  raw: [
    '12000022800000002400000019614000000005f5e1006840000000000186a0732102131facd1eab748d6cddc492f54b04e8c35658894f4add2232ebc5afe7521',
    'dbe474473045022100e243ef623675eeeb95965c35c3e06d63a9fc68bb37e17dc87af9c0af83ec057e02206ca8aa5eaab8396397aef6d38d25710441faf7c79d29',
    '2ee1d627df15ad9346c081148fb40e1ffa5d557ce9851a535af94965e0dd098883147148ebebf7304ccdf1676fefcf9734cf1e780826',
  ].join(''),
}

test('keys and signatures of XRP are those that a hardware wallet makes of the same words', () => {
  const account = openAccount(mnemonicToSeedSync(WORDS), XRP_PATH)
  const publicKey = Buffer.from(account.publicKeyOf(XRP_PLACE)).toString('hex').toUpperCase()
  expect(deriveAddress(publicKey)).toBe(PUBLISHED.address)
  const unsigned = encode({
    ...{ TransactionType: 'Payment', Flags: 2_147_483_648, Sequence: 25, SigningPubKey: publicKey },
    ...{ Amount: '100000000', Fee: '100000', Account: PUBLISHED.address },
    Destination: 'rBKz5MC2iXdoS3XgnNSYmF69K1Yo4NS3Ws',
  })
  const { raw } = signXrp({ unsigned, keys: [XRP_PLACE] }, account)
  expect(raw).toContain(PUBLISHED.signature)
  expect(raw).toBe(PUBLISHED.raw)
})
