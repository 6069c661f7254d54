import type { Unavailable } from '../call-vendor.ts'

/** What a browser is sent to the provider with. Only its maker may learn it: it binds the answer to the question. */
export interface SignOnSecrets {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** A person as the provider knows it: by issuer and subject, and by nothing else. */
export interface SignedOnPerson {
  readonly issuer: string
  readonly subject: string
  /** In small letters; only where the provider itself has proven it. */
  readonly email: string | undefined
}

export type SignOnOutcome =
  | { readonly kind: 'signed-on'; readonly person: SignedOnPerson }
  /** The person said no, at the provider. */
  | { readonly kind: 'denied' }
  /** The answer is not one to our question, or is forged, used up or too old. */
  | { readonly kind: 'refused' }
  | Unavailable

/** Single sign-on by OpenID Connect. */
export interface SingleSignOn {
  /**
   * Where the browser is to be sent, and what its answer will be checked by.
   * @param callback our own address that the provider sends the browser back to
   */
  begin(
    callback: URL,
  ): Promise<{ readonly kind: 'begun'; readonly url: URL; readonly secrets: SignOnSecrets } | Unavailable>
  /** @param answer the callback's address with what the provider added to it */
  finish(answer: URL, secrets: SignOnSecrets): Promise<SignOnOutcome>
}
