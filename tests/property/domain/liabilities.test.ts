import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { LiabilityProof } from '#contract/liabilities.ts'
import { checkProof } from '#domain/check-liabilities.ts'
import type { LiabilityProof as Proof, SignedStatement } from '#domain/liabilities.ts'
import {
  NODE_CRYPTOGRAPHY,
  openStrangersCheck,
  type PlantedPart,
  plantTree,
  provenBy,
  signStatement,
} from '#tests/builders/liability-tree.ts'

const ALI = '+989121234567'
const HOLDERS = [ALI, '+989121234568', '+989351112233', 'market-maker']
const RUNS = { numRuns: 60 }

let strangersCheck: Awaited<ReturnType<typeof openStrangersCheck>>
beforeAll(async () => {
  strangersCheck = await openStrangersCheck()
})

const amount = fc.bigInt({ min: 0n, max: 10n ** 34n })
const part = fc.record({ holder: fc.constantFrom(...HOLDERS), amount })
/** Ali has two leaves or more, anywhere among the others'. */
const parts: fc.Arbitrary<PlantedPart[]> = fc
  .tuple(
    fc.array(part, { maxLength: 20 }),
    fc.array(amount, { minLength: 2, maxLength: 4 }),
    fc.infiniteStream(fc.nat()),
  )
  .map(([others, own, places]) =>
    own.reduce(
      (all, each) => all.toSpliced(places.next().value % (all.length + 1), 0, { holder: ALI, amount: each }),
      others,
    ),
  )

/** The proven sums, which are the same by both checks; `undefined` if neither proves anything. */
async function check(file: object, published?: SignedStatement) {
  const read = LiabilityProof.safeParse(file)
  const checked = read.success ? await checkProof(read.data, NODE_CRYPTOGRAPHY, published) : undefined
  const proven = checked && provenBy(checked)
  let strangers: ReturnType<typeof strangersCheck> | undefined
  try {
    strangers = strangersCheck(file, published)
  } catch {
    strangers = undefined
  }
  expect(strangers).toEqual(proven)
  return proven
}

/** Another text of the same form. */
const otherHex = (text: string) => `${text.startsWith('0') ? '1' : '0'}${text.slice(1)}`
const more = (text: string) => (BigInt(text) + 1n).toString()
const less = (text: string) => (BigInt(text) - 1n).toString()

type Change = (file: Proof, pick: (count: number) => number) => Proof

const withLeaf = (file: Proof, index: number, change: (leaf: Proof['coins'][0]['leaves'][0]) => object): Proof => ({
  ...file,
  coins: file.coins.map((coin) => ({
    ...coin,
    leaves: coin.leaves.map((leaf, i) => (i === index ? { ...leaf, ...change(leaf) } : leaf)),
  })),
})

const ofLeaf =
  (change: (leaf: Proof['coins'][0]['leaves'][0], pick: (count: number) => number) => object): Change =>
  (file, pick) =>
    withLeaf(file, pick(file.coins[0]?.leaves.length ?? 1), (leaf) => change(leaf, pick))

const ofSibling = (change: (node: { hash: string; sum: string }) => object): Change =>
  ofLeaf(({ siblings }, pick) => {
    const at = pick(siblings.length)
    return { siblings: siblings.map((node, i) => (i === at ? { ...node, ...change(node) } : node)) }
  })

const ofStated =
  (change: (stated: SignedStatement['coins'][0]) => object): Change =>
  (file) => ({
    ...file,
    statement: { ...file.statement, coins: file.statement.coins.map((coin) => ({ ...coin, ...change(coin) })) },
  })

const ofCoin =
  (change: (coin: Proof['coins'][0]) => object): Change =>
  (file) => ({ ...file, coins: file.coins.map((coin) => ({ ...coin, ...change(coin) })) })

