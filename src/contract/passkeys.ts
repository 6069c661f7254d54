import * as z from 'zod/mini'
import { PROOF_PURPOSES } from '#domain/proof-purpose.ts'
import { defineEndpoint, ownRead } from './endpoint.ts'
import { Line } from './typed-text.ts'
import { Id, Instant, replyWith } from './values.ts'

/** Bytes in the JSON of WebAuthn: base64url without padding. */
const Bytes = (most: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(most))

/** 256 bits that bind an answer to its question. */
export const FlowToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

const Transport = z.string().check(z.regex(/^[a-z-]{1,20}$/))

const PasskeyName = Line(1, 40)

/** The device's signature: the parts of an AuthenticationResponseJSON that are used. */
export const Assertion = z.strictObject({
  id: Bytes(1_400),
  clientDataJSON: Bytes(4_000),
  authenticatorData: Bytes(2_000),
  signature: Bytes(2_000),
  /** Identifies the user; devices omit it if they were given the credential's id. */
  userHandle: z.optional(Bytes(100)),
})

/** The answer of a passkey to a question, which the token names. */
export const PasskeyAnswer = z.strictObject({ flowToken: FlowToken, credential: Assertion })

/** The parts of a RegistrationResponseJSON that are used. */
const Attestation = z.strictObject({
  id: Bytes(1_400),
  clientDataJSON: Bytes(4_000),
  attestationObject: Bytes(20_000),
  transports: z.optional(z.array(Transport).check(z.maxLength(10))),
})

const device = {
  osType: z.optional(z.string().check(z.maxLength(40))),
  deviceType: z.optional(z.string().check(z.maxLength(40))),
  browser: z.optional(z.string().check(z.maxLength(40))),
}

const Known = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) })

/** PublicKeyCredentialRequestOptionsJSON. */
export const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  /** Empty at a login: the device offers its own passkeys. */
  allowCredentials: z.array(Known),
})

/** PublicKeyCredentialCreationOptionsJSON. */
const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Known),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})

export const questionTo = <const Options extends z.ZodMiniType>(options: Options) =>
  replyWith({ baseDTO: z.object({ flowToken: z.string(), options }) })

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  createdDateTime: Instant,
  lastUsedDateTime: z.nullable(Instant),
  /** True if the device's vendor syncs it to the user's other devices. */
  synced: z.boolean(),
})

export const getPasskeys = defineEndpoint({
  ...ownRead,
  path: '/users/passkeys',
  summary: "The caller's passkeys, oldest first: twenty at most",
  response: replyWith({ content: z.array(Passkey) }),
})

export const beginPasskey = defineEndpoint({
  method: 'POST',
  path: '/users/passkeys/begin',
  summary: 'What `navigator.credentials.create` is to be given to make a passkey; good once, for five minutes',
  access: 'proven',
  proof: 'ACCESS',
  offline: 'never',
  response: questionTo(CreationOptions),
  errors: ['PASSKEYS_TOO_MANY'],
})

export const addPasskey = defineEndpoint({
  method: 'POST',
  path: '/users/passkeys',
  summary: 'Adds the passkey that the device has made',
  access: 'proven',
  proof: 'ACCESS',
  offline: 'never',
  body: z.strictObject({ flowToken: FlowToken, name: PasskeyName, credential: Attestation }),
  response: replyWith({ baseDTO: Passkey }),
  errors: ['PASSKEY_EXPIRED', 'PASSKEY_REFUSED', 'PASSKEY_ALREADY_ADDED', 'PASSKEYS_TOO_MANY'],
})

export const renamePasskey = defineEndpoint({
  method: 'PUT',
  path: '/users/passkeys/:id',
  summary: 'Gives a passkey another name',
  access: 'fresh',
  offline: 'never',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ name: PasskeyName }),
  response: replyWith({ baseDTO: Passkey }),
  errors: [],
})

export const removePasskey = defineEndpoint({
  method: 'DELETE',
  path: '/users/passkeys/:id',
  summary: 'Removes a passkey: it opens and confirms nothing from then on',
  access: 'fresh',
  offline: 'never',
  params: z.strictObject({ id: Id }),
  response: replyWith({}),
  errors: [],
})

export const beginPasskeyLogin = defineEndpoint({
  method: 'POST',
  path: '/users/passkeys/login/begin',
  summary:
    'What `navigator.credentials.get` is to be given for a login; asks for no user name. Good once, for five minutes',
  access: 'public',
  offline: 'never',
  response: questionTo(RequestOptions),
  errors: ['TOO_MANY_REQUESTS'],
})

export const loginByPasskey = defineEndpoint({
  method: 'POST',
  path: '/users/passkeys/login',
  summary:
    'A login by a passkey, which is both steps at once: opens the session (cookie, and `token` for programs). No code follows',
  access: 'public',
  offline: 'never',
  body: z.strictObject({ flowToken: FlowToken, credential: Assertion, ...device }),
  /** Null for our own pages, as with a code. */
  response: replyWith({ token: z.nullable(z.string()) }),
  errors: ['TOO_MANY_REQUESTS', 'PASSKEY_EXPIRED', 'PASSKEY_REFUSED', 'LOGIN_NOT_ALLOWED'],
})

export const beginPasskeyProof = defineEndpoint({
  method: 'POST',
  path: '/users/passkeys/prove/begin',
  summary:
    'What `navigator.credentials.get` is to be given to prove that the caller is there. Good once, for five minutes',
  access: 'user',
  offline: 'never',
  response: questionTo(RequestOptions),
  errors: ['NO_PASSKEYS'],
})

export const proveByPasskey = defineEndpoint({
  method: 'POST',
  path: '/users/passkeys/prove',
  summary: 'Proves by a passkey that the caller is there: as `prove` does by a code',
  access: 'user',
  offline: 'never',
  body: z.strictObject({ flowToken: FlowToken, credential: Assertion, purpose: z.optional(z.enum(PROOF_PURPOSES)) }),
  response: replyWith({}),
  errors: ['PASSKEY_EXPIRED', 'PASSKEY_REFUSED'],
})
