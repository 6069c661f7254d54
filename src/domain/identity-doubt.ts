/** Why a form waits for the registry or for an operator, neither confirmed nor refused. */
export const IDENTITY_DOUBT_KINDS = [
  /** The registry did not answer; it is asked again. */
  'REGISTRY_DOWN',
  /** The names differ by more than spelling, but less than those of two persons would. */
  'NAME',
  /** The bank does not clearly name the owner of the card or account. */
  'BANK_ACCOUNT',
  /** The registries do not know the person, so only the document can prove the identity. */
  'DOCUMENT',
] as const

export interface IdentityDoubt {
  readonly what: (typeof IDENTITY_DOUBT_KINDS)[number]
  /** For NAME: the similarity of the names in whole percent. */
  readonly percent?: number | undefined
  /** For NAME: the similarity of each name. The registries do not reveal the names that they hold. */
  readonly names?: { readonly first: number; readonly last: number } | undefined
  /** For BANK_ACCOUNT: the last four digits of the card or the Sheba. */
  readonly endsWith?: string | undefined
}

/** If the bank did not answer or did not name the owner, approving the identity does not make a card its customer's. */
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
