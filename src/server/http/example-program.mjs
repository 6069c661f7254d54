// Places an order by an API key, and cancels it. Needs Node 20 and nothing else:
//   KIMIA_URL=http://localhost:4300 KIMIA_KEY=kmk_… KIMIA_SECRET=… node example-program.mjs GOLD_TOMAN 0.1 1000000
import { createHash, createHmac, randomUUID } from 'node:crypto'

const { KIMIA_URL = 'http://localhost:4300', KIMIA_KEY = '', KIMIA_SECRET = '' } = process.env
const [marketType = 'GOLD_TOMAN', amount = '0.1', unitPrice = '1000000'] = process.argv.slice(2)

const say = (text) => process.stdout.write(`${text}\n`)

/** A call of the API, signed: its time, a nonce, the method, the path with its query, and the SHA-256 of the body, a line each. */
async function call(method, path, body) {
  const text = body === undefined ? '' : JSON.stringify(body)
  const time = new Date().toISOString()
  const nonce = randomUUID()
  const bodyHash = createHash('sha256').update(text).digest('hex')
  const signed = [time, nonce, method, path, bodyHash].join('\n')
  const headers = {
    'Kimia-Key': KIMIA_KEY,
    'Kimia-Time': time,
    'Kimia-Nonce': nonce,
    'Kimia-Signature': createHmac('sha256', KIMIA_SECRET).update(signed).digest('hex'),
    // A money command is carried out once for each key of this kind, however often it is sent. A new signature needs a new nonce.
    'Idempotency-Key': body?.clientOrderId ?? randomUUID(),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const answer = await fetch(KIMIA_URL + path, { method, headers, body: body === undefined ? null : text })
  const reply = await answer.json()
  if (!answer.ok) throw new Error(`${answer.status} ${reply.code}: ${reply.errors[0]}`)
  return reply
}

const order = { marketType, orderType: 'LIMITED_BUY', amount, unitPrice, clientOrderId: randomUUID() }
const placed = await call('POST', '/api/orders/buy', order)
say(`placed ${placed.baseDTO.id}: ${placed.baseDTO.orderStatus}`)

const { content } = await call('GET', `/api/orders?market=${marketType}&orderStatus=IS_OPEN`)
say(`open: ${content.map(({ id }) => id).join(', ')}`)

const cancelled = await call('DELETE', `/api/orders/${placed.baseDTO.id}`)
say(`cancelled ${cancelled.baseDTO.id}: ${cancelled.baseDTO.orderStatus}`)
