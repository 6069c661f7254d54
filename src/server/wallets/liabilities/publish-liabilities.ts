import { createHmac, randomBytes, randomFillSync } from 'node:crypto'
import { fromCount } from '#domain/counts.ts'
import { startOfTehranDay } from '#domain/jalali.ts'
import {
  asciiBytes,
  type CoinLiability,
  hexOf,
  holderBytes,
  type LiabilityStatement,
  leafBytes,
  type SignedStatement,
  STATEMENT_FORMAT,
  statementText,
  sumBytes,
} from '#domain/liabilities.ts'
import {
  dropUnfinished,
  findDue,
  forgetProofs,
  liabilityContext,
  type OwedCoin,
  publishStatement,
  readOwed,
  readOwedPage,
  readStatements,
  saveLeaves,
  saveNodes,
  takeBalances,
} from '../../store/wallets/liabilities.ts'
import { cutBalance, piecesOf, shuffledPlaces } from './cut-balance.ts'
import type { LiabilityServices } from './liability-services.ts'
import { saveMissingReserves } from './reserves.ts'
import { LEVELS_APART, levelsOf, NODE_BYTES, NODES_TOGETHER, nodeOnWire, SUM_BYTES, sha256, Turns } from './sum-tree.ts'

/** The topic under which a transaction announces that operators have ordered a statement. */
export const LIABILITIES_ORDERED = 'liabilities ordered'

const SECRET_BYTES = 32
/** Balances that are read together: neither a query nor the memory for its rows is large. */
const PAGE = 1_000
/** Statements whose proofs are kept: two weeks, where operators ask for none in between. */
const PROVEN_STATEMENTS = 14

/**
 * Publishes a statement of what all customers are owed, if one is due, and asks custody for what stands beside it. The balances are those of
 * one commit. Trees are made afterwards from the copy, while orders go on. A statement that a stop interrupts begins again.
 */
export async function publishLiabilities(services: LiabilityServices, stopping: AbortSignal): Promise<void> {
  const { database, now } = services
  const number = await findDue(database, startOfTehranDay(now()))
  if (number !== undefined && !(await makeStatement(services, number, stopping))) return
  await saveMissingReserves(services)
  const [newest] = await readStatements(database, 1)
  if (newest) await forgetProofs(database, { before: newest.number - PROVEN_STATEMENTS + 1, stopping })
}

/** @returns whether it was published; a stop ends it before */
async function makeStatement(services: LiabilityServices, number: number, stopping: AbortSignal): Promise<boolean> {
  const { database, sealer, key, now } = services
  await dropUnfinished(database)
  const secret = randomBytes(SECRET_BYTES)
  const sealed = sealer.seal(secret, liabilityContext(number))
  const taken = await takeBalances(database, { number, secret: sealed, at: now() })
  const [previous] = await readStatements(database, 1)
  const turns = new Turns()
  const coins: CoinLiability[] = []
  for (const owed of await readOwed(database, number)) {
    const tree = await plantTree(services, { number, owed, secret, sealed, turns, stopping })
    if (!tree) return false
    coins.push(tree)
  }
  const statement: LiabilityStatement = {
    format: STATEMENT_FORMAT,
    number: String(number),
    commit: String(taken.commit),
    at: taken.at.toISOString(),
    previous: previous?.fingerprint ?? null,
    coins: coins.sort((one, other) => (one.coin < other.coin ? -1 : 1)),
  }
  const message = asciiBytes(statementText(statement))
  const signed: SignedStatement = { ...statement, publicKey: key.publicKey, signature: key.sign(message) }
  const published = { statement: JSON.stringify(signed), fingerprint: hexOf(sha256(message)) }
  if (!(await publishStatement(database, { number, secret: sealed }, published)))
    throw new Error('another process has begun the same statement of liabilities')
  return true
}

/** The secret of a customer for one statement: from it nobody learns another's, nor that of another day. */
export const nonceOf = (secret: Uint8Array, userId: number): Buffer =>
  createHmac('sha256', secret).update(String(userId)).digest()

interface Planting {
  readonly number: number
  readonly owed: OwedCoin
  readonly secret: Uint8Array
  /** As it is kept: it names this attempt. */
  readonly sealed: Uint8Array
  readonly turns: Turns
  readonly stopping: AbortSignal
}

