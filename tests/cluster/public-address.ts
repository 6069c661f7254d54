import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'

export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly body?: object
  readonly token?: string
  /** The idempotency key. */
  readonly key?: string
  /** The address that the caller's own network has. */
  readonly ip?: string
}

export interface Answer {
  readonly status: number
  readonly text: string
  /** The refusal's code. */
  readonly code: string | undefined
  /** An earlier try broke off, so that this answer may be one to a repetition. */
  readonly wasBroken: boolean
}

/** A call that broke off, or was answered that it may be asked again. */
interface Break {
  readonly begunAt: number
  readonly reason: string
}

const Refusal = z.object({ code: z.string() })
/** "Nothing happened" and "it may have happened": the same key asks again. */
const AGAIN = new Set([502, 503, 504])
const ANSWER_MS_MAX = 12_000
const AGAIN_MS = 100
/** No fault lasts so long. */
const PATIENCE_MS = 150_000

/** The public address as customers use it, each call repeated under its key until it is answered. */
export class PublicAddress {
  /** Refusals that no customer may get, whatever dies. */
  readonly refusals: string[] = []
  readonly breaks: Break[] = []
  readonly url: string
  #isClosed = false

  constructor(url: string) {
    this.url = url
  }

  /** Nobody asks again from now on. */
  close(): void {
    this.#isClosed = true
  }

  /** @param allowed codes of refusals that may come, which are answers too */
  async ask(
    call: Call,
    {
      allowed = [],
      allowedAfterBreak = [],
    }: { allowed?: readonly string[]; allowedAfterBreak?: readonly string[] } = {},
  ): Promise<Answer | undefined> {
    const until = performance.now() + PATIENCE_MS
    let wasBroken = false
    while (performance.now() < until) {
      const begunAt = performance.now()
      const answer = await this.#once(call)
      if (answer.status === 200) return { ...answer, code: undefined, wasBroken }
      if (answer.status !== undefined && !AGAIN.has(answer.status)) {
        const code = codeOf(answer.text)
        const isAllowed = allowed.includes(code) || (wasBroken && allowedAfterBreak.includes(code))
        if (isAllowed) return { status: answer.status, text: answer.text, code, wasBroken }
        this.refusals.push(`${call.method} ${call.path}: ${answer.status} ${answer.text}`)
        return undefined
      }
      this.breaks.push({
        begunAt,
        reason: `${call.method} ${call.path}: ${answer.status ?? ''} ${answer.text}`.slice(0, 200),
      })
      wasBroken = true
      if (this.#isClosed) return undefined
      await sleep(AGAIN_MS)
    }
    this.refusals.push(`${call.method} ${call.path}: no answer at all`)
    return undefined
  }

  #once({
    method,
    path,
    body,
    token,
    key,
    ip,
  }: Call): Promise<{ status: number; text: string } | { status: undefined; text: string }> {
    return fetch(`${this.url}/api${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
        ...(ip && { 'x-forwarded-for': ip }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    })
      .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
      .catch((error: unknown) => ({ status: undefined, text: reasonOf(error) }))
  }
}

function codeOf(text: string): string {
  try {
    return Refusal.parse(JSON.parse(text)).code
  } catch {
    return 'no code'
  }
}

const reasonOf = (error: unknown) => {
  const { cause } = error instanceof Error ? error : { cause: undefined }
  return String(Reflect.get(Object(cause), 'code') ?? cause ?? error)
}
