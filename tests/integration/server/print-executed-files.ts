import { randomUUID } from 'node:crypto'
import { readCatalogue } from '#server/store/catalogue.ts'
import { executedFiles } from '#tests/builders/executed-files.ts'
import { giveFunds } from '#tests/builders/prepared-traders.ts'
import { type VerifiedUser, verifiedUser } from '#tests/builders/verified-user.ts'
import { openWholeServer } from '#tests/builders/whole-server.ts'

/** Prints as JSON which files an order that trades crosses, and which the poll of a book, each done once before. */
const ORDER = { marketType: 'GOLD_TOMAN', amount: '1', unitPrice: '9876000' }
const FUNDS = ['10000000000 TOMAN', '100 GOLD']

// In one process nothing becomes text.
const server = await openWholeServer((exchange) => exchange)
const seller = await verifiedUser(server.database)
const buyer = await verifiedUser(server.database)
const catalogue = await readCatalogue(server.database)
for (const { userId } of [seller, buyer]) await giveFunds(server.exchange, catalogue, { userId, funds: FUNDS })

const place = (side: 'buy' | 'sell', { token }: VerifiedUser) =>
  succeed(`/orders/${side}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ ...ORDER, orderType: `LIMITED_${side.toUpperCase()}`, clientOrderId: randomUUID() }),
  })
const trade = async () => {
  await place('sell', seller)
  await place('buy', buyer)
}
const poll = () => succeed('/orders/order-book?marketType=GOLD_TOMAN')

async function succeed(path: string, init: RequestInit = {}): Promise<void> {
  const answer = await fetch(`${server.url}/api${path}`, init)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${text}`)
}

await trade()
const order = await executedFiles(trade)
await poll()
const bookPoll = await executedFiles(poll)
await server.close()
process.stdout.write(JSON.stringify({ order, bookPoll }))
