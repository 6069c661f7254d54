import { type Base58, readBase58, type Sha256 } from './base58.ts'
import { readBech32, readCashAddress } from './bech32.ts'

type Check = (address: string, sha256: Sha256) => boolean

/** Version bytes of base 58, each followed by the 20 bytes of a hash. */
const base58 =
  (versions: readonly number[], alphabet: Base58 = 'bitcoin'): Check =>
  (address, sha256) => {
    const payload = address.length > 50 ? undefined : readBase58(address, { alphabet, sha256 })
    return payload?.length === 21 && versions.some((version) => version === payload[0])
  }

/** Witness programs: version 0 of 20 or 32 bytes under the old check, later ones under the new. */
const segwit =
  (prefix: string): Check =>
  (address) => {
    const read = address.length > 90 ? undefined : readBech32(address)
    if (read?.prefix !== prefix) return false
    const [version = 99, ...program] = read.groups
    if (version === 0) return read.check === 'bech32' && (program.length === 32 || program.length === 52)
    return version <= 16 && read.check === 'bech32m' && program.length >= 4 && program.length <= 64
  }

/** Forty hexadecimal digits. Whether their cases carry the check of EIP-55 is not looked at; nothing is sent to nobody. */
const ethereum: Check = (address) => /^0x[0-9a-fA-F]{40}$/.test(address) && !/^0x0{40}$/.test(address)

/** A public key of Ed25519, version "G", with a check of CRC-16 (XMODEM), in base 32. */
const stellar: Check = (address) => {
  if (!/^G[A-Z2-7]{55}$/.test(address)) return false
  const bytes: number[] = []
  let bits = 0
  let rest = 0
  for (const letter of address) {
    rest = (rest << 5) | 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter)
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((rest >> bits) & 0xff)
      rest &= (1 << bits) - 1
    }
  }
  const [low = 0, high = 0] = bytes.slice(-2)
  return crc16(bytes.slice(0, -2)) === ((high << 8) | low)
}

function crc16(bytes: readonly number[]): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let i = 0; i < 8; i++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc
}

const elrond: Check = (address) => {
  const read = readBech32(address)
  return read?.prefix === 'erd' && read.check === 'bech32' && read.groups.length === 52
}

const cash: Check = (address) => readCashAddress(address, 'bitcoincash')?.length === 34

const either =
  (...checks: readonly Check[]): Check =>
  (address, sha256) =>
    checks.some((check) => check(address, sha256))

/** By the network that carries the coin. */
const CHECKS: ReadonlyMap<string, Check> = new Map([
  ['BTC', either(base58([0x00, 0x05]), segwit('bc'))],
  ['LTC', either(base58([0x30, 0x32]), segwit('ltc'))],
  ['BCH', either(base58([0x00, 0x05]), cash)],
  ['DOGE', base58([0x1e, 0x16])],
  ['DASH', base58([0x4c, 0x10])],
  ['TRC20', base58([0x41])],
  ['XRP', base58([0x00], 'ripple')],
  ['ERC20', ethereum],
  ['BEP20', ethereum],
  ['POLYGON', ethereum],
  ['ETC', ethereum],
  ['CELO', ethereum],
  ['XLM', stellar],
  ['EGLD', elrond],
])

/**
 * Whether a text is an address of a network, its check included wherever the network has one in the text. A network that is
 * not known here has no addresses: nothing is sent where a slip could not be seen.
 */
export function isWalletAddress(
  address: string,
  { tokenType, sha256 }: { tokenType: string; sha256: Sha256 },
): boolean {
  return CHECKS.get(tokenType)?.(address, sha256) ?? false
}
