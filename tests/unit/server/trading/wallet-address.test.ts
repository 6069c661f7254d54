import { describe, expect, it, test } from 'vitest'
import { isWalletAddress } from '#server/trading/read-destination.ts'

const accepts = (tokenType: string, address: string) => isWalletAddress(address, tokenType)

/** Published addresses: of genesis blocks, of the standards' examples, of well-known contracts. */
const KNOWN = [
  ['BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['BTC', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['BTC', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
  ['BTC', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'],
  ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['DOGE', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L'],
  ['XRP', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
  ['BCH', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
  ['BCH', 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
  ['XLM', 'GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7'],
  ['EGLD', 'erd1qyu5wthldzr8wx5c9ucg8kjagg0jfs53s8nr3zpz3hypefsdd8ssycr6th'],
  ['ERC20', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
  ['BEP20', '0x55d398326f99059ff775485246999027b3197955'],
] as const

test.each(KNOWN)('%s knows %s', (tokenType, address) => {
  expect(accepts(tokenType, address)).toBe(true)
})

describe('a slip', () => {
  it.each(KNOWN.filter(([, address]) => !address.startsWith('0x')))(
    '%s sees a wrong letter in %s',
    (tokenType, address) => {
      for (let at = address.length - 12; at < address.length; at++) {
        const letter = address[at] === '3' || address[at] === 'Q' ? '4' : address === address.toUpperCase() ? 'Q' : '3'
        expect(accepts(tokenType, `${address.slice(0, at)}${letter}${address.slice(at + 1)}`)).toBe(false)
      }
      expect(accepts(tokenType, address.slice(0, -1))).toBe(false)
      expect(accepts(tokenType, `${address}q`)).toBe(false)
    },
  )

  it.each([
    ['ERC20', '0xdAC17F958D2ee523a2206206994597C13D831ec'],
    ['ERC20', 'dAC17F958D2ee523a2206206994597C13D831ec7'],
    ['ERC20', '0x0000000000000000000000000000000000000000'],
    ['TRC20', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
    ['ERC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['DOGE', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['LTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['BTC', 'bc1Qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['BTC', ''],
    ['XRP', '1111111111111111111114oLvT2'],
    ['NO_SUCH_NETWORK', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ])('%s refuses "%s"', (tokenType, address) => {
    expect(accepts(tokenType, address)).toBe(false)
  })

  it('a text of any length is answered at once', () => {
    expect(accepts('BTC', '1'.repeat(100_000))).toBe(false)
    expect(accepts('BTC', `bc1${'q'.repeat(100_000)}`)).toBe(false)
  })
})
