import type { Readable } from 'node:stream'
import type * as z from 'zod/mini'
import type { EndpointShape } from '#contract/endpoint.ts'
import type { Rejected } from '#contract/rejected.ts'
import type { KeyRight } from '#domain/api-key.ts'
import type { Language } from '#domain/market-state.ts'
import type { Operator } from '../accounts/operators/operator-sessions.ts'
import type { Caller, SessionCaller } from '../accounts/sessions.ts'
import type { Cookies } from './cookies.ts'
import { type CsvTable, csvOf } from './csv.ts'
import type { Snapshot } from './snapshot.ts'

/** The receiver of a stream. */
export interface StreamListener {
  /** Sends one framed event. A disconnected client gets nothing, and one that reads too slowly is disconnected. */
  send(frame: Buffer): void
}

/** An answer of server-sent events that lasts as long as the client stays connected. */
export class EventStream {
  /** Starts sending, immediately or later, and returns a function that stops it; calling that twice does no harm. */
  readonly open: (listener: StreamListener) => () => void

  constructor(open: (listener: StreamListener) => () => void) {
    this.open = open
  }
}

/** A picture of a multipart body, within the size limit; its content is not trusted yet. */
export interface UploadedFile {
  readonly bytes: Uint8Array
  readonly mimeType: string
}

type Read<Shape, Key extends string> = Shape extends { [K in Key]: infer Schema extends z.ZodMiniType }
  ? z.output<Schema>
  : undefined

/** A public endpoint knows its caller only if the contract says so, and then only a signed-in one. */
type CallerOf<Shape extends EndpointShape> = Shape extends { access: 'public' }
  ? Shape extends { knowsCaller: true }
    ? Admitted<Shape> | undefined
    : undefined
  : Shape extends { access: 'operator' }
    ? Operator
    : Admitted<Shape>

/** A program's key is accepted only if the contract names the right that it needs. */
type Admitted<Shape extends EndpointShape> = Shape extends { keys: KeyRight } ? Caller : SessionCaller

/** One call of an endpoint, read through its schemas. */
export interface Call<Shape extends EndpointShape = EndpointShape> {
  readonly params: Read<Shape, 'params'>
  readonly query: Read<Shape, 'query'>
  readonly body: Read<Shape, 'body'>
  readonly files: Readonly<Record<string, UploadedFile>>
  readonly caller: CallerOf<Shape>
  /** The client's key of a money command. */
  readonly idempotencyKey: Shape extends { money: true } ? string : undefined
  readonly language: Language
  readonly ip: string
  readonly userAgent: string
  /** The address that the client claims to have used: "http://127.0.0.1:4300". */
  readonly origin: string
  /** The last event that a stream's client claims to have received before it was disconnected. */
  readonly lastEventId: string | undefined
  /** True for our own pages, whose session is a cookie: no answer to them contains a token. */
  readonly fromOurClient: boolean
  readonly cookies: Pick<Cookies, 'read' | 'keep' | 'drop'>
  /** Starts the browser's session with this token, or ends it. Takes effect only if the call is not refused. */
  readonly session: { open(token: string): void; end(): void }
  /** The same for an operator's session. */
  readonly operatorSession: { open(token: string): void; end(): void }
}

export type Reply<Shape extends EndpointShape> = z.input<Shape['response']>

/** Redirects the browser to another page of ours, or to a vendor's: 303. */
export class SeeOther {
  readonly location: string

  constructor(location: `/${string}` | URL) {
    this.location = String(location)
  }
}

/** A file that its caller saves. Only a browser's page of ours shows one, a photo, which is not stored. */
export class Download {
  readonly bytes: Buffer | Readable
  /** The name that a browser saves it under. */
  readonly fileName: string
  readonly mimeType: string

  constructor({ bytes, fileName, mimeType }: { bytes: Buffer | Readable; fileName: string; mimeType: string }) {
    this.bytes = bytes
    this.fileName = fileName
    this.mimeType = mimeType
  }
}

export interface CsvFile extends CsvTable {
  readonly fileName: string
}

/** A table that is generated while it is sent. If the rest fails, the connection breaks off, so that nobody takes a part for the whole. */
export const csvDownload = ({ fileName, ...table }: CsvFile): Download =>
  new Download({ bytes: csvOf(table), fileName, mimeType: 'text/csv; charset=utf-8' })

type Answered<Shape extends EndpointShape> = Shape extends { format: 'event-stream' }
  ? EventStream | Rejected
  : Shape extends { format: 'jpeg' | 'file' | 'csv' }
    ? Download | Rejected
    : Reply<Shape> | Snapshot | SeeOther | Rejected

export type Handler<Shape extends EndpointShape> = (call: Call<Shape>) => Promise<Answered<Shape>> | Answered<Shape>

/** An endpoint with its handler, which translates between the wire and a function of the server. */
export interface Route {
  readonly endpoint: EndpointShape
  /** @param call the request, read by `endpoint`'s schemas */
  handle(call: Call<never>): unknown
}

/** Binds a handler to its endpoint: the contract gives the types of the request and of the answer. */
export function route<const Shape extends EndpointShape>(endpoint: Shape, handler: Handler<Shape>): Route {
  return { endpoint, handle: handler }
}