/** Makes the tree of a coin and keeps what paths are computed from; `undefined` if a stop ended it. */
async function plantTree(
  services: LiabilityServices,
  { number, owed, secret, sealed, turns, stopping }: Planting,
): Promise<CoinLiability | undefined> {
  const { database, catalogue } = services
  const { coinId, total } = owed
  const coin = catalogue.coins.find(({ id }) => id === coinId)
  if (!coin) throw new Error(`a coin of the balances is not in the catalogue: ${coinId}`)
  const pieces = await choosePieces(services, { number, owed })
  const count = pieces.reduce((sum, each) => sum + each, 0)
  const height = Math.ceil(Math.log2(count))
  const places = await shuffledPlaces(count, turns)
  const leaves = await fillTree({ count, height, turns })
  let [customer, used] = [0, 0]
  for await (const page of pagesOf(services, { number, coinId })) {
    if (stopping.aborted) return undefined
    const rows: { userId: number; leaves: string }[] = []
    for (const { userId, holder, amount } of page) {
      const nonce = nonceOf(secret, userId)
      const person = {
        statement: String(number),
        coin: coin.symbol,
        nonce,
        holderHash: sha256(holderBytes({ holder, nonce })),
      }
      const parts = cutBalance(amount, pieces[customer] ?? 1)
      const own = parts.map((part, leaf) => {
        const place = places[used + leaf] ?? 0
        leaves.set(sumBytes(part), place * NODE_BYTES)
        sha256(leafBytes({ ...person, number: leaf, amount: part })).copy(leaves, place * NODE_BYTES + SUM_BYTES)
        return `${place}:${part}`
      })
      rows.push({ userId, leaves: own.join(',') })
      customer += 1
      used += own.length
      await turns.pass()
    }
    await saveLeaves(database, { number, coinId, secret: sealed, rows })
  }
  const root = await keepLevels(services, { number, coinId, leaves, turns })
  if (root.sum !== total.toString()) throw new Error(`the tree of ${coin.symbol} has not the sum of its balances`)
  return { coin: coin.symbol, decimals: coin.decimals, leaves: count, height, total: root.sum, root: root.hash }
}

/** Places filled up between two looks at the clock. */
const FILLED = 1_024

/**
 * The leaves of a tree before the customers' are written. The places after these keep a sum of zero and a hash of chance: nothing tells them
 * from a leaf of zero.
 */
async function fillTree({ count, height, turns }: { count: number; height: number; turns: Turns }): Promise<Buffer> {
  const places = 2 ** height
  const leaves = Buffer.alloc(NODE_BYTES * places)
  for (let first = count; first < places; first += FILLED) {
    const last = Math.min(first + FILLED, places)
    randomFillSync(leaves, first * NODE_BYTES, (last - first) * NODE_BYTES)
    for (let place = first; place < last; place += 1) leaves.fill(0, place * NODE_BYTES, place * NODE_BYTES + SUM_BYTES)
    await turns.pass()
  }
  return leaves
}

type OfCoin = { readonly number: number; readonly coinId: number }

async function* pagesOf({ database }: LiabilityServices, of: OfCoin) {
  for (let after = 0, isMore = true; isMore; ) {
    const page = await readOwedPage(database, { ...of, after, max: PAGE })
    if (page.length > 0) yield page
    after = page.at(-1)?.userId ?? after
    isMore = page.length === PAGE
  }
}

/** The number of leaves of each customer, in the order of the pages. */
async function choosePieces(
  services: LiabilityServices,
  { number, owed: { coinId, customers, total } }: { number: number; owed: OwedCoin },
): Promise<Uint8Array> {
  const mean = total / fromCount(customers)
  const pieces = new Uint8Array(customers)
  let customer = 0
  for await (const page of pagesOf(services, { number, coinId }))
    for (const { amount } of page) {
      pieces[customer] = piecesOf(amount, mean)
      customer += 1
    }
  return pieces
}

/** Rows of 12 kB that are written together. */
const ROWS = 64

/** Keeps every eighth level. @returns the root */
async function keepLevels(
  { database }: LiabilityServices,
  { number, coinId, leaves, turns }: OfCoin & { leaves: Buffer; turns: Turns },
) {
  let level = 0
  let root = leaves
  for await (const nodes of levelsOf(leaves, turns)) {
    root = nodes
    if (level % LEVELS_APART === 0 && (nodes.length > NODE_BYTES || level === 0)) {
      const rowBytes = NODES_TOGETHER * NODE_BYTES
      const rows = Array.from({ length: Math.ceil(nodes.length / rowBytes) }, (_, place) => ({
        ...{ coinId, level, place },
        nodes: nodes.subarray(place * rowBytes, (place + 1) * rowBytes),
      }))
      for (let first = 0; first < rows.length; first += ROWS) {
        await saveNodes(database, number, rows.slice(first, first + ROWS))
        await turns.pass()
      }
    }
    level += 1
  }
  return nodeOnWire(root)
}
