import { expect, test } from 'vitest'
import { hasAddressForm } from '#domain/address-form.ts'

test.each([
  ['ERC20', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['BTC', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['BCH', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
  ['DOGE', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L'],
  ['XRP', 'rBKz5MC2iXdoS3XgnNSYmF69K1Yo4NS3Ws'],
  ['XLM', 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'],
])('an address of %s looks like one: %s', (network, address) => expect(hasAddressForm(network, address)).toBe(true))

test.each([
  ['LTC', 'hello'],
  ['ERC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['ERC20', '0x52908400098527886E0F7030069857D2E4169EE'],
  ['TRC20', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['BTC', 'my wallet at the other exchange'],
])('on %s, %j is none', (network, text) => expect(hasAddressForm(network, text)).toBe(false))
