import { base58, bech32 } from '@scure/base'
import { ripemd160, sha256 } from 'ethers/crypto'
import { getBytes, hexlify } from 'ethers/utils'
import { HDNodeWallet } from 'ethers/wallet'
import { fromCount } from '#domain/counts.ts'
import type { KnownNetwork } from '#domain/networks.ts'

interface Derived {
  readonly network: KnownNetwork
  readonly extendedPublicKey: string
  readonly index: number
  readonly address: string
}

/**
 * Whether an address is that of this index under an account's extended public key, by another implementation than custody's: a changed
 * derivation or a swapped row is found before anybody pays to it. False for networks whose addresses are not derived here.
 */
export function isDerived({ network, extendedPublicKey, index, address }: Derived): boolean {
  try {
    const child = HDNodeWallet.fromExtendedKey(extendedPublicKey).deriveChild(0).deriveChild(index)
    return CHECKS[network]?.(child, address) ?? false
  } catch {
    return false
  }
}

type Child = Pick<HDNodeWallet, 'address' | 'publicKey'>
type Check = (child: Child, address: string) => boolean

const hashOf = ({ publicKey }: Child): string => ripemd160(sha256(publicKey))

const evm: Check = (child, address) => child.address === address

/** A witness program of version 0 with the hash of the key; test networks have prefixes of their own. */
const witness =
  (...prefixes: readonly string[]): Check =>
  (child, address) => {
    const { prefix, words } = bech32.decode(address as `${string}1${string}`)
    const [version, ...program] = words
    return prefixes.includes(prefix) && version === 0 && hexlify(bech32.fromWords(program)) === hashOf(child)
  }

/** The bytes of an address before the four of its checksum. */
function payloadOf(address: string): Uint8Array | undefined {
  const bytes = base58.decode(address)
  const payload = bytes.slice(0, -4)
  const checksum = getBytes(sha256(sha256(payload))).slice(0, 4)
  return hexlify(checksum) === hexlify(bytes.slice(-4)) ? payload : undefined
}

/** A version byte and the hash of the key. */
const keyHash =
  (...versions: readonly number[]): Check =>
  (child, address) => {
    const [version = -1, ...hash] = payloadOf(address) ?? []
    return versions.includes(version) && hexlify(Uint8Array.from(hash)) === hashOf(child)
  }

const CASH_ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const CASH_GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n]

/** The remainder by which cashaddr's checksum is 0, over numbers of five bits. */
const cashRemainder = (words: readonly number[]): bigint =>
  words.reduce((sum, word) => {
    const shifted = ((sum & 0x7ffffffffn) << 5n) ^ fromCount(word)
    return CASH_GENERATORS.reduce((next, each, at) => ((sum >> fromCount(35 + at)) & 1n ? next ^ each : next), shifted)
  }, 1n) ^ 1n

/** Version 0, which is the hash of a key, and the hash. */
const cash =
  (...prefixes: readonly string[]): Check =>
  (child, address) => {
    const [prefix = '', text = '', ...others] = address.split(':')
    const words = [...text].map((letter) => CASH_ALPHABET.indexOf(letter))
    const named = [...prefix].map((letter) => letter.charCodeAt(0) & 31)
    if (!prefixes.includes(prefix) || others.length > 0 || words.includes(-1)) return false
    const payload = hexlify(Uint8Array.from(bech32.fromWords(words.slice(0, -8))))
    return cashRemainder([...named, 0, ...words]) === 0n && payload === `0x00${hashOf(child).slice(2)}`
  }

/** The address that the key has on an EVM network, after a version byte. */
const tron: Check = (child, address) =>
  hexlify(payloadOf(address) ?? '0x') === `0x41${child.address.slice(2).toLowerCase()}`

const CHECKS: Readonly<Partial<Record<KnownNetwork, Check>>> = {
  ERC20: evm,
  BEP20: evm,
  POLYGON: evm,
  BTC: witness('bc', 'tb', 'bcrt'),
  LTC: witness('ltc', 'tltc', 'rltc'),
  TRC20: tron,
  BCH: cash('bitcoincash', 'bchtest', 'bchreg'),
  DOGE: keyHash(0x1e, 0x71, 0x6f),
}
