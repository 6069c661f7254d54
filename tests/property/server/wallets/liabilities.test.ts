import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOfHex, readSum, type SumNode, sumBytes } from '#domain/liabilities.ts'
import { cutBalance, piecesOf, shuffledPlaces } from '#server/wallets/liabilities/cut-balance.ts'
import { levelsOf, NODE_BYTES, siblingsIn, Turns } from '#server/wallets/liabilities/sum-tree.ts'
import { plantTree } from '#tests/builders/liability-tree.ts'

const balance = fc.bigInt({ min: 1n, max: 10n ** 38n - 1n })

test('the parts of a balance are its sum, and none is below zero', () =>
  fc.assert(
    fc.property(balance, fc.integer({ min: 1, max: 64 }), (whole, pieces) => {
      const parts = cutBalance(whole, pieces)
      expect(parts).toHaveLength(pieces)
      expect(parts.every((part) => part >= 0n)).toBe(true)
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(whole)
    }),
  ))

test('every balance has two parts or more, and the largest no more than 64', () =>
  fc.assert(
    fc.property(balance, balance, (whole, mean) => {
      const pieces = piecesOf(whole, mean)
      expect(pieces).toBeGreaterThanOrEqual(2)
      expect(pieces).toBeLessThanOrEqual(64)
    }),
  ))

test('places are each number once', () =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 3_000 }), async (count) => {
      const places = await shuffledPlaces(count, new Turns())
      expect(places.toSorted()).toEqual(Uint32Array.from({ length: count }, (_, i) => i))
    }),
    { numRuns: 20 },
  ))

/** A hash and a sum as the server keeps them. */
const nodeOf = ({ sum, hash }: SumNode = { sum: '', hash: '' }) =>
  Buffer.concat([sumBytes(readSum(sum) ?? 0n), bytesOfHex(hash) ?? new Uint8Array(32)])

test('the server’s tree is the tree of the domain: the same root and the same siblings', () =>
  fc.assert(
    fc.asyncProperty(fc.constantFrom(1, 2, 3, 4, 5), fc.infiniteStream(balance), async (height, amounts) => {
      const parts = Array.from({ length: 2 ** height }, (_, i) => ({
        holder: `customer-${i}`,
        amount: amounts.next().value % 10n ** 36n,
      }))
      const tree = plantTree(parts)
      const leaves = parts.flatMap(({ holder }) => tree.proofOf(holder).coins[0]?.leaves ?? [])
      // Each leaf is the first sibling of the one beside it.
      const nodes = Buffer.alloc(NODE_BYTES * leaves.length)
      for (const { position, siblings } of leaves)
        nodeOf(siblings[0]).copy(nodes, NODE_BYTES * (position % 2 === 0 ? position + 1 : position - 1))
      let root: Buffer = nodes
      for await (const level of levelsOf(nodes, new Turns())) root = level
      const [stated] = tree.statement.coins
      expect(root).toEqual(nodeOf(stated && { sum: stated.total, hash: stated.root }))
      for (const { position, siblings } of leaves) expect(siblingsIn(nodes, position)).toEqual(siblings)
    }),
  ))
