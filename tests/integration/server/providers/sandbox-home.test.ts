import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { securityHeaders } from '#server/http/security-headers.ts'
import { createSandboxInbox, sandboxInboxPages } from '#server/providers/sandbox-inbox.ts'
import { sandboxHome } from '#server/providers/sandbox-pages.ts'

let app: FastifyInstance
let url: string

beforeEach(async () => {
  app = Fastify()
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ ...securityHeaders({ https: false }), 'content-security-policy': "form-action 'self'" })
  })
  app.register(sandboxHome([{ path: '/sandbox/inbox?a="b"', fa: 'صندوق <پیام>', en: 'Inbox' }]), { prefix: '/sandbox' })
  app.register(sandboxInboxPages(createSandboxInbox({ capacity: 5 })), { prefix: '/sandbox' })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})

afterEach(() => app.close())

it('the front page of the sandboxes links to each, with their names as text', async () => {
  const page = await (await fetch(`${url}/sandbox`)).text()
  expect(page).toContain('href="/sandbox/inbox?a=&quot;b&quot;"')
  expect(page).toContain('صندوق &lt;پیام&gt;')
})

it('a sandbox page keeps its own strict policy beside the server’s, and lets its forms lead away to the merchant', async () => {
  const policy = (await fetch(`${url}/sandbox/inbox`)).headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('form-action')
})
