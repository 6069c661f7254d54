import { createPublicKey, verify } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyPluginCallback, FastifyReply } from 'fastify'
import { z } from 'zod'
import { html, sendPage } from '../pages.ts'

/** A message as a service receives it: encrypted. */
export interface ArrivedPush {
  readonly place: string
  readonly at: Date
  /** Seconds, in the sender's spelling. */
  readonly ttl: string
  readonly urgency: string
  readonly topic: string | undefined
  readonly body: Buffer
}

export interface PushSandboxSettings {
  readonly now: () => Date
  /** Called with each accepted message. */
  readonly onArrived?: (push: ArrivedPush) => void
}

const BODY_BYTES_MAX = 4_096
const SHOWN_MAX = 50
const SLOW_MS = 30_000
const DAY_S = 86_400

/** Prefixes of names with these faults: "gone-1", "busy-2". All others accept every message. */
const TROUBLES: Readonly<Record<string, { readonly status: number; readonly retryAfter?: string }>> = {
  gone: { status: 410 },
  missing: { status: 404 },
  busy: { status: 429, retryAfter: '600' },
  large: { status: 413 },
  down: { status: 503 },
  elsewhere: { status: 307 },
}

/** A push service's side of RFC 8030, 8188 and 8292. Mount it at /sandbox/push; a browser's address is any name below it. */
export function pushSandbox({ now, onArrived }: PushSandboxSettings): FastifyPluginCallback {
  const waiting: ArrivedPush[] = []
  return (app, _options, done) => {
    app.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: 100_000 },
      (_request, body, parsed) => parsed(null, body),
    )
    app.get('/', (_request, reply) => sendPage(reply, pageOf(waiting)))
    // A browser without its own push service fetches its messages here: nobody else could decrypt them.
    app.get<{ Params: { place: string } }>('/:place', (request, reply) =>
      reply.send(
        waiting
          .filter(({ place }) => place === request.params.place)
          .map(({ at, topic, body }) => ({
            at: at.toISOString(),
            topic: topic ?? null,
            body: body.toString('base64'),
          })),
      ),
    )
    app.post<{ Params: { place: string } }>('/:place', async (request, reply) => {
      const { place } = request.params
      if (place.startsWith('slow')) await sleep(SLOW_MS, undefined, { ref: false })
      const trouble = TROUBLES[place.split('-')[0] ?? '']
      if (trouble) return refuse(reply, trouble)
      const status = statusOf({ headers: request.headers, body: request.body, origin: `http://${request.host}`, now })
      if (status !== 201) return reply.code(status).send()
      const { ttl, urgency, topic } = Headers.parse(request.headers)
      const push = { place, at: now(), ttl, urgency, topic, body: Buffer.from(Body.parse(request.body)) }
      const older = topic === undefined ? -1 : waiting.findIndex((one) => one.place === place && one.topic === topic)
      if (older >= 0) waiting.splice(older, 1)
      waiting.unshift(push)
      waiting.length = Math.min(waiting.length, SHOWN_MAX)
      onArrived?.(push)
      return reply.code(201).header('location', `http://${request.host}/sandbox/push/messages/1`).send()
    })
    done()
  }
}

function refuse(reply: FastifyReply, { status, retryAfter }: { status: number; retryAfter?: string }) {
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  if (status === 307) reply.header('location', '/sandbox/push/another')
  return reply.code(status).send()
}

const Headers = z.object({
  ttl: z.string().regex(/^\d{1,9}$/),
  urgency: z.enum(['very-low', 'low', 'normal', 'high']).default('normal'),
  topic: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,32}$/)
    .optional(),
  'content-encoding': z.literal('aes128gcm'),
  authorization: z.string(),
})
const Body = z.instanceof(Uint8Array)

function statusOf({
  headers,
  body,
  origin,
  now,
}: {
  headers: unknown
  body: unknown
  origin: string
  now: () => Date
}) {
  const read = Headers.safeParse(headers)
  const bytes = Body.safeParse(body)
  if (!read.success || !bytes.success) return 400
  if (bytes.data.length > BODY_BYTES_MAX) return 413
  return isSigned(read.data.authorization, { origin, nowS: now().getTime() / 1_000 }) ? 201 : 403
}

const Claims = z.object({ aud: z.string(), exp: z.number(), sub: z.string().regex(/^(mailto:|https:)/) })

/** Whether the sender has signed for this service, with an expiry at most a day ahead. */
function isSigned(authorization: string, { origin, nowS }: { origin: string; nowS: number }): boolean {
  const [, head = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]{87})$/.exec(authorization) ?? []
  if (key === '') return false
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const read = Claims.safeParse(JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')))
  if (!read.success || x === undefined || y === undefined) return false
  const { aud, exp } = read.data
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const isTheirs = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return isTheirs && aud === origin && exp > nowS && exp <= nowS + DAY_S
}

function pageOf(waiting: readonly ArrivedPush[]) {
  const rows = waiting.map(
    ({ place, at, ttl, urgency, topic, body }) =>
      html`<tr><td>${at.toISOString()}</td><td>${place}</td><td>${urgency}</td><td>${topic ?? '–'}</td><td>${ttl}</td><td>${String(body.length)}</td></tr>`,
  )
  return {
    title: 'سرویس اعلان آزمایشی · Sandbox push',
    body: html`<section>
  <p>هر پیامی که برای مرورگری در این سرویس فرستاده شود، رمزشده به این‌جا می‌رسد.</p>
  <p lang="en" dir="ltr"><small>What is sent to a browser at this service arrives here, encrypted.</small></p>
  <table dir="ltr"><tbody>${rows}</tbody></table>
</section>`,
  }
}
