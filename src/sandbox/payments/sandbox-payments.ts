import { createHash } from 'node:crypto'
import { type BankCard, parseBankCard } from '#domain/bank-card.ts'

export type SandboxPaymentState = 'IN_BANK' | 'PAID' | 'VERIFIED' | 'FAILED' | 'REVERSED'

export interface SandboxPayment {
  readonly authority: string
  readonly amountRial: bigint
  readonly callbackUrl: string
  readonly description: string
  readonly mobile: string | undefined
  readonly cardPan: BankCard | undefined
  readonly at: Date
  readonly state: SandboxPaymentState
  /** The card that paid, after the payment. */
  readonly paidBy: BankCard | undefined
  readonly refId: bigint | undefined
}

export type NewPayment = Pick<
  SandboxPayment,
  'amountRial' | 'callbackUrl' | 'description' | 'mobile' | 'cardPan' | 'at'
>

export interface SandboxPayments {
  open(payment: NewPayment): SandboxPayment
  find(authority: string): SandboxPayment | undefined
  findByRefId(refId: string): SandboxPayment | undefined
  /** Paid and not verified yet, newest first. */
  unverified(): readonly SandboxPayment[]
  pay(payment: SandboxPayment, card: BankCard): SandboxPayment
  cancel(payment: SandboxPayment): SandboxPayment
  verify(payment: SandboxPayment): SandboxPayment
  /** Returns the money to the card that paid. */
  reverse(payment: SandboxPayment): SandboxPayment
}

/** After this time a payment page has expired, and the payment has failed. */
const LIFETIME_MS = 15 * 60_000
const PAYMENTS_MAX = 10_000

export interface SandboxPaymentSettings {
  readonly now: () => Date
  /** A new name of a payment, as the vendor's look: an authority or a token. */
  readonly nameOf: () => string
}

/** The gateway's payments, in memory. The oldest are dropped first. */
export function createSandboxPayments({ now, nameOf }: SandboxPaymentSettings): SandboxPayments {
  const byAuthority = new Map<string, SandboxPayment>()
  let refId = 201_400_000n

  const put = (payment: SandboxPayment) => {
    byAuthority.set(payment.authority, payment)
    const [oldest] = byAuthority.keys()
    if (byAuthority.size > PAYMENTS_MAX && oldest !== undefined) byAuthority.delete(oldest)
    return payment
  }

  return {
    open(payment) {
      return put({ ...payment, authority: nameOf(), state: 'IN_BANK', paidBy: undefined, refId: undefined })
    },
    find(authority) {
      const payment = byAuthority.get(authority)
      const isDead = payment?.state === 'IN_BANK' && now().getTime() - payment.at.getTime() > LIFETIME_MS
      return payment && isDead ? put({ ...payment, state: 'FAILED' }) : payment
    },
    findByRefId: (refId) => [...byAuthority.values()].find((payment) => String(payment.refId) === refId),
    unverified: () => [...byAuthority.values()].filter(({ state }) => state === 'PAID').reverse(),
    pay: (payment, card) => put({ ...payment, state: 'PAID', paidBy: card }),
    cancel: (payment) => put({ ...payment, state: 'FAILED' }),
    verify(payment) {
      refId += 1n
      return put({ ...payment, state: 'VERIFIED', refId })
    },
    reverse: (payment) => put({ ...payment, state: 'REVERSED' }),
  }
}

/** The card that pays if the merchant has named none. */
const ANY_CARD = '5022291000000008'
const ANOTHER_CARD = '6037991000000004'

export function defaultCard(payment: SandboxPayment): BankCard {
  const card = payment.cardPan ?? parseBankCard(ANY_CARD)
  if (card === undefined) throw new Error('the card of the sandbox is not a valid card')
  return card
}

/** The card that pays where the gateway does not keep to the named one: never the named one itself. */
export function anotherCard(payment: SandboxPayment): BankCard {
  const card = parseBankCard(payment.cardPan === ANY_CARD ? ANOTHER_CARD : ANY_CARD)
  if (card === undefined) throw new Error('the card of the sandbox is not a valid card')
  return card
}

/** The SHA-256 of a card in upper-case hexadecimal, as both vendors send it. */
export const hashOfCard = (card: BankCard): string => createHash('sha256').update(card).digest('hex').toUpperCase()
