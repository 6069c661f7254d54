import type { Unavailable } from '../call-vendor.ts'

/** The secrets that bind a provider's answer to our question; only their maker may learn them. */
export interface SignOnSecrets {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** A person as the provider identifies them: by issuer and subject alone. */
export interface SignedOnPerson {
  readonly issuer: string
  readonly subject: string
  /** In small letters; present only if the provider itself has proven it. */
  readonly email: string | undefined
}

export type SignOnOutcome =
  | { readonly kind: 'signed-on'; readonly person: SignedOnPerson }
  /** The person refused at the provider. */
  | { readonly kind: 'denied' }
  /** The answer does not belong to our question, or is forged, used up or too old. */
  | { readonly kind: 'refused' }
  | Unavailable

/** Single sign-on by OpenID Connect. */
export interface SingleSignOn {
  /**
   * The address to redirect the browser to, and the secrets for checking its answer. @param callback our own address to which the provider
   * returns the browser
   */
  begin(
    callback: URL,
  ): Promise<{ readonly kind: 'begun'; readonly url: URL; readonly secrets: SignOnSecrets } | Unavailable>
  /** @param answer the callback's address with the parameters that the provider added */
  finish(answer: URL, secrets: SignOnSecrets): Promise<SignOnOutcome>
}
