import { createHash, createHmac, createPublicKey, verify } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { CheckedProof, Cryptography } from '#domain/check-liabilities.ts'
import {
  asciiBytes,
  hexOf,
  holderBytes,
  type LiabilityProof,
  leafBytes,
  nodeBytes,
  PROOF_FORMAT,
  type ProvenLeaf,
  type SignedStatement,
  STATEMENT_FORMAT,
  statementText,
} from '#domain/liabilities.ts'
import { openStatementKey } from '#server/wallets/liabilities/liability-services.ts'

const sha256 = (bytes: Uint8Array) => Uint8Array.from(createHash('sha256').update(bytes).digest())

/** Of Node, for the check that browsers make by their own functions. */
export const NODE_CRYPTOGRAPHY: Cryptography = {
  sha256: async (bytes) => sha256(bytes),
  async verify({ publicKey, signature, message }) {
    const x = Buffer.from(publicKey).toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    return verify(null, message, key, signature)
  },
}

/** The check of `public/check-liabilities.mjs`, which knows nothing of ours. @throws Error where something does not fit */
export async function openStrangersCheck(): Promise<
  (file: object, published?: object) => { coin: string; decimals: number; proven: bigint }[]
> {
  const script = fileURLToPath(new URL('../../public/check-liabilities.mjs', import.meta.url))
  const { checkLiabilities } = await import(/* @vite-ignore */ script)
  return checkLiabilities
}

/** The sums that a check has proven, for comparison with another's. */
export const provenBy = (checked: CheckedProof) =>
  checked.kind === 'proven'
    ? checked.coins.map(({ coin, decimals, proven }) => ({ coin, decimals, proven }))
    : undefined

export const KEY = openStatementKey(Buffer.alloc(32, 7))

export const signStatement = (statement: Omit<SignedStatement, 'publicKey' | 'signature'>): SignedStatement => ({
  ...statement,
  publicKey: KEY.publicKey,
  signature: KEY.sign(asciiBytes(statementText(statement))),
})

/** A customer's parts of one coin, in the order in which they stand in the tree among those of others. */
export interface PlantedPart {
  readonly holder: string
  readonly amount: bigint
}

export const nonceOf = (holder: string): Uint8Array =>
  Uint8Array.from(createHmac('sha256', 'a day').update(holder).digest())

/** A whole tree of one coin, made from the bytes of the domain alone. */
export function plantTree(parts: readonly PlantedPart[], { number = '3', coin = 'GOLD' } = {}) {
  const counts = new Map<string, number>()
  const leaves = parts.map(({ holder, amount }) => {
    const own = counts.get(holder) ?? 0
    counts.set(holder, own + 1)
    const nonce = nonceOf(holder)
    const holderHash = sha256(holderBytes({ holder, nonce }))
    const bytes = leafBytes({ statement: number, coin, number: own, amount, holderHash, nonce })
    return { sum: amount, hash: sha256(bytes), holder, number: own }
  })
  const height = Math.ceil(Math.log2(Math.max(leaves.length, 1)))
  const filled = Array.from(
    { length: 2 ** height },
    (_, i) => leaves[i] ?? { sum: 0n, hash: sha256(Uint8Array.of(9, i)) },
  )
  const levels: { sum: bigint; hash: Uint8Array }[][] = [filled]
  for (let level = filled; level.length > 1; levels.push(level))
    level = Array.from({ length: level.length / 2 }, (_, i) => {
      const [first, second] = [level[2 * i], level[2 * i + 1]]
      if (!first || !second) throw new Error('a level is a power of two')
      return { sum: first.sum + second.sum, hash: sha256(nodeBytes(first, second)) }
    })
  const root = levels.at(-1)?.[0]
  if (!root) throw new Error('a tree has a root')
  const siblingsOf = (position: number) =>
    Array.from({ length: height }, (_, level) => {
      const place = Math.floor(position / 2 ** level)
      const sibling = levels[level]?.[place % 2 === 0 ? place + 1 : place - 1]
      if (!sibling) throw new Error('every node has a sibling')
      return { hash: hexOf(sibling.hash), sum: sibling.sum.toString() }
    })
  const stated = {
    coin,
    decimals: 3,
    leaves: leaves.length,
    height,
    total: root.sum.toString(),
    root: hexOf(root.hash),
  }
  const statement = signStatement({
    ...{ format: STATEMENT_FORMAT, number, commit: '41', at: '2026-11-29T10:00:00.000Z', previous: null },
    coins: [stated],
  })
  return {
    statement,
    proofOf(holder: string): LiabilityProof {
      const own = leaves.flatMap((leaf, position): ProvenLeaf[] =>
        leaf.holder === holder
          ? [{ number: leaf.number, position, amount: leaf.sum.toString(), siblings: siblingsOf(position) }]
          : [],
      )
      const balance = parts.reduce((sum, part) => (part.holder === holder ? sum + part.amount : sum), 0n)
      return {
        ...{ format: PROOF_FORMAT, statement, holder, nonce: hexOf(nonceOf(holder)) },
        coins: [{ coin, balance: balance.toString(), leaves: own }],
      }
    },
  }
}
