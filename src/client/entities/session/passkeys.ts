import { useTranslation } from 'react-i18next'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import type { Input, Reply } from '#contract/endpoint.ts'
import type { addPasskey, beginPasskey, beginPasskeyLogin, loginByPasskey } from '#contract/passkeys.ts'

/** Why the device created no passkey, or signed nothing. */
type PasskeyFaultReason = 'CANCELLED' | 'WRONG_SITE' | 'UNSUPPORTED' | 'KNOWN'

class PasskeyFault extends Error {
  readonly reason: PasskeyFaultReason
  /** The domain that passkeys belong to. */
  readonly site: string

  constructor(reason: PasskeyFaultReason, { site, cause }: { site: string; cause?: unknown }) {
    super(reason, { cause })
    this.name = 'PasskeyFault'
    this.reason = reason
    this.site = site
  }
}

type CreationOptions = Reply<typeof beginPasskey>['baseDTO']['options']
type RequestOptions = Reply<typeof beginPasskeyLogin>['baseDTO']['options']
type Attestation = Input<typeof addPasskey>['body']['credential']
type Assertion = Input<typeof loginByPasskey>['body']['credential']

/** Asks the device to create a passkey. Throws `PasskeyFault`. */
export async function createPasskey(options: CreationOptions): Promise<Attestation> {
  return withDevice(options.rp.id, async ({ startRegistration }) => {
    const { id, response } = await startRegistration({ optionsJSON: options })
    const { clientDataJSON, attestationObject, transports } = response
    return { id, clientDataJSON, attestationObject, ...(transports ? { transports } : {}) }
  })
}

/** Asks the device to sign with a passkey that the user chooses. Throws `PasskeyFault`. */
export async function signByPasskey(options: RequestOptions): Promise<Assertion> {
  return withDevice(options.rpId, async ({ startAuthentication }) => {
    const { id, response } = await startAuthentication({ optionsJSON: options })
    const { clientDataJSON, authenticatorData, signature, userHandle } = response
    return { id, clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) }
  })
}

type Library = typeof import('@simplewebauthn/browser')

/** The library is loaded with its first use: no page needs it to render. */
async function withDevice<Answer>(site: string, ask: (library: Library) => Promise<Answer>): Promise<Answer> {
  const library = await import('@simplewebauthn/browser')
  if (!library.browserSupportsWebAuthn()) throw new PasskeyFault('UNSUPPORTED', { site })
  try {
    return await ask(library)
  } catch (error) {
    throw new PasskeyFault(reasonOf(library, error), { site, cause: error })
  }
}

function reasonOf({ WebAuthnError }: Library, error: unknown): PasskeyFaultReason {
  if (!(error instanceof WebAuthnError)) return 'CANCELLED'
  switch (error.code) {
    case 'ERROR_INVALID_DOMAIN':
    case 'ERROR_INVALID_RP_ID':
      return 'WRONG_SITE'
    case 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED':
      return 'KNOWN'
    case 'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT':
    case 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT':
    case 'ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG':
      return 'UNSUPPORTED'
    default:
      return 'CANCELLED'
  }
}

/** The sentence for a failure of a passkey, at the device or at the server. */
export function usePasskeySentence(): (error: unknown) => string {
  const { t } = useTranslation('passkeys')
  const sentenceOf = useSentenceOf()
  return (error) =>
    error instanceof PasskeyFault ? t(`fault.${error.reason}`, { site: error.site }) : sentenceOf(error)
}
