import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { closeServer } from '#server/http/server.ts'

test('a request that is under way is answered, and its connection does not keep the server from closing', async () => {
  const server = Fastify({ forceCloseConnections: 'idle' })
  const begun = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  server.get('/', async () => {
    begun.resolve()
    await go.promise
    return 'answered'
  })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  const agent = new Agent({ keepAlive: true })
  const answer = new Promise<string>((resolve, reject) => {
    get(url, { agent }, (response) => response.setEncoding('utf8').on('data', resolve)).on('error', reject)
  })
  await begun.promise
  const closed = closeServer(server).then(() => 'closed')
  await sleep(100)
  go.resolve()
  expect(await answer).toBe('answered')
  expect(await Promise.race([closed, sleep(20_000, 'open')])).toBe('closed')
  agent.destroy()
})
