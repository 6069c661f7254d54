import Fastify from 'fastify'
import * as z from 'zod/mini'
import { openPostgres } from '#server/store/postgres/open-postgres.ts'
import { placeClassically } from './classic-order.ts'

const CONNECTIONS = 32
const Order = z.object({ clientOrderId: z.string() })
const databaseUrl = process.env.DATABASE_URL ?? ''

/** The usual way: a pool of connections, and one transaction with row locks for each order. */
const database = await openPostgres({ databaseUrl, poolSize: CONNECTIONS })
const app = Fastify()
app.post('/api/orders/:side', async (request) => {
  const { clientOrderId } = Order.parse(request.body)
  const userId = Number(request.headers.authorization?.slice('Bearer '.length))
  const side = request.url.endsWith('buy') ? 'BUY' : 'SELL'
  return { baseDTO: await placeClassically(database, { userId, side, key: clientOrderId }) }
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.stdout.write('ready\n')
