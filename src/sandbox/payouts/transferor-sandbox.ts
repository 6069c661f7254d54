import type { FastifyPluginCallback } from 'fastify'
import { z } from 'zod'
import { fromCount, toCount } from '#domain/counts.ts'
import { parseSheba } from '#domain/sheba.ts'
import { JIBIT_UNAUTHORIZED, type JibitKeys, serveJibitTokens } from '../jibit-tokens.ts'
import { sendPage } from '../pages.ts'
import { transferorPage } from './transferor-page.ts'
import {
  createSandboxTransfers,
  endingOf,
  type NewTransfer,
  type SandboxTransfer,
  type SandboxTransfers,
} from './transfers.ts'

export interface TransferorSandboxSettings extends JibitKeys {
  readonly paysAfterMs: number
  readonly paysLateAfterMs: number
}

const TRANSFERS_PER_BATCH_MAX = 1_000
const AMOUNT_RIAL_MIN = 10_000
const SILENCE_MS = 60_000

const Submission = z.object({
  batchID: z.string().min(1).max(100),
  submissionMode: z.enum(['BATCH', 'TRANSFER']),
  transfers: z
    .array(
      z.object({
        transferID: z.string().min(1).max(100),
        destination: z.string().refine((text) => text.startsWith('IR') && parseSheba(text) !== undefined),
        destinationFirstName: z.string().min(1),
        destinationLastName: z.string().min(1),
        amount: z.int().min(AMOUNT_RIAL_MIN),
        currency: z.enum(['RIALS', 'TOMAN']),
        transferMode: z.enum(['ACH', 'NORMAL']),
        description: z.string().min(1).max(250),
        cancellable: z.boolean(),
      }),
    )
    .min(1)
    .max(TRANSFERS_PER_BATCH_MAX),
})
const Query = z.object({ transferID: z.string().min(1) })

interface Answer {
  readonly status: number
  readonly body: unknown
}

const refuse = (code: string, message: string): Answer => ({ status: 400, body: { errors: [{ code, message }] } })

/**
 * The side of Jibit's transferor: tokens, transfers by batch, and the state of one transfer. Mount it at /sandbox/transferor; `GET /` lists
 * its transfers and its magic amounts. A batch is taken whole or not at all, and each `transferID` once.
 */
export function transferorSandbox(
  settings: TransferorSandboxSettings,
  transfers: SandboxTransfers = createSandboxTransfers(settings),
): FastifyPluginCallback {
  return (app, _options, done) => {
    app.get('/', (_request, reply) =>
      sendPage(reply, { title: 'تسویهٔ آزمایشی', body: transferorPage(transfers.list()) }),
    )
    const isAllowed = serveJibitTokens(app, { ...settings, version: 'v2' })
    app.post('/v2/transfers', (request, reply) => {
      if (!isAllowed(request)) return reply.code(401).send(JIBIT_UNAUTHORIZED)
      const answer = submit(transfers, request.body)
      if (answer === undefined) {
        // The caller waits until its patience ends.
        reply.hijack()
        setTimeout(() => request.raw.destroy(), SILENCE_MS).unref()
        return reply
      }
      return reply.code(answer.status).send(answer.body)
    })
    app.get('/v2/transfers', (request, reply) => {
      if (!isAllowed(request)) return reply.code(401).send(JIBIT_UNAUTHORIZED)
      const transfer = transfers.find(Query.safeParse(request.query).data?.transferID ?? '')
      if (transfer === undefined)
        return reply.code(404).send({ errors: [{ code: 'transfer.not_found', message: 'انتقال پیدا نشد' }] })
      return { transfers: [transferOnWire(transfer)] }
    })
    done()
  }
}

/** `undefined` for an answer that never comes. */
function submit(transfers: SandboxTransfers, body: unknown): Answer | undefined {
  const parsed = Submission.safeParse(body)
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join('.') ?? ''
    return refuse(`${path}.not_valid`, 'مقدار معتبر نیست')
  }
  const { batchID: batchId, transfers: asked } = parsed.data
  if (asked.some(({ transferID }) => transfers.has(transferID)))
    return refuse('transfer.already_exists', 'این انتقال پیش از این ثبت شده است')
  const taken: NewTransfer[] = asked.map(({ transferID, destination, amount, currency }) => ({
    transferId: transferID,
    batchId,
    destination,
    amountRial: fromCount(amount) * (currency === 'TOMAN' ? 10n : 1n),
  }))
  const endings = taken.map(({ amountRial }) => endingOf(amountRial))
  const refused = endings.indexOf('is-refused')
  if (refused >= 0) return refuse(`transfers.${refused}.source_bank.not_supported`, 'بانک مقصد پشتیبانی نمی‌شود')
  const fragile = taken.filter(({ amountRial }) => endingOf(amountRial) === 'is-lost')
  if (fragile.length > 0 && transfers.lose(fragile.map(({ transferId }) => transferId))) return undefined
  transfers.take(taken)
  if (endings.includes('times-out')) return undefined
  if (endings.includes('breaks')) return { status: 500, body: { code: 'server.error', message: 'خطای داخلی' } }
  const total = taken.reduce((sum, { amountRial }) => sum + amountRial, 0n)
  return { status: 200, body: { submittedCount: taken.length, totalAmount: toCount(total) } }
}

const transferOnWire = ({ transferId, batchId, destination, amountRial, state, bankTransferId }: SandboxTransfer) => ({
  transferID: transferId,
  batchID: batchId,
  destination,
  amount: toCount(amountRial),
  currency: 'RIALS',
  transferMode: 'ACH',
  state,
  failReason: state === 'FAILED' ? 'DESTINATION_ACCOUNT_IS_CLOSED' : null,
  bankTransferID: bankTransferId ?? null,
})
