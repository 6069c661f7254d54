import { decodeCashAddress, encodeCashAddress } from '@bitauth/libauth/build/lib/address/cash-address.js'
import { Address, OutScript } from '@scure/btc-signer'
import type { BitcoinParameters } from './bitcoin-parameters.ts'

/** How the addresses of a chain are written, and the output scripts that they stand for. */
export interface AddressCodec {
  /** @throws Error for a script without an address */
  write(script: Uint8Array): string
  /** The address as its chain writes it, with its script; `undefined` for what is none of this chain or cannot be paid. */
  read(text: string): { readonly address: string; readonly script: Uint8Array } | undefined
}

export const addressCodec = ({ addresses, cashPrefix }: Pick<BitcoinParameters, 'addresses' | 'cashPrefix'>) =>
  cashPrefix === undefined ? plainAddresses(addresses) : cashAddresses(cashPrefix)

/** Kinds of outputs that a withdrawal may pay: others can be spent by anyone, or by nobody. */
const PAYABLE = new Set(['pkh', 'sh', 'wpkh', 'wsh', 'tr'])

function plainAddresses(prefixes: BitcoinParameters['addresses']): AddressCodec {
  const codec = Address(prefixes)
  return {
    write: (script) => codec.encode(OutScript.decode(script)),
    read(text) {
      try {
        const output = codec.decode(text)
        const script = OutScript.encode(output)
        return PAYABLE.has(output.type) ? { address: text, script } : undefined
      } catch {
        return undefined
      }
    },
  }
}

/** OP_HASH256, 32 bytes, OP_EQUAL: Bitcoin Cash alone has such outputs. */
const LONG_SCRIPT_HASH = /^aa20([0-9a-f]{64})87$/
const HASH_BYTES = 20
const LONG_HASH_BYTES = 32

/**
 * Cashaddr: an address of another network has a wrong checksum even without its prefix. Legacy addresses are no addresses here, since nobody
 * can tell them from Bitcoin's.
 */
export function cashAddresses(prefix: 'bitcoincash' | 'bchtest' | 'bchreg'): AddressCodec {
  return {
    write(script) {
      const written = encodeCashAddress({ prefix, ...contentOf(script) })
      if (typeof written === 'string') throw new Error(written)
      return written.address
    },
    read(text) {
      const lower = text.toLowerCase()
      // A mixture of both cases is a damaged address.
      if (text !== lower && text !== text.toUpperCase()) return undefined
      const address = lower.includes(':') ? lower : `${prefix}:${lower}`
      const read = decodeCashAddress(address)
      if (typeof read === 'string' || read.prefix !== prefix) return undefined
      const script = scriptOf(read)
      return script && { address, script }
    },
  }
}

/** Addresses that also take tokens stand for the same scripts. */
function scriptOf({ type, payload }: Exclude<ReturnType<typeof decodeCashAddress>, string>): Uint8Array | undefined {
  const isScript = type === 'p2sh' || type === 'p2shWithTokens'
  if (payload.length === HASH_BYTES) return OutScript.encode({ type: isScript ? 'sh' : 'pkh', hash: payload })
  if (payload.length !== LONG_HASH_BYTES || !isScript) return undefined
  return Buffer.from(`aa20${Buffer.from(payload).toString('hex')}87`, 'hex')
}

function contentOf(script: Uint8Array): { type: 'p2pkh' | 'p2sh'; payload: Uint8Array } {
  const [, long] = LONG_SCRIPT_HASH.exec(Buffer.from(script).toString('hex')) ?? []
  if (long !== undefined) return { type: 'p2sh', payload: Buffer.from(long, 'hex') }
  const output = OutScript.decode(script)
  if (output.type === 'pkh') return { type: 'p2pkh', payload: output.hash }
  if (output.type === 'sh') return { type: 'p2sh', payload: output.hash }
  throw new Error('the script has no address')
}
