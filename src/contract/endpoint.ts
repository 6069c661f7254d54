import type * as z from 'zod/mini'
import type { KeyRight } from '#domain/api-key.ts'
import type { OperatorRight } from '#domain/operator-rights.ts'
import type { ProofPurpose } from '#domain/proof-purpose.ts'
import type { ErrorCode } from './errors.ts'

/**
 * Who may call: visitors too; users with a session; users whose identity is verified; users who have proven by a second step within the
 * last minutes that they are there (`PROOF_REQUIRED` asks for it). For `fresh` the login itself counts. `proven` is for what hands out lasting
 * power, and asks browsers and programs alike for a proof beside the login, made for this very purpose; for a day after a login from a new device
 * only an authenticator or a passkey of before gives one (`DEVICE_TOO_NEW`). Operators have sessions of their own, which open nothing of a user's, as no user's session
 * opens anything of theirs.
 */
export type Access = 'public' | 'user' | 'authorized' | 'fresh' | 'proven' | 'operator'

export interface EndpointShape {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Under the base; parameters as `:name`. */
  path: `/${string}`
  /** `/api`, except for the chart feed, whose protocol has its own path and its own form of a refusal. */
  base?: '/udf'
  /** What it answers where that is no JSON: server-sent events, each as the response describes, plain text, a photo, or a file to save. */
  format?: 'event-stream' | 'text' | 'jpeg' | 'file' | 'csv'
  summary: string
  access: Access
  /** The right that an operator needs here: every endpoint of operators names one. */
  right?: OperatorRight
  /** An operator has typed a code of the authenticator within the last minutes; the login counts. For what reaches far or cannot be taken back. */
  freshCode?: true
  /**
   * Whether the last answer may be kept on the device and shown, with its age, when the network is gone. A `live` one is shown for as long as the page
   * is open: it changes every second, and is too large to be written that often.
   */
  offline: 'keep' | 'live' | 'never'
  /** The right that a program's key needs here. Absent: keys are not let in. */
  keys?: KeyRight
  /** Moves money or promises to: a repeat under the same header `Idempotency-Key` returns the first outcome. Without the header each call is one of its own. */
  money?: true
  /** What a `proven` call is asked to prove for. */
  proof?: ProofPurpose
  /** Public, and answers more to a user with a session. No other public endpoint reads the session. */
  knowsCaller?: true
  /** Pages ask it again and again by themselves: that keeps no idle session alive. */
  polled?: true
  /** Has a rate limit of its own, so that it can be called when the common one is used up. */
  ownBudget?: true
  /** A GET that the specification lets change something (logout, sending a code): guarded like a POST. */
  changesState?: true
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** Names of the image parts of a multipart body; its text parts are the `body`. */
  files?: readonly string[]
  /** How large each of them may be; 5 MB where it is left out. */
  fileBytesMax?: number
  response: z.ZodMiniType
  /** Refusals of its own, in order of precedence; those any endpoint may give are not repeated. */
  errors: readonly ErrorCode[]
}

/** Refusals of any endpoint after which certainly nothing has happened: beside an endpoint's own, all there are. */
export const COMMON_ERRORS = [
  'BAD_REQUEST',
  'UNAUTHENTICATED',
  'API_KEY_REFUSED',
  'API_KEY_NOT_ALLOWED',
  'API_KEY_RIGHT_MISSING',
  'FORBIDDEN',
  'OPERATOR_RIGHT_MISSING',
  'ACCOUNT_NOT_AUTHORIZED',
  'PROOF_REQUIRED',
  'DEVICE_TOO_NEW',
  'ORIGIN_REFUSED',
  'NOT_FOUND',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'TOO_MANY_REQUESTS',
  'UNAVAILABLE',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_KEY_FROM_FUTURE',
] as const satisfies readonly ErrorCode[]

/** What most GET endpoints share; an endpoint may list errors of its own. */
export const publicRead = { method: 'GET', access: 'public', offline: 'keep', errors: [] } as const
export const operatorRead = { method: 'GET', access: 'operator', offline: 'never', errors: [] } as const
export const ownRead = { method: 'GET', access: 'user', offline: 'never', errors: [] } as const

/** An endpoint of operators does not compile without the right that it needs, nor does what asks for a proof without its purpose. */
type WithRight<Shape> = Shape extends { access: 'operator' } ? { right: OperatorRight } : unknown
type WithPurpose<Shape> = Shape extends { access: 'proven' } ? { proof: ProofPurpose } : unknown

export const defineEndpoint = <const Shape extends EndpointShape>(
  shape: Shape & WithRight<Shape> & WithPurpose<Shape>,
): Shape => shape

/** A part may be left out where everything in it may, or where its schema says so. */
type Part<Shape, Key extends string> = Shape extends { [K in Key]: infer Schema extends z.ZodMiniType }
  ? object extends z.input<Schema>
    ? { [K in Key]?: z.input<Schema> }
    : undefined extends z.input<Schema>
      ? { [K in Key]?: z.input<Schema> }
      : { [K in Key]: z.input<Schema> }
  : unknown

type FileParts<Shape> = Shape extends { files: readonly (infer Name extends string)[] }
  ? { files?: { [K in Name]?: Blob } }
  : unknown

/** What the caller sends. Money endpoints also take the `idempotencyKey` that a retry by hand repeats. */
export type Input<Shape extends EndpointShape> = Part<Shape, 'params'> &
  Part<Shape, 'query'> &
  Part<Shape, 'body'> &
  FileParts<Shape> &
  (Shape extends { money: true } ? { idempotencyKey: string } : unknown)

/** What comes back, after the schema has read it. */
export type Reply<Shape extends EndpointShape> = z.output<Shape['response']>

/** Global types that a browser and Node both have, without the rest of either. */
interface Blob {
  readonly size: number
  readonly type: string
}
