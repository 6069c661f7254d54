import { type Rejected, rejected } from '#contract/rejected.ts'
import { readId } from '#domain/counts.ts'
import {
  hexOf,
  type LiabilityProof,
  PROOF_FORMAT,
  type ProvenCoin,
  type ProvenLeaf,
  type SumNode,
} from '#domain/liabilities.ts'
import {
  findSecret,
  findStatement,
  isOpenedAfter,
  type KeptNodes,
  liabilityContext,
  type OwnLeaves,
  readNodes,
  readOwnLeaves,
} from '../../store/wallets/liabilities.ts'
import { readStatement } from './liability-board.ts'
import type { LiabilityServices } from './liability-services.ts'
import { nonceOf } from './publish-liabilities.ts'
import { LEVELS_APART, NODES_TOGETHER, siblingsIn } from './sum-tree.ts'

type Services = Pick<LiabilityServices, 'database' | 'catalogue' | 'sealer'>

/**
 * The proof of a customer's balances in a statement. Refuses NOT_FOUND, PROOF_NOT_KEPT, ACCOUNT_AFTER_STATEMENT and NO_BALANCE_IN_STATEMENT, in
 * this order.
 */
export async function findProof(
  { database, catalogue, sealer }: Services,
  { number, userId }: { number: number; userId: number },
): Promise<LiabilityProof | Rejected> {
  const kept = await findStatement(database, number)
  if (!kept) return rejected('NOT_FOUND')
  const statement = readStatement(kept)
  const liabilities = statement.coins.flatMap((liability) => {
    const coin = catalogue.coinBySymbol.get(liability.coin)
    return coin ? [{ ...liability, coinId: coin.id }] : []
  })
  const own = await readOwnLeaves(database, { number, userId, coinIds: liabilities.map(({ coinId }) => coinId) })
  // The secret goes before the leaves do: where it is still there, no leaves were missing a moment ago.
  const sealed = (await findSecret(database, number))?.secret
  if (!sealed) return rejected('PROOF_NOT_KEPT')
  const [first] = own
  if (!first) {
    const isYounger = await isOpenedAfter(database, { userId, at: statement.at })
    return rejected(isYounger ? 'ACCOUNT_AFTER_STATEMENT' : 'NO_BALANCE_IN_STATEMENT')
  }
  const trees = liabilities.flatMap((liability) => {
    const balance = own.find(({ coinId }) => coinId === liability.coinId)
    return balance ? [{ ...liability, balance, leaves: leavesOf(balance) }] : []
  })
  const asked = trees.flatMap(({ coinId, height, leaves }) =>
    leaves.flatMap(({ position }) => rowsAbove(position, height).map((row) => ({ coinId, ...row }))),
  )
  const nodes = new Map(
    (await readNodes(database, number, withoutRepeats(asked))).map((row) => [keyOf(row), Buffer.from(row.nodes)]),
  )
  const coins = trees.map(
    ({ coin, coinId, height, balance, leaves }): ProvenCoin => ({
      coin,
      balance: balance.amount.toString(),
      leaves: leaves.map((leaf) => ({ ...leaf, siblings: siblingsOf(leaf.position, { coinId, height, nodes }) })),
    }),
  )
  const nonce = hexOf(nonceOf(sealer.open(sealed, liabilityContext(number)), userId))
  return { format: PROOF_FORMAT, statement, holder: first.holder, nonce, coins }
}

const leavesOf = ({ leaves }: OwnLeaves): Omit<ProvenLeaf, 'siblings'>[] =>
  leaves.split(',').map((leaf, number) => {
    const [place = '', amount = ''] = leaf.split(':')
    return { number, position: readId(place), amount }
  })

type RowOfNodes = Omit<KeptNodes, 'nodes'>

const keyOf = ({ coinId, level, place }: RowOfNodes) => `${coinId}/${level}/${place}`

const withoutRepeats = (rows: readonly RowOfNodes[]) => [...new Map(rows.map((row) => [keyOf(row), row])).values()]

/** The kept rows on the way from a leaf to the root. */
function rowsAbove(position: number, height: number): Omit<RowOfNodes, 'coinId'>[] {
  const rows: Omit<RowOfNodes, 'coinId'>[] = []
  for (let level = 0; level < height; level += LEVELS_APART)
    rows.push({ level, place: Math.floor(position / 2 ** level / NODES_TOGETHER) })
  return rows
}

interface Tree {
  readonly coinId: number
  readonly height: number
  readonly nodes: ReadonlyMap<string, Buffer>
}

const siblingsOf = (position: number, { coinId, height, nodes }: Tree): SumNode[] =>
  rowsAbove(position, height).flatMap((row) => {
    const together = nodes.get(keyOf({ coinId, ...row }))
    if (!together) throw new Error('nodes of a published tree are missing')
    return siblingsIn(together, Math.floor(position / 2 ** row.level) % NODES_TOGETHER)
  })
