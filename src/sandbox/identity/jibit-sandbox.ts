import type { FastifyPluginCallback } from 'fastify'
import { JIBIT_UNAUTHORIZED, type JibitKeys, serveJibitTokens } from '../jibit-tokens.ts'
import { sendPage } from '../pages.ts'
import { answerCard, answerIban, answerMatching, answerSimilarity, type JibitAnswer } from './jibit-answers.ts'
import { magicCodesPage } from './magic-codes-page.ts'

/** The questions it answers, by path. */
const ANSWERS: Readonly<Record<string, (query: unknown) => JibitAnswer>> = {
  '/v1/services/matching': answerMatching,
  '/v1/services/identity/similarity': answerSimilarity,
  '/v1/cards': answerCard,
  '/v1/ibans': answerIban,
}

/** Jibit's side of the identity inquiries. Mount it at /sandbox/jibit; `GET /` lists its magic national codes. */
export function jibitSandbox(settings: JibitKeys): FastifyPluginCallback {
  return (app, _options, done) => {
    app.get('/', (_request, reply) => sendPage(reply, { title: 'جیبیت آزمایشی', body: magicCodesPage() }))
    const isAllowed = serveJibitTokens(app, { ...settings, version: 'v1' })
    for (const [path, answer] of Object.entries(ANSWERS)) {
      app.get(path, (request, reply) => {
        if (!isAllowed(request)) return reply.code(401).send(JIBIT_UNAUTHORIZED)
        const { status, body } = answer(request.query)
        return reply.code(status).send(body)
      })
    }
    done()
  }
}
