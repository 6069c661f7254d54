import { hash } from 'node:crypto'
import { type BytesCoder, base32nopad, base58, base58xrp, bech32, bech32m } from '@scure/base'
import { type Rejected, rejectAmount, rejected } from '#contract/rejected.ts'
import type { Coin, TokenNetwork } from '#domain/coin.ts'
import { fromCount } from '#domain/counts.ts'
import { FEE_QUICK_TRADE, feeOn } from '#domain/fee.ts'
import { KNOWN_NETWORKS, type KnownNetwork } from '#domain/networks.ts'
import { type Transfers, transferOver } from '#domain/transfers.ts'
import { type Amount, amount } from '#domain/units.ts'

export interface DestinationRequest {
  readonly destinationWallet?: string | undefined
  readonly tokenType?: string | undefined
}

export interface ChosenDestination {
  readonly tokenType: string
  readonly address: string
  readonly networkFee: Amount
  /** Whether coins can be sent that way now. */
  readonly isServed: boolean
}

/**
 * The destination of the bought coins; `undefined` if they stay here. Refuses, in this order: ADDRESS_REQUIRED, NETWORK_REQUIRED,
 * NETWORK_NOT_SUPPORTED, ADDRESS_INVALID, and, by the network's bounds for the amount after our wage, AMOUNT_IS_LOW and AMOUNT_IS_HIGH.
 */
export function readDestination(
  { destinationWallet, tokenType }: DestinationRequest,
  { coin, bought, transfers }: { coin: Coin; bought: Amount; transfers: Transfers },
): ChosenDestination | Rejected | undefined {
  if (destinationWallet === undefined && tokenType === undefined) return undefined
  if (destinationWallet === undefined) return rejected('ADDRESS_REQUIRED', { field: 'destinationWallet' })
  if (tokenType === undefined) return rejected('NETWORK_REQUIRED', { field: 'tokenType' })
  const network = coin.networks.find((known) => known.tokenType === tokenType)
  if (!network) return rejected('NETWORK_NOT_SUPPORTED', { field: 'tokenType' })
  if (!isWalletAddress(destinationWallet, tokenType)) return rejected('ADDRESS_INVALID', { field: 'destinationWallet' })
  const amountError = checkWithdrawnAmount(amount(bought - feeOn(bought, FEE_QUICK_TRADE)), network)
  if (amountError) return rejectAmount(amountError, { coin, ...boundsOf(network) })
  const isServed = transferOver(network, coin.symbol, transfers).withdrawal
  return { tokenType, address: destinationWallet, networkFee: network.withdrawalFee, isServed }
}

function checkWithdrawnAmount(leaving: Amount, network: TokenNetwork): 'AMOUNT_IS_LOW' | 'AMOUNT_IS_HIGH' | undefined {
  const { min, max } = boundsOf(network)
  if (leaving < min) return 'AMOUNT_IS_LOW'
  return leaving > max ? 'AMOUNT_IS_HIGH' : undefined
}

/** Bounds of the amount after our wage: more than the network's own fee, and within the network's limits. */
function boundsOf({ minWithdraw, maxWithdraw, withdrawalFee }: TokenNetwork): { min: Amount; max: Amount } {
  const min = withdrawalFee < minWithdraw ? minWithdraw : amount(withdrawalFee + 1n)
  return { min, max: maxWithdraw }
}

/** The longest address of any network here. The bound matters because decoding base 58 takes quadratic time. */
const LENGTH_MAX = 90

type Check = (address: string) => boolean

/** Version bytes of base 58, each followed by the 20 bytes of a hash and four of a checksum. */
const base58Check =
  (versions: readonly number[], coder: BytesCoder = base58): Check =>
  (address) => {
    const bytes = coder.decode(address)
    const payload = bytes.subarray(0, -4)
    const checksum = sha256(sha256(payload)).subarray(0, 4)
    return payload.length === 21 && versions.includes(payload[0] ?? -1) && checksum.equals(bytes.subarray(-4))
  }

