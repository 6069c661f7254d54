import { randomUUID } from 'node:crypto'
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sendPage } from '../pages.ts'
import {
  answerCardToIban,
  answered,
  answerIbanInquiry,
  answerNames,
  answerShahkar,
  type FinnotechAnswer,
  failed,
} from './finnotech-answers.ts'
import { magicCodesPage } from './magic-codes-page.ts'

export interface FinnotechSandboxSettings {
  readonly clientId: string
  readonly clientSecret: string
  readonly ownerNationalCode: string
  readonly accessLifetimeMs: number
  readonly now: () => Date
}

const TokenRequest = z.object({ grant_type: z.literal('client_credentials'), nid: z.string(), scopes: z.string() })
const Tracked = z.object({ trackId: z.string().min(1) })
const Person = z.object({ nationalCode: z.string() })

/** Finnotech's side of the identity inquiries. Mount it at /sandbox/finnotech; `GET /` lists its magic national codes. */
export function finnotechSandbox(settings: FinnotechSandboxSettings): FastifyPluginCallback {
  const scopesByToken = new Map<string, { scopes: readonly string[]; expiryMs: number }>()
  const seen = new Set<string>()
  const nowMs = () => settings.now().getTime()

  /** Answers a question if its token has the scope and its id was not used before. */
  const answering =
    (scope: string, answer: (request: FastifyRequest) => FinnotechAnswer) =>
    (request: FastifyRequest, reply: FastifyReply) => {
      const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ')
      const granted = scheme === 'Bearer' ? scopesByToken.get(token) : undefined
      if (!granted || granted.expiryMs <= nowMs()) return send(reply, failed(401, 'UNAUTHORIZED'))
      if (!granted.scopes.includes(scope)) return send(reply, failed(403, 'FORBIDDEN'))
      const trackId = Tracked.safeParse(request.query).data?.trackId
      if (trackId === undefined || seen.has(trackId)) return send(reply, failed(400, 'TRACK_ID_REPEATED'))
      seen.add(trackId)
      return send(reply, answer(request), trackId)
    }

  return (app, _options, done) => {
    app.get('/', (_request, reply) => sendPage(reply, { title: 'فینوتک آزمایشی', body: magicCodesPage() }))
    app.post('/dev/v2/oauth2/token', (request, reply) => {
      const basic = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64')
      const asked = TokenRequest.safeParse(request.body).data
      if (request.headers.authorization !== `Basic ${basic}` || asked?.nid !== settings.ownerNationalCode)
        return send(reply, failed(401, 'UNAUTHORIZED'))
      const value = randomUUID()
      const scopes = asked.scopes.split(',')
      const { accessLifetimeMs: lifeTime } = settings
      scopesByToken.set(value, { scopes, expiryMs: nowMs() + lifeTime })
      const creationDate = settings.now().toISOString()
      return send(reply, answered({ value, scopes, lifeTime, creationDate, refreshToken: randomUUID() }))
    })
    const base = `/v2/clients/${settings.clientId}`
    app.get(
      `/facility${base}/shahkar/verify`,
      answering('facility:shahkar:get', ({ query }) => answerShahkar(query)),
    )
    app.get(
      `/facility${base}/users/:nationalCode/cc/nidVerification`,
      answering('facility:cc-nid-verification:get', ({ query, params }) =>
        answerNames(Person.parse(params).nationalCode, query),
      ),
    )
    app.get(
      `/facility${base}/cardToIban`,
      answering('facility:card-to-iban:get', ({ query }) => answerCardToIban(query)),
    )
    app.get(
      `/oak${base}/ibanInquiry`,
      answering('oak:iban-inquiry:get', ({ query }) => answerIbanInquiry(query)),
    )
    done()
  }
}

const send = (reply: FastifyReply, { status, body }: FinnotechAnswer, trackId: string = randomUUID()) =>
  reply.code(status).send({ trackId, ...body })
