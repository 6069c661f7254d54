import { createHash } from 'node:crypto'
import type {
  CardGateway,
  InquiryOutcome,
  PayBackOutcome,
  PaymentState,
  RequestOutcome,
  VerifyOutcome,
} from '#server/providers/payments/payments.ts'

/** A card gateway that a test controls, which counts the payments that it was asked to open. */
export class ScriptedGateway implements CardGateway {
  readonly #payments = new Map<string, { amount: bigint; card: string; state: PaymentState; verified: number }>()
  readonly #name: string
  #mood: 'well' | 'down' | 'refuses' | 'refuses-us' = 'well'
  opened = 0
  /** How often it was asked to settle a payment. */
  asked = 0
  /** How often it was ordered to pay one back. */
  ordered = 0
  /** The fate of the next order to pay back: `lost` is carried out and not answered, `dropped` neither. */
  nextPayBack: 'done' | 'lost' | 'dropped' | 'refused' | 'unreached' = 'done'
  /** Whether it sends the hash of the card that paid. */
  sendsHash = true

  constructor(name = 'AUTHORITY') {
    this.#name = name
  }

  feels(mood: 'well' | 'down' | 'refuses' | 'refuses-us'): void {
    this.#mood = mood
  }

  /** Sets the event on the payment page. */
  becomes(authority: string, state: PaymentState): void {
    const payment = this.#payments.get(authority)
    if (!payment) throw new Error(`no payment ${authority}`)
    payment.state = state
  }

  /** Makes the vendor report another amount than requested. */
  tamper(authority: string, amount: bigint): void {
    const card = this.#payments.get(authority)?.card ?? ''
    this.#payments.set(authority, { amount, card, state: 'PAID', verified: 0 })
  }

  /** Makes another card than the requested one pay. */
  paidBy(authority: string, card: string): void {
    const payment = this.#payments.get(authority)
    if (!payment) throw new Error(`no payment ${authority}`)
    Object.assign(payment, { card, state: 'PAID' })
  }

  forget(authority: string): void {
    this.#payments.delete(authority)
  }

  async request({ amount, cardNumber: card }: { amount: bigint; cardNumber: string }): Promise<RequestOutcome> {
    if (this.#mood === 'down') return { kind: 'unavailable', fault: 'UNREACHABLE' }
    if (this.#mood === 'refuses-us') return { kind: 'unavailable', fault: 'ACCOUNT_REFUSED' }
    if (this.#mood === 'refuses') return { kind: 'refused', code: 'REQUEST_REFUSED' }
    this.opened += 1
    const authority = `${this.#name}${String(this.opened).padStart(6, '0')}`
    this.#payments.set(authority, { amount, card, state: 'WAITING', verified: 0 })
    return { kind: 'requested', authority, redirectUrl: `https://gateway.example/${authority}` }
  }

  async verify({ authority, amount }: { authority: string; amount: bigint }): Promise<VerifyOutcome> {
    this.asked += 1
    if (this.#mood === 'down') return { kind: 'unavailable', fault: 'UNREACHABLE' }
    if (this.#mood === 'refuses-us') return { kind: 'unavailable', fault: 'ACCOUNT_REFUSED' }
    const payment = this.#payments.get(authority)
    if (!payment) return { kind: 'not-paid', reason: 'UNKNOWN_AUTHORITY' }
    if (payment.state !== 'PAID' && payment.state !== 'VERIFIED') return { kind: 'not-paid', reason: 'NOT_PAID' }
    if (payment.amount !== amount) return { kind: 'not-paid', reason: 'AMOUNT_DIFFERS' }
    payment.state = 'VERIFIED'
    payment.verified += 1
    const refId = `REF-${authority}`
    const { card } = payment
    const cardHash = this.sendsHash ? createHash('sha256').update(card).digest('hex').toUpperCase() : ''
    const cardPan = `${card.slice(0, 6)}******${card.slice(-4)}`
    return { kind: 'paid', refId, cardPan, cardHash, isRepeat: payment.verified > 1 }
  }

  async payBack({ authority }: { authority: string }): Promise<PayBackOutcome> {
    this.ordered += 1
    const fate = this.nextPayBack
    if (fate === 'unreached') return { kind: 'unavailable', fault: 'UNREACHABLE' }
    if (fate === 'refused') return { kind: 'known', state: 'REFUSED' }
    if (fate !== 'dropped') this.becomes(authority, 'REVERSED')
    return fate === 'done' ? { kind: 'known', state: 'PAID_BACK' } : { kind: 'unavailable', fault: 'TIMEOUT' }
  }

  async findPayBack({ authority }: { authority: string }): Promise<PayBackOutcome> {
    if (this.#mood === 'down') return { kind: 'unavailable', fault: 'UNREACHABLE' }
    const isReversed = this.#payments.get(authority)?.state === 'REVERSED'
    return { kind: 'known', state: isReversed ? 'PAID_BACK' : 'NOT_PAID_BACK' }
  }

  async inquire({ authority }: { authority: string }): Promise<InquiryOutcome> {
    if (this.#mood === 'down') return { kind: 'unavailable', fault: 'UNREACHABLE' }
    if (this.#mood === 'refuses-us') return { kind: 'unavailable', fault: 'ACCOUNT_REFUSED' }
    const payment = this.#payments.get(authority)
    return payment ? { kind: 'known', state: payment.state } : { kind: 'unknown-authority' }
  }

  readReturn(query: Readonly<Record<string, unknown>>) {
    const { Authority: authority, Status: status } = query
    const isOwn = typeof authority === 'string' && authority.startsWith(this.#name)
    return isOwn ? { authority, claimsPaid: status !== 'NOK' } : undefined
  }
}