const sha256 = (bytes: Uint8Array) => hash('sha256', bytes, 'buffer')

/** Witness programs: version 0 of 20 or 32 bytes with the checksum of BIP 173, later ones with that of BIP 350. */
const segwit =
  (prefix: string): Check =>
  (address) => {
    const decoded = bech32.decodeUnsafe(address)
    const { prefix: found, words } = decoded ?? bech32m.decode(address)
    const [version = 99, ...program] = words
    if (found !== prefix) return false
    if (version === 0) return decoded !== undefined && (program.length === 32 || program.length === 52)
    return version <= 16 && decoded === undefined && program.length >= 4 && program.length <= 64
  }

/** Forty hexadecimal digits. The capital letters of EIP-55 are not checked; nothing is sent to the zero address. */
const ethereum: Check = (address) => /^0x[0-9a-fA-F]{40}$/.test(address) && !/^0x0{40}$/.test(address)

/** A public key of Ed25519, version "G", in base 32, with a checksum of CRC-16 (XMODEM). */
const stellar: Check = (address) => {
  if (!/^G[A-Z2-7]{55}$/.test(address)) return false
  const bytes = base32nopad.decode(address)
  const [low = 0, high = 0] = bytes.subarray(-2)
  return crc16(bytes.subarray(0, -2)) === ((high << 8) | low)
}

function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let i = 0; i < 8; i++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc
}

const elrond: Check = (address) => {
  const { prefix, words } = bech32.decode(address)
  return prefix === 'erd' && words.length === 52
}

const BECH32_ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const CASH_GENERATOR = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n]

/** A CashAddr, which @scure/base does not support: 34 groups of five bits, then eight of a checksum of its own. */
const cash: Check = (address) => {
  const groups = [...address.replace(/^bitcoincash:/, '')].map((letter) => BECH32_ALPHABET.indexOf(letter))
  if (groups.length !== 42 || groups.includes(-1)) return false
  let sum = 1n
  for (const value of [...[...'bitcoincash'].map((letter) => letter.charCodeAt(0) & 31), 0, ...groups]) {
    const top = sum >> 35n
    sum = ((sum & 0x07ffffffffn) << 5n) ^ fromCount(value)
    CASH_GENERATOR.forEach((term, i) => {
      if ((top >> fromCount(i)) & 1n) sum ^= term
    })
  }
  return sum === 1n
}

/** By the network that carries the coin: an address is valid if one of its checks passes. */
const CHECKS: Readonly<Record<KnownNetwork, readonly Check[]>> = {
  BTC: [base58Check([0x00, 0x05]), segwit('bc')],
  LTC: [base58Check([0x30, 0x32]), segwit('ltc')],
  BCH: [base58Check([0x00, 0x05]), cash],
  DOGE: [base58Check([0x1e, 0x16])],
  DASH: [base58Check([0x4c, 0x10])],
  TRC20: [base58Check([0x41])],
  XRP: [base58Check([0x00], base58xrp)],
  ERC20: [ethereum],
  BEP20: [ethereum],
  POLYGON: [ethereum],
  ETC: [ethereum],
  CELO: [ethereum],
  XLM: [stellar],
  EGLD: [elrond],
}

/**
 * Whether a text is an address of a network, including its checksum if the network's addresses have one. An unknown network has no valid
 * addresses: a mistyped one could not be detected.
 */
export function isWalletAddress(address: string, tokenType: string): boolean {
  if (address.length > LENGTH_MAX) return false
  const network = KNOWN_NETWORKS.find((each) => each === tokenType)
  return network !== undefined && CHECKS[network].some((check) => passes(check, address))
}

/** The decoders throw on a wrong letter or checksum. */
function passes(check: Check, address: string): boolean {
  try {
    return check(address)
  } catch {
    return false
  }
}
