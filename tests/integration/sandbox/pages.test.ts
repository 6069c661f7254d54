import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSandboxInbox, type SandboxInbox, sandboxInboxPages } from '#sandbox/inbox.ts'
import { sandboxHome } from '#sandbox/pages.ts'
import { securityHeaders } from '#server/http/every-call.ts'

let app: FastifyInstance
let url: string
let inbox: SandboxInbox

beforeEach(async () => {
  app = Fastify()
  inbox = createSandboxInbox({ capacity: 5 })
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ ...securityHeaders({ https: false }), 'content-security-policy': "form-action 'self'" })
  })
  app.register(sandboxHome([{ path: '/sandbox/inbox?a="b"', fa: 'صندوق <پیام>', en: 'Inbox' }]), { prefix: '/sandbox' })
  app.register(sandboxInboxPages(inbox), { prefix: '/sandbox' })
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

describe('the inbox', () => {
  it('is a page on which foreign text is only text', async () => {
    const text = '<script>alert(1)</script> "&\''
    inbox.keep({ to: '09123456789', channel: 'sms', text, code: '<b>1</b>', at: new Date() })
    const reply = await fetch(`${url}/sandbox/inbox`)
    const page = await reply.text()
    expect(reply.headers.get('content-type')).toContain('text/html')
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &quot;&amp;&#39;')
    expect(page).not.toContain('<script')
    expect(page).not.toContain('<b>1</b>')
    expect(page).toContain('http-equiv="refresh"')
  })

  it('lets an address in a message be pressed, and nothing else', async () => {
    const text = 'Not you? https://kimia.example/freeze#a_b-C "<b>"'
    inbox.keep({ to: '09123456789', channel: 'sms', text, code: undefined, at: new Date() })
    const page = await (await fetch(`${url}/sandbox/inbox`)).text()
    expect(page).toContain(
      'href="https://kimia.example/freeze#a_b-C">https://kimia.example/freeze#a_b-C</a> &quot;&lt;b&gt;',
    )
  })

  it('shows the newest first, and forgets the oldest beyond its capacity', () => {
    const small = createSandboxInbox({ capacity: 2 })
    for (const code of ['1', '2', '3']) {
      small.keep({ to: '+989123456789', channel: 'sms', text: code, code, at: new Date() })
    }
    expect(small.list('0912 345 6789').map(({ code }) => code)).toEqual(['3', '2'])
  })

  it('finds e-mail whatever its case', () => {
    inbox.keep({ to: 'A@Example.com', channel: 'email', text: 'hello', code: undefined, at: new Date() })
    expect(inbox.list('a@example.COM')).toHaveLength(1)
  })
})
