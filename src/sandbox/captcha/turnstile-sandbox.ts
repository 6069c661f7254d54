import { randomBytes } from 'node:crypto'
import formbody from 'node:querystring'
import type { FastifyPluginCallback } from 'fastify'
import { LruMap } from 'toad-cache'
import { z } from 'zod'
import { html, sendPage } from '../pages.ts'
import { WIDGET_SCRIPT } from './widget-script.ts'

export interface TurnstileSandboxSettings {
  readonly siteKey: string
  readonly secretKey: string
  readonly now: () => Date
}

const Challenge = z.object({ sitekey: z.string(), action: z.string().max(32).default('') })
const Verification = z.object({ secret: z.string(), response: z.string() })

/** The number of unused responses, and how long one is valid. */
const RESPONSES_MAX = 1_000
const RESPONSE_MS = 300_000

/** Turnstile's side: the widget's script, its challenge (one press), and siteverify. Mount it at /sandbox/turnstile. */
export function turnstileSandbox({ siteKey, secretKey, now }: TurnstileSandboxSettings): FastifyPluginCallback {
  const given = new LruMap<{ hostname: string; action: string; atMs: number }>(RESPONSES_MAX, 0)
  return (app, _options, done) => {
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, formbody.parse(String(body))),
    )
    app.get('/', (_request, reply) => sendPage(reply, { title: 'کپچای آزمایشی · Sandbox captcha', body: PAGE }))
    app.get('/v0/api.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(WIDGET_SCRIPT))
    app.post('/v0/challenge', (request, reply) => {
      const asked = Challenge.safeParse(request.body).data
      if (asked?.sitekey !== siteKey) return reply.code(400).send({ error: 'invalid-sitekey' })
      const response = `sandbox.${randomBytes(24).toString('base64url')}`
      given.set(response, { hostname: request.hostname, action: asked.action, atMs: now().getTime() })
      return reply.send({ response })
    })
    app.post('/v0/siteverify', (request, reply) => {
      const { secret, response } = Verification.safeParse(request.body).data ?? { secret: '', response: '' }
      if (secret !== secretKey) return reply.send({ success: false, 'error-codes': ['invalid-input-secret'] })
      const found = given.get(response)
      given.delete(response)
      if (!found || now().getTime() - found.atMs > RESPONSE_MS)
        return reply.send({ success: false, 'error-codes': ['timeout-or-duplicate'] })
      const { hostname, action, atMs } = found
      return reply.send({
        success: true,
        challenge_ts: new Date(atMs).toISOString(),
        hostname,
        action,
        'error-codes': [],
      })
    })
    done()
  }
}

const PAGE = html`<section>
  <p>پس از چند تلاش ناموفق، صفحهٔ ورود یک کلید «ربات نیستم» نشان می‌دهد. یک بار زدن آن کافی است.</p>
  <p lang="en" dir="ltr"><small>After some failed tries the login page shows an "I'm not a robot" button. One press is enough.</small></p>
</section>`
