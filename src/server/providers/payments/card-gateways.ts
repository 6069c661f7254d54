import { SECOND_MS } from '#domain/durations.ts'
import { PAYMENT_GATEWAYS, type PaymentGateway } from '#domain/ledger.ts'
import type { CardGateway, CardGateways } from './payments.ts'

/** A gateway is away after this many calls in a row without an answer … */
const FAILURES_MAX = 3
/** … and offered again after this time, when the next call decides. */
const PAUSE_MS = 60 * SECOND_MS

/** The gateways, each watched by itself: one that gives no answers is not offered for a while, and stops no other. */
export function createCardGateways(
  gateways: Readonly<Partial<Record<PaymentGateway, CardGateway>>>,
  { now }: { now: () => number },
): CardGateways {
  const configured = PAYMENT_GATEWAYS.flatMap((name) => {
    const gateway = gateways[name]
    return gateway ? [{ name, ...watch(gateway, now) }] : []
  })
  return {
    of: (name) => configured.find((each) => each.name === name)?.gateway,
    working: () => configured.filter(({ isWorking }) => isWorking()).map(({ name }) => name),
    readReturn(query) {
      for (const { name, gateway } of configured) {
        const returned = gateway.readReturn(query)
        if (returned) return { name, ...returned }
      }
      return undefined
    },
  }
}

function watch(gateway: CardGateway, now: () => number): { gateway: CardGateway; isWorking: () => boolean } {
  let failures = 0
  let failedAt = 0
  const noting = async <Answer extends { kind: string }>(asking: Promise<Answer>): Promise<Answer> => {
    const answer = await asking
    if (answer.kind === 'unavailable') failedAt = now()
    failures = answer.kind === 'unavailable' ? failures + 1 : 0
    return answer
  }
  return {
    gateway: {
      request: (payment) => noting(gateway.request(payment)),
      verify: (payment) => noting(gateway.verify(payment)),
      inquire: (payment) => noting(gateway.inquire(payment)),
      // The service that pays back is another one at some vendors.
      payBack: (payment) => gateway.payBack(payment),
      findPayBack: (payment) => gateway.findPayBack(payment),
      readReturn: (query) => gateway.readReturn(query),
    },
    isWorking: () => failures < FAILURES_MAX || now() - failedAt >= PAUSE_MS,
  }
}
