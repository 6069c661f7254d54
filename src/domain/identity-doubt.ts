/** Why a form waits for the registry or for an operator, and is neither confirmed nor refused. */
export const IDENTITY_DOUBT_KINDS = [
  /** No answer came; the registry is asked again. */
  'REGISTRY_DOWN',
  /** The names differ by more than spelling, and by less than another person's would. */
  'NAME',
  /** The bank does not say clearly whose card or account it is. */
  'BANK_ACCOUNT',
  /** No registry knows the person: only the document tells. */
  'DOCUMENT',
] as const

export interface IdentityDoubt {
  readonly what: (typeof IDENTITY_DOUBT_KINDS)[number]
  /** Of NAME: how alike the names are, in whole percent. */
  readonly percent?: number | undefined
  /** Of BANK_ACCOUNT: the last four digits of the card or the Sheba. */
  readonly endsWith?: string | undefined
}
