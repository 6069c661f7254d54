import { base58, bech32 } from '@scure/base'
import { ripemd160, sha256 } from 'ethers/crypto'
import { getBytes, hexlify } from 'ethers/utils'
import { HDNodeWallet } from 'ethers/wallet'
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

/** A version byte, the hash of the key and four bytes of a checksum. */
const keyHash =
  (...versions: readonly number[]): Check =>
  (child, address) => {
    const bytes = base58.decode(address)
    const payload = bytes.slice(0, -4)
    const checksum = getBytes(sha256(sha256(payload))).slice(0, 4)
    const isWhole = hexlify(checksum) === hexlify(bytes.slice(-4))
    return isWhole && versions.includes(payload[0] ?? -1) && hexlify(payload.slice(1)) === hashOf(child)
  }

const CHECKS: Readonly<Partial<Record<KnownNetwork, Check>>> = {
  ERC20: evm,
  BEP20: evm,
  POLYGON: evm,
  BTC: witness('bc', 'tb', 'bcrt'),
  LTC: witness('ltc', 'tltc', 'rltc'),
  DOGE: keyHash(0x1e, 0x71, 0x6f),
}
