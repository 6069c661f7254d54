import { createHash } from 'node:crypto'
import { cashAddressToLockingBytecode } from '@bitauth/libauth'
import { Address, OutScript } from '@scure/btc-signer'
import { fromCount } from '#domain/counts.ts'
import { divide } from '#domain/decimal.ts'

/** Rules by which the chains of Bitcoin's family differ, with the addresses of their test networks. */
export interface ChainRules {
  readonly symbol: 'BTC' | 'LTC' | 'BCH' | 'DOGE'
  /** The hash of block 0, which is made up: nobody can take this chain for another one. */
  readonly firstBlock: string
  readonly hasWitness: boolean
  /** Whether a transaction in the pool gives way to one with a higher fee. */
  readonly replaces: boolean
  /** The version of the node's calls: Dogecoin's is of 2017, and Bitcoin Cash has its own call for fees. */
  readonly node: 'core' | 'old core' | 'cash'
  /** Base units per thousand bytes that nodes ask for before they pass a transaction on. */
  readonly relayFee: bigint
  /** The least that an output may hold. */
  readonly dust: (script: string) => bigint
  /** @throws Error for what is no address */
  readonly scriptOf: (address: string) => string
}

const KB = 1_000n
const WITNESS_SCRIPT = /^(00|5[1-9a-f]|60)/
/** An output, and the input that would spend it, at a fee of so much. */
const dustAt = (rate: bigint) => (script: string) => {
  const spending = WITNESS_SCRIPT.test(script) ? 67 : 148
  return divide(fromCount(9 + script.length / 2 + spending) * rate, KB, 'up')
}

const TEST_PREFIXES = { pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
function base58Or(bech32: string, scriptHash = TEST_PREFIXES.scriptHash): ChainRules['scriptOf'] {
  const codec = Address({ ...TEST_PREFIXES, bech32, scriptHash })
  return (address) => Buffer.from(OutScript.encode(codec.decode(address))).toString('hex')
}

function cashScript(address: string): string {
  const read = cashAddressToLockingBytecode(address)
  if (typeof read === 'string' || read.prefix !== 'bchreg') throw new Error('Invalid address')
  return Buffer.from(read.bytecode).toString('hex')
}

const firstBlockOf = (symbol: string) => createHash('sha256').update(`kimia sandbox of ${symbol}`).digest('hex')

const core = { hasWitness: true, node: 'core', relayFee: 1_000n } as const

export const CHAINS: Readonly<Record<ChainRules['symbol'], ChainRules>> = {
  BTC: {
    ...{ symbol: 'BTC', firstBlock: firstBlockOf('BTC'), ...core, replaces: true },
    ...{ dust: dustAt(3_000n), scriptOf: base58Or('bcrt') },
  },
  LTC: {
    ...{ symbol: 'LTC', firstBlock: firstBlockOf('LTC'), ...core, replaces: false },
    ...{ dust: dustAt(30_000n), scriptOf: base58Or('rltc', 0x3a) },
  },
  BCH: {
    ...{ symbol: 'BCH', firstBlock: firstBlockOf('BCH'), hasWitness: false, replaces: false },
    ...{ node: 'cash', relayFee: 1_000n, dust: dustAt(3_000n), scriptOf: cashScript },
  },
  DOGE: {
    ...{ symbol: 'DOGE', firstBlock: firstBlockOf('DOGE'), hasWitness: false, replaces: false },
    ...{ node: 'old core', relayFee: 100_000n, dust: () => 100_000n, scriptOf: base58Or('') },
  },
}
