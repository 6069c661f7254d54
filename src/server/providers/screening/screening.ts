/** `unavailable`: nobody knows, so that nothing is credited and nothing is sent. */
export type ScreeningOutcome =
  | { readonly kind: 'clear' }
  /** Coins from or to this address must not pass, for the reason that the list gives. */
  | { readonly kind: 'hit'; readonly address: string; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly fault: string }

/** Asked before a deposit is credited, with its senders, and before a withdrawal is raised and sent, with its receiver. */
export interface Screening {
  check(asked: { readonly network: string; readonly addresses: readonly string[] }): Promise<ScreeningOutcome>
}

/** For a server without a list. */
export const NO_SCREENING: Screening = { check: async () => ({ kind: 'clear' }) }
