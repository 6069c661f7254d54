import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Order } from '#client/entities/order/orders.queries.ts'
import { callApi } from '#client/lib/call-api.ts'
import { useIntention } from '#client/lib/use-intention.ts'
import { orderIn } from '#client/lib/use-key-outcome.ts'
import { quickBuy } from '#contract/exchange.ts'
import { getOutcome } from '#contract/outcomes.ts'
import { clientServer } from './client-server.ts'
import { mockEndpoint, NO_ANSWER, type refuseWith, type Sent } from './mock-endpoint.ts'
import { wireOrder } from './wire-order.ts'

const Terms = z.object({ amount: z.string() })
type Terms = z.output<typeof Terms>
export const TERMS = { amount: '0.5' }
/** The order that the server makes from TERMS. */
export const MADE = wireOrder({ id: '77', orderType: 'EXCHANGE_BUY', orderStatus: 'DONE' })

async function send({ terms, idempotencyKey }: { terms: Terms; idempotencyKey: string }) {
  const body = {
    marketType: 'GOLD_TOMAN',
    orderType: 'EXCHANGE_BUY',
    unitPrice: '8',
    totalPrice: '4',
    ...terms,
  } as const
  return (await callApi(quickBuy, { idempotencyKey, body })).baseDTO
}

type Answer = ReturnType<typeof refuseWith> | typeof NO_ANSWER | { baseDTO: Order }

/** A server that executes one kind of intention, and a screen that can be reloaded. */
export function intentionScreen() {
  const server = clientServer()
  const world: { sent: Sent[]; asked: string[]; committed: Order | undefined; client: QueryClient } = {
    /** The requests sent to the server, in order. */
    sent: [],
    /** The keys that the server was asked about. */
    asked: [],
    /** The server's answer about a key; absent: no outcome. */
    committed: undefined,
    client: new QueryClient(),
  }
  const done = vi.fn<(order: Order, how: { wasLost: boolean }) => void>()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={world.client}>{children}</QueryClientProvider>
  )
  const open = () =>
    renderHook(
      () => useIntention<Terms, Order>({ kind: 'test', schema: Terms, send, recognize: orderIn, onDone: done }),
      { wrapper },
    )
  type Screen = ReturnType<typeof open>
  const begin = ({ result }: Screen) => act(async () => result.current.begin(TERMS))

  beforeEach(() => {
    Object.assign(world, { sent: [], asked: [], committed: undefined, client: new QueryClient() })
    done.mockClear()
    server.use(
      mockEndpoint(getOutcome, ({ params }) => {
        world.asked.push(String(params.key))
        const { committed } = world
        return { baseDTO: committed ? { kind: 'ORDER' as const, order: committed } : { kind: 'NONE' as const } }
      }),
    )
  })
  afterEach(() => {
    sessionStorage.clear()
    vi.useRealTimers()
  })

  return {
    server,
    world,
    done,
    open,
    begin,
    accept: ({ result }: Screen) => act(async () => result.current.accept()),
    /** Keeps what survives a reload, or a rotation with another layout: the device's storage alone. */
    reload(before: Screen) {
      before.unmount()
      world.client = new QueryClient()
      return open()
    },
    /** The first request gets the first of these, and so on; further requests get the last. */
    answerWith: (...answers: Answer[]) =>
      server.use(
        mockEndpoint(quickBuy, (request) => {
          world.sent.push(request)
          return answers[Math.min(world.sent.length, answers.length) - 1] ?? NO_ANSWER
        }),
      ),
    /** Sends an intention, gets no usable answer, and has asked for the outcome. */
    async loseAnswer() {
      const hook = open()
      await begin(hook)
      await waitFor(() => expect(hook.result.current.inquiry).toBe('nothing-so-far'))
      return hook
    },
  }
}

/** The names of the intentions stored on the device. */
export const keptIntentions = () => Object.keys(localStorage).filter((name) => name.startsWith('pending-intention:'))
