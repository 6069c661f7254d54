import { base32, base58, base58xrp, bech32 } from '@scure/base'
import { ripemd160, sha256 } from 'ethers/crypto'
import { getBytes, hexlify } from 'ethers/utils'
import { HDNodeWallet } from 'ethers/wallet'
import { fromCount } from '#domain/counts.ts'
import type { KnownNetwork } from '#domain/networks.ts'
import { tagOfIndex } from '#domain/tags.ts'

interface Derived {
  readonly network: KnownNetwork
  readonly extendedPublicKey: string
  readonly index: number
  readonly address: string
  readonly tag?: string | undefined
}

/**
 * Whether an address, with its tag where the network has one, is that of this index under an account's extended public key, by another
 * implementation than custody's: a changed derivation or a swapped row is found before anybody pays to it. False for networks whose addresses
 * are not derived here.
 */
export function isDerived(derived: Derived): boolean {
  try {
    return CHECKS[derived.network]?.(derived) ?? false
  } catch {
    return false
  }
}

type Check = (derived: Derived) => boolean
type Child = Pick<HDNodeWallet, 'address' | 'publicKey'>

/** A network on which each index has an address of its own. */
const own =
  (check: (child: Child, address: string) => boolean): Check =>
  ({ extendedPublicKey, index, address, tag }) =>
    tag === undefined && check(childOf(extendedPublicKey, index), address)

const childOf = (extendedPublicKey: string, index: number): Child =>
  HDNodeWallet.fromExtendedKey(extendedPublicKey).deriveChild(0).deriveChild(index)

const hashOf = ({ publicKey }: Child): string => ripemd160(sha256(publicKey))

const evm = own((child, address) => child.address === address)

/** A witness program of version 0 with the hash of the key; test networks have prefixes of their own. */
const witness = (...prefixes: readonly string[]): Check =>
  own((child, address) => {
    const { prefix, words } = bech32.decode(address as `${string}1${string}`)
    const [version, ...program] = words
    return prefixes.includes(prefix) && version === 0 && hexlify(bech32.fromWords(program)) === hashOf(child)
  })

/** The bytes of an address before the four of its checksum. */
function payloadOf(bytes: Uint8Array): Uint8Array | undefined {
  const payload = bytes.slice(0, -4)
  const checksum = getBytes(sha256(sha256(payload))).slice(0, 4)
  return hexlify(checksum) === hexlify(bytes.slice(-4)) ? payload : undefined
}

/** Whether a decoded address is one of these version bytes and the hash of the key. */
function isKeyHash(bytes: Uint8Array, { child, versions }: { child: Child; versions: readonly number[] }): boolean {
  const [version = -1, ...hash] = payloadOf(bytes) ?? []
  return versions.includes(version) && hexlify(Uint8Array.from(hash)) === hashOf(child)
}

const keyHash = (...versions: readonly number[]): Check =>
  own((child, address) => isKeyHash(base58.decode(address), { child, versions }))

const CASH_ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const CASH_GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n]

/** The remainder by which cashaddr's checksum is 0, over numbers of five bits. */
const cashRemainder = (words: readonly number[]): bigint =>
  words.reduce((sum, word) => {
    const shifted = ((sum & 0x7ffffffffn) << 5n) ^ fromCount(word)
    return CASH_GENERATORS.reduce((next, each, at) => ((sum >> fromCount(35 + at)) & 1n ? next ^ each : next), shifted)
  }, 1n) ^ 1n

/** Version 0, which is the hash of a key, and the hash. */
const cash = (...prefixes: readonly string[]): Check =>
  own((child, address) => {
    const [prefix = '', text = '', ...others] = address.split(':')
    const words = [...text].map((letter) => CASH_ALPHABET.indexOf(letter))
    const named = [...prefix].map((letter) => letter.charCodeAt(0) & 31)
    if (!prefixes.includes(prefix) || others.length > 0 || words.includes(-1)) return false
    const payload = hexlify(Uint8Array.from(bech32.fromWords(words.slice(0, -8))))
    return cashRemainder([...named, 0, ...words]) === 0n && payload === `0x00${hashOf(child).slice(2)}`
  })

/** The address that the key has on an EVM network, after a version byte. */
const tron = own(
  (child, address) =>
    hexlify(payloadOf(base58.decode(address)) ?? '0x') === `0x41${child.address.slice(2).toLowerCase()}`,
)

/** The address of index 0 for all, and the tag of the index. */
const xrp: Check = ({ extendedPublicKey, index, address, tag }) =>
  tag === tagOfIndex(index) &&
  isKeyHash(base58xrp.decode(address), { child: childOf(extendedPublicKey, 0), versions: [0] })

/**
 * The text of the account's public key, and the memo of the index. Ed25519 has no public derivation, so that this proves less than the others:
 * the address encodes the key that custody says now, and the address that was shown first, which is stored for ever, is still that of this key.
 */
const stellar: Check = ({ extendedPublicKey, index, address, tag }) => {
  const bytes = base32.decode(address)
  const [version, ...key] = bytes.slice(0, -2)
  const checksum = bytes.slice(-2).toReversed()
  return (
    tag === tagOfIndex(index) &&
    version === STELLAR_ACCOUNT &&
    Buffer.from(key).toString('hex') === extendedPublicKey &&
    Buffer.from(checksum).readUInt16BE() === crc16(bytes.slice(0, -2))
  )
}

/** The version byte of an account, of which every address begins with G. */
const STELLAR_ACCOUNT = 6 * 8

/** The checksum of XMODEM. */
function crc16(bytes: Uint8Array): number {
  let rest = 0
  for (const byte of bytes) {
    rest ^= byte * 256
    for (let bit = 0; bit < 8; bit += 1) rest = (rest * 2) ^ (rest < 2 ** 15 ? 0 : CRC16_POLYNOMIAL)
  }
  return rest
}

const CRC16_POLYNOMIAL = 0x1_1021

const CHECKS: Readonly<Partial<Record<KnownNetwork, Check>>> = {
  ERC20: evm,
  BEP20: evm,
  POLYGON: evm,
  BTC: witness('bc', 'tb', 'bcrt'),
  LTC: witness('ltc', 'tltc', 'rltc'),
  TRC20: tron,
  BCH: cash('bitcoincash', 'bchtest', 'bchreg'),
  DOGE: keyHash(0x1e, 0x71, 0x6f),
  XRP: xrp,
  XLM: stellar,
}
