import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { COIN_IMAGES } from '#domain/coin-images.ts'

export interface CoinImage {
  /** Identifies the picture: different bytes have a different hash. */
  readonly hash: string
  readonly bytes: Buffer
}

const OURS = new URL('../../domain/coin-images/', import.meta.url)
const HASH_LENGTH = 32

/** The pictures of coins by symbol, read once. */
const IMAGES: ReadonlyMap<string, CoinImage> = new Map(
  Object.entries(COIN_IMAGES).map(([symbol, { from, name }]) => {
    const bytes = readFileSync(from === 'ours' ? new URL(`${name}.svg`, OURS) : packaged(name))
    return [symbol, { hash: createHash('sha256').update(bytes).digest('hex').slice(0, HASH_LENGTH), bytes }]
  }),
)

const BY_HASH: ReadonlyMap<string, CoinImage> = new Map([...IMAGES.values()].map((image) => [image.hash, image]))

function packaged(name: string): string {
  return createRequire(import.meta.url).resolve(`cryptocurrency-icons/svg/color/${name}.svg`)
}

/** The hash of a coin's picture; `null` if it has none. */
export const imageHashOf = (symbol: string): string | null => IMAGES.get(symbol)?.hash ?? null

/** The address of a coin's picture on this site. */
export function imageAddressOf(symbol: string): string | null {
  const hash = imageHashOf(symbol)
  return hash === null ? null : `/api/coins/images/${hash}`
}

export const findCoinImage = (hash: string): CoinImage | undefined => BY_HASH.get(hash)
