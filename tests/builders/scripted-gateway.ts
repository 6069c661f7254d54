import type {
  CardGateway,
  InquiryOutcome,
  PaymentState,
  RequestOutcome,
  VerifyOutcome,
} from '#server/providers/payments/payments.ts'

/** A card gateway that a test controls, which counts the payments that it was asked to open. */
export class ScriptedGateway implements CardGateway {
  readonly #payments = new Map<string, { amount: bigint; state: PaymentState; verified: number }>()
  #mood: 'well' | 'down' | 'refuses' | 'refuses-us' = 'well'
  opened = 0
  /** How often it was asked to settle a payment. */
  asked = 0

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
    this.#payments.set(authority, { amount, state: 'PAID', verified: 0 })
  }

  forget(authority: string): void {
    this.#payments.delete(authority)
  }

  async request({ amount }: { amount: bigint }): Promise<RequestOutcome> {
    if (this.#mood === 'down') return { kind: 'unavailable', fault: 'UNREACHABLE' }
    if (this.#mood === 'refuses-us') return { kind: 'unavailable', fault: 'ACCOUNT_REFUSED' }
    if (this.#mood === 'refuses') return { kind: 'refused', code: 'REQUEST_REFUSED' }
    this.opened += 1
    const authority = `AUTHORITY${String(this.opened).padStart(6, '0')}`
    this.#payments.set(authority, { amount, state: 'WAITING', verified: 0 })
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
    return { kind: 'paid', refId, cardPan: '603799******0000', cardHash: 'AB', isRepeat: payment.verified > 1 }
  }

  async inquire({ authority }: { authority: string }): Promise<InquiryOutcome> {
    if (this.#mood === 'down') return { kind: 'unavailable', fault: 'UNREACHABLE' }
    if (this.#mood === 'refuses-us') return { kind: 'unavailable', fault: 'ACCOUNT_REFUSED' }
    const payment = this.#payments.get(authority)
    return payment ? { kind: 'known', state: payment.state } : { kind: 'unknown-authority' }
  }

  readReturn(query: Readonly<Record<string, unknown>>) {
    const { Authority: authority } = query
    return typeof authority === 'string' ? { authority, claimsPaid: true } : undefined
  }
}