const CHANGES: Readonly<Record<string, Change>> = {
  'an amount of a leaf that is greater': ofLeaf(({ amount: text }) => ({ amount: more(text) })),
  'an amount of a leaf that is less': ofLeaf(({ amount: text }) => ({ amount: less(text) })),
  'an amount below zero': ofLeaf(() => ({ amount: '-5' })),
  'an amount that is written otherwise': ofLeaf(({ amount: text }) => ({ amount: `0${text}` })),
  'the number of a leaf': ofLeaf(({ number }) => ({ number: number + 1 })),
  'the side of a path': ofLeaf(({ position }) => ({ position: position % 2 === 0 ? position + 1 : position - 1 })),
  'the place of a leaf': ofLeaf(({ position, siblings }) => ({ position: position + 2 ** siblings.length })),
  'a path without its last node': ofLeaf(({ siblings }) => ({ siblings: siblings.slice(0, -1) })),
  'a path with another node': ofLeaf(({ siblings }) => ({ siblings: [...siblings, ...siblings.slice(0, 1)] })),
  'the hash of a sibling': ofSibling(({ hash }) => ({ hash: otherHex(hash) })),
  'the sum of a sibling': ofSibling(({ sum }) => ({ sum: more(sum) })),
  'a sum of a sibling that wraps': ofSibling(({ sum }) => ({ sum: (BigInt(sum) + 2n ** 128n).toString() })),
  'a sum of a sibling below zero': ofSibling(({ sum }) => ({ sum: `-${sum}` })),
  'the mobile number': (file) => ({ ...file, holder: '+989121234568' }),
  'the nonce': (file) => ({ ...file, nonce: otherHex(file.nonce) }),
  'the balance': ofCoin(({ balance }) => ({ balance: more(balance) })),
  // Without a leaf of zero the file proves the same.
  'a leaf that is gone': ofCoin(({ leaves }) => (leaves.at(-1)?.amount === '0' ? {} : { leaves: leaves.slice(0, -1) })),
  'a leaf that stands twice': ofCoin(({ leaves, balance }) => ({
    leaves: [...leaves, ...leaves.slice(0, 1)],
    balance: (BigInt(balance) + BigInt(leaves[0]?.amount ?? '0')).toString(),
  })),
  'a leaf that stands twice under another number': ofCoin(({ leaves, balance }) => ({
    leaves: [...leaves, ...leaves.slice(0, 1).map((leaf) => ({ ...leaf, number: leaves.length }))],
    balance: (BigInt(balance) + BigInt(leaves[0]?.amount ?? '0')).toString(),
  })),
  'a coin that stands twice': (file) => ({ ...file, coins: [...file.coins, ...file.coins] }),
  'a coin of another name': ofCoin(() => ({ coin: 'SILVER' })),
  'the root': ofStated(({ root }) => ({ root: otherHex(root) })),
  'the total': ofStated(({ total }) => ({ total: more(total) })),
  'the height': ofStated(({ height }) => ({ height: height + 1 })),
  'the number of leaves': ofStated(({ leaves }) => ({ leaves: leaves - 1 })),
  'the decimals': ofStated(({ decimals }) => ({ decimals: decimals + 1 })),
  'the number of the statement': (file) => ({ ...file, statement: { ...file.statement, number: '4' } }),
  'the commit': (file) => ({ ...file, statement: { ...file.statement, commit: '42' } }),
  'the time': (file) => ({ ...file, statement: { ...file.statement, at: '2026-11-29T10:00:00.001Z' } }),
  'the statement before': (file) => ({ ...file, statement: { ...file.statement, previous: '0'.repeat(64) } }),
  'the signature': (file) => ({
    ...file,
    statement: { ...file.statement, signature: otherHex(file.statement.signature) },
  }),
  'the public key': (file) => ({
    ...file,
    statement: { ...file.statement, publicKey: otherHex(file.statement.publicKey) },
  }),
}

/** The holder of the key could sign these: the signature alone does not save the customer. */
const signedAnew =
  (change: Change): Change =>
  (file, pick) => {
    const changed = change(file, pick)
    const { publicKey: _, signature: __, ...statement } = changed.statement
    return { ...changed, statement: signStatement(statement) }
  }

test('whoever is in the tree proves the own balance, by our check and by the stranger’s alike', () =>
  fc.assert(
    fc.asyncProperty(parts, async (planted) => {
      const tree = plantTree(planted)
      for (const holder of new Set(planted.map((each) => each.holder))) {
        const proven = planted.reduce((sum, each) => (each.holder === holder ? sum + each.amount : sum), 0n)
        expect(await check(tree.proofOf(holder), tree.statement)).toEqual([{ coin: 'GOLD', decimals: 3, proven }])
      }
    }),
    RUNS,
  ))

describe('nothing is proven after a change of', () => {
  test.each(Object.entries(CHANGES))('%s', (_, change) =>
    fc.assert(
      fc.asyncProperty(parts, fc.nat(), async (planted, random) => {
        const { proofOf } = plantTree(planted)
        const changed = change(proofOf(ALI), (count) => random % Math.max(count, 1))
        fc.pre(JSON.stringify(changed) !== JSON.stringify(proofOf(ALI)))
        expect(await check(changed)).toBeUndefined()
      }),
      RUNS,
    ),
  )
})

describe('a statement that is signed anew proves nothing with another', () => {
  test.each(['the root', 'the total', 'the height', 'the number of the statement'])('%s', (name) =>
    fc.assert(
      fc.asyncProperty(parts, async (planted) => {
        const change = signedAnew(CHANGES[name] ?? ((file) => file))
        expect(await check(change(plantTree(planted).proofOf(ALI), () => 0))).toBeUndefined()
      }),
      RUNS,
    ),
  )
})

test('a statement other than the published one proves nothing, however well it is signed', () =>
  fc.assert(
    fc.asyncProperty(parts, async (planted) => {
      const { proofOf, statement } = plantTree(planted)
      const { publicKey: _, signature: __, ...rest } = statement
      expect(await check(proofOf(ALI), signStatement({ ...rest, commit: '42' }))).toBeUndefined()
      expect(await check(proofOf(ALI), statement)).toBeDefined()
    }),
    RUNS,
  ))

test('two customers with equal balances cannot share their leaves', () =>
  fc.assert(
    fc.asyncProperty(parts, async (planted) => {
      const proof = plantTree(planted).proofOf(ALI)
      expect(await check({ ...proof, holder: '+989121234599' })).toBeUndefined()
    }),
    RUNS,
  ))
