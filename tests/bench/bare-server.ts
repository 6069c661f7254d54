import Fastify from 'fastify'

/**
 * Fastify that reads an order and answers as we would, without doing anything: the cost of HTTP alone. `/bytes` answers with as many
 * bytes as `BYTES` says.
 */
const ANSWER = {
  baseDTO: {
    id: '123456',
    orderType: 'LIMITED_BUY',
    orderStatus: 'IS_OPEN',
    marketType: 'GOLD_TOMAN',
    sourceCoin: 'TOMAN',
    destinationCoin: 'GOLD',
    amount: '0.1',
    unitPrice: '10000000',
    overallValue: '1000000',
    executedAmount: '0',
    executedValue: '0',
    executedPercent: 0,
    wage: '0',
    clientOrderId: 'bare-12-3456',
    createdAtDateTime: '2026-11-20T08:00:00.000Z',
  },
}

const app = Fastify()
app.post('/api/orders/:side', () => ANSWER)
app.get('/api/orders/:side', () => ANSWER)
const bytes = Buffer.alloc(Number(process.env.BYTES ?? 0), 'x')
app.get('/bytes', (_request, reply) => reply.type('application/json').send(bytes))
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.stdout.write('ready\n')
