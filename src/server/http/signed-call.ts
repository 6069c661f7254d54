import { createHash, type Hash } from 'node:crypto'
import { Transform } from 'node:stream'
import type { FastifyRequest, preParsingHookHandler } from 'fastify'
import type { EndpointShape } from '#contract/endpoint.ts'
import { Rejected } from '#contract/rejected.ts'
import type { SignedCall } from '../accounts/api-keys/signature.ts'
import type { KeyCaller } from '../accounts/sessions.ts'

/** The headers of a call that a program signs. Browsers of other sites cannot send them. */
export const SIGNING_HEADERS = {
  key: 'kimia-key',
  time: 'kimia-time',
  nonce: 'kimia-nonce',
  signature: 'kimia-signature',
} as const

/** Finds the caller of a signed call, or refuses it. */
export type FindSigner = (call: SignedCall, endpoint: EndpointShape) => Promise<KeyCaller | Rejected>

const KEY = /^kmk_[A-Za-z0-9_-]{16,64}$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const NONCE = /^[A-Za-z0-9_-]{16,64}$/
const SIGNATURE = /^[0-9a-f]{64}$/i

/** The key that a call names, valid or not. */
export function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers[SIGNING_HEADERS.key]
  return typeof key === 'string' ? key : undefined
}

/** The caller of a call that names a key. The contract says which endpoints accept keys, and which right they need. */
export async function guardSigned(
  endpoint: EndpointShape,
  request: FastifyRequest,
  findSigner: FindSigner | undefined,
): Promise<KeyCaller | Rejected> {
  const { keys, access } = endpoint
  if (keys === undefined || access === 'fresh' || access === 'proven') return new Rejected('API_KEY_NOT_ALLOWED')
  const call = readSignedCall(request)
  if (!call || !findSigner) return new Rejected('API_KEY_REFUSED')
  const caller = await findSigner(call, endpoint)
  if (caller instanceof Rejected) return caller
  if (!caller.rights.includes(keys)) return new Rejected('API_KEY_RIGHT_MISSING')
  return access === 'authorized' && !caller.authorized ? new Rejected('ACCOUNT_NOT_AUTHORIZED') : caller
}

function readSignedCall(request: FastifyRequest): SignedCall | undefined {
  const key = headerOf(request, 'key', KEY)
  const time = headerOf(request, 'time', TIME)
  const nonce = headerOf(request, 'nonce', NONCE)
  const signature = headerOf(request, 'signature', SIGNATURE)
  if (key === undefined || time === undefined || nonce === undefined || signature === undefined) return undefined
  return {
    key,
    time,
    nonce,
    signature,
    method: request.method,
    path: request.originalUrl,
    bodyHash: (bodyHashes.get(request)?.copy() ?? createHash('sha256')).digest('hex'),
    ip: request.ip,
  }
}

function headerOf({ headers }: FastifyRequest, name: keyof typeof SIGNING_HEADERS, form: RegExp): string | undefined {
  const value = headers[SIGNING_HEADERS[name]]
  return typeof value === 'string' && form.test(value) ? value : undefined
}

/** The hashes of bodies while their calls are in progress. */
const bodyHashes = new WeakMap<FastifyRequest, Hash>()

/** Hashes the body of a call that names a key as it arrives; any other call proceeds directly. */
export const hashSignedBody: preParsingHookHandler = (request, _reply, payload, done) => {
  if (keyOf(request) === undefined) {
    done(null, payload)
    return
  }
  const bodyHash = createHash('sha256')
  bodyHashes.set(request, bodyHash)
  const hashed = Object.assign(
    new Transform({
      transform(chunk: Buffer, _encoding, passOn) {
        bodyHash.update(chunk)
        hashed.receivedEncodedLength += chunk.length
        passOn(null, chunk)
      },
    }),
    // The count by which Fastify checks the promised length.
    { receivedEncodedLength: 0 },
  )
  payload.on('error', (error) => hashed.destroy(error))
  done(null, payload.pipe(hashed))
}
