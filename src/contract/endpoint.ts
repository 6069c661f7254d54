import type * as z from 'zod/mini'
import type { KeyRight } from '#domain/api-key.ts'
import type { OperatorRight } from '#domain/operator-rights.ts'
import type { ProofPurpose } from '#domain/proof-purpose.ts'
import type { ErrorCode } from './errors.ts'

/**
 * The callers of an endpoint: visitors too; users with a session; users with a verified identity; users who have given a second-step proof
 * within the last minutes (`PROOF_REQUIRED` asks for it). For `fresh` the login itself counts. `proven` protects lasting access: it
 * requires a proof for this very purpose, in addition to the login, from browsers and programs alike; for a day after a login from a new
 * device only an older authenticator or passkey can give it (`DEVICE_TOO_NEW`). Operators have separate sessions: theirs open nothing of a
 * user's, and a user's open nothing of theirs.
 */
export type Access = 'public' | 'user' | 'authorized' | 'fresh' | 'proven' | 'operator'

export interface EndpointShape {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path under the base; parameters as `:name`. */
  path: `/${string}`
  /** `/api`, except for the chart feed, whose protocol has its own path and form of refusal. */
  base?: '/udf'
  /**
   * The format of an answer that is not JSON: server-sent events, each as the response describes, plain text, a photo, or a file to save.
   */
  format?: 'event-stream' | 'text' | 'jpeg' | 'file' | 'csv'
  summary: string
  access: Access
  /** The right that an operator needs; every endpoint of operators names one. */
  right?: OperatorRight
  /**
   * Requires that the operator typed an authenticator code within the last minutes; the login counts. For actions with wide or irreversible
   * effects.
   */
  freshCode?: true
  /**
   * Whether a device may keep the last answer and show it offline, with its age. `own`: a user's own, which the page alone keeps, for that user, until
   * the session ends; no cache on the way and no worker stores it. A `live` answer is shown as long as the page is open: it changes every second and is
   * too large to be stored that often.
   */
  offline: 'keep' | 'own' | 'live' | 'never'
  /** The right that a program's key needs. Absent: keys are not accepted. */
  keys?: KeyRight
  /**
   * Moves money or commits to it: a repeat under the same header `Idempotency-Key` returns the first outcome. Without the header each call
   * is a new command.
   */
  money?: true
  /** The purpose that the proof for a `proven` call must have. */
  proof?: ProofPurpose
  /** Public, but answers more to a user with a session. No other public endpoint reads the session. */
  knowsCaller?: true
  /** Pages call it repeatedly by themselves, so a call does not keep an idle session alive. */
  polled?: true
  /** Has its own rate limit, so that it can be called when the common one is used up. */
  ownBudget?: true
  /** A GET that, by the specification, changes something (logout, sending a code): guarded like a POST. */
  changesState?: true
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** Names of the image parts of a multipart body; its text parts are the `body`. */
  files?: readonly string[]
  /** The size limit of each; absent: 5 MB. */
  fileBytesMax?: number
  response: z.ZodMiniType
  /** Its own refusals, in order of precedence, without those that any endpoint may give. */
  errors: readonly ErrorCode[]
}

/** Refusals of any endpoint after which certainly nothing has happened. Together with an endpoint's own, these are all. */
export const COMMON_ERRORS = [
  'BAD_REQUEST',
  'UNAUTHENTICATED',
  'API_KEY_REFUSED',
  'API_KEY_NOT_ALLOWED',
  'API_KEY_RIGHT_MISSING',
  'PROGRAMS_PAUSED',
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

/** Shared by most GET endpoints; an endpoint may add its own errors. */
export const publicRead = { method: 'GET', access: 'public', offline: 'keep', errors: [] } as const
export const operatorRead = { method: 'GET', access: 'operator', offline: 'never', errors: [] } as const
/** An act of operators that a fresh code confirms. */
export const operatorAct = { method: 'POST', access: 'operator', offline: 'never', freshCode: true } as const
export const keptOwnRead = { method: 'GET', access: 'user', offline: 'own', errors: [] } as const
export const ownRead = { method: 'GET', access: 'user', offline: 'never', errors: [] } as const

/** An endpoint of operators does not compile without its right, nor one that requires a proof without its purpose. */
type WithRight<Shape> = Shape extends { access: 'operator' } ? { right: OperatorRight } : unknown
type WithPurpose<Shape> = Shape extends { access: 'proven' } ? { proof: ProofPurpose } : unknown

export const defineEndpoint = <const Shape extends EndpointShape>(
  shape: Shape & WithRight<Shape> & WithPurpose<Shape>,
): Shape => shape

/** A part is optional if everything in it is, or if its schema says so. */
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

/** The caller's input. Money endpoints also accept the `idempotencyKey` that a manual retry repeats. */
export type Input<Shape extends EndpointShape> = Part<Shape, 'params'> &
  Part<Shape, 'query'> &
  Part<Shape, 'body'> &
  FileParts<Shape> &
  (Shape extends { money: true } ? { idempotencyKey: string } : unknown)

/** The answer after the schema has read it. */
export type Reply<Shape extends EndpointShape> = z.output<Shape['response']>

/** Global types that both browsers and Node have. */
interface Blob {
  readonly size: number
  readonly type: string
}
