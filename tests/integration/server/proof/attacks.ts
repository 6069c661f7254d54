import * as z from 'zod/mini'
import type { EndpointShape } from '#contract/endpoint.ts'
import { REFUSALS } from '#contract/errors.ts'
import { sampleOf } from './sample-input.ts'

export interface Attack {
  readonly what: string
  readonly method: string
  /** Relative to the base of the endpoint. */
  readonly path: string
  readonly body?: string
  readonly type?: string
  /** True if its form is valid, so that its meaning must be refused. */
  readonly isWellFormed: boolean
  readonly maySucceed: boolean
}

/** Whether the answer to an attack is as it must be. */
export type AnswerCheck = (attack: Attack, answer: { status: number; text: string }) => boolean

const Refusal = z.object({ code: z.string(), errors: z.array(z.string()) })

/** A refusal with a known code and a sentence, not a fault of the server. */
export function isKnownRefusal({ status, text }: { status: number; text: string }): boolean {
  const refusal = Refusal.safeParse(text.startsWith('{') ? JSON.parse(text) : undefined)
  return (
    status >= 400 && status < 500 && refusal.success && refusal.data.code in REFUSALS && refusal.data.errors.length > 0
  )
}

const CONNECTIONS = 8

/** Sends attacks over several connections at once. */
export class Attacker {
  readonly #base: string
  readonly #tokenFor: (attack: Attack) => string | undefined
  /** The number of calls made. */
  asked = 0

  /** @param base such as "http://127.0.0.1:4300/api" */
  constructor(base: string, tokenFor: (attack: Attack) => string | undefined) {
    this.#base = base
    this.#tokenFor = tokenFor
  }

  /** @returns descriptions of the first answers that `isRight` rejects */
  async execute(attacks: Iterable<Attack>, isRight: AnswerCheck): Promise<string[]> {
    const queue = attacks[Symbol.iterator]()
    const failures: string[] = []
    const lane = async () => {
      for (let next = queue.next(); !next.done; next = queue.next()) {
        const failure = await this.#carryOutOne(next.value, isRight)
        if (failure) failures.push(failure)
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, lane))
    return failures.slice(0, 10)
  }

  async #carryOutOne(attack: Attack, isRight: AnswerCheck): Promise<string | undefined> {
    const { method, path, body, type = 'application/json' } = attack
    this.asked += 1
    const token = this.#tokenFor(attack)
    const answer = await fetch(`${this.#base}${path}`, {
      method,
      headers: {
        'idempotency-key': `hostile-key-${this.asked}`,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': type }),
      },
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    })
    const text = await answer.text()
    if (isRight(attack, { status: answer.status, text })) return undefined
    return `${attack.what}: ${method} ${path.slice(0, 200)} ${body?.slice(0, 200) ?? ''} → ${answer.status} ${text.slice(0, 200)}`
  }
}

/** The address of an endpoint with valid parameters and queries, except for those given. */
export function addressOf(
  { path, params, query }: EndpointShape,
  wrong: { params?: object; query?: string } = {},
): string {
  const given: Record<string, unknown> = { ...Object(params ? sampleOf(params) : {}), ...wrong.params }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(given[name])))
  const right = new URLSearchParams(Object(query ? sampleOf(query) : {})).toString()
  return `${filled}?${wrong.query ?? right}`
}

/** One part of a query, or all of them, in ways that no browser sends. */
export function spoilQuery(
  { query }: EndpointShape,
  { texts, keys }: { texts: readonly string[]; keys: readonly string[] },
): { name: string; query: string; isWellFormed: boolean }[] {
  if (!query) return []
  const sample: Record<string, string> = Object(sampleOf(query))
  return keys.flatMap((name) => {
    const { [name]: _, ...others } = sample
    const right = new URLSearchParams(others).toString()
    const key = encodeURIComponent(name.toWellFormed())
    const ways = texts.map((text) => {
      const given = text.toWellFormed()
      const isWellFormed = query.safeParse({ ...others, [name]: given }).success
      return { name, query: `${right}&${key}=${encodeURIComponent(given)}`, isWellFormed }
    })
    const wrong = [`${key}=1&${key}=2`, `${key}[]=1`, `${key}[x]=1`, `${key}=%E0%A4%A`, `${key}=%ff`]
    return [...ways, ...wrong.map((text) => ({ name, query: `${right}&${text}`, isWellFormed: true }))]
  })
}
