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
  /** Of NAME: how alike each of them is. The registries tell no name of their own. */
  readonly names?: { readonly first: number; readonly last: number } | undefined
  /** Of BANK_ACCOUNT: the last four digits of the card or the Sheba. */
  readonly endsWith?: string | undefined
}

/** Without an answer of the bank, or where it did not name the owner, a card is not its customer's by the approval of the identity. */
const UNASKED: readonly string[] = ['REGISTRY_DOWN', 'DOCUMENT'] satisfies IdentityDoubt['what'][]

/** Whether the bank has named the customer as the owner of a card and its Sheba. */
export const isOwnerNamed = (
  { cardNumber, sheba }: { readonly cardNumber: string; readonly sheba: string },
  doubts: readonly IdentityDoubt[],
): boolean =>
  !doubts.some(
    ({ what, endsWith }) =>
      UNASKED.includes(what) ||
      (what === 'BANK_ACCOUNT' &&
        (endsWith === undefined || cardNumber.endsWith(endsWith) || sheba.endsWith(endsWith))),
  )
