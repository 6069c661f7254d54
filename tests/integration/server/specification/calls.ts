/** One request, word for word from the specification's section 7, with valid values. */
export interface SpecifiedRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to the base, which is `/api` here. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
  readonly form?: FormData
  readonly token?: string | undefined
}

export interface SpecifiedAnswer {
  readonly status: number
  readonly body: unknown
  /** The key of a call that moves money. */
  readonly idempotencyKey: string | null
}

/** Sends it as the specification writes it: without the header `Idempotency-Key`, which is ours. */
export async function send(url: string, request: SpecifiedRequest): Promise<SpecifiedAnswer> {
  const { method, path, query = {}, body, form, token } = request
  const search = new URLSearchParams(query)
  const answer = await fetch(`${url}/api${path}${search.size > 0 ? `?${search}` : ''}`, {
    method,
    headers: {
      language: 'en',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : form ? { body: form } : {}),
  })
  return { status: answer.status, body: await answer.json(), idempotencyKey: answer.headers.get('idempotency-key') }
}

/** The same request with one unknown key more, if it has keys at all. */
export function withUnknownKey(request: SpecifiedRequest): SpecifiedRequest | undefined {
  const { query, body, form } = request
  if (body) return { ...request, body: { ...body, nobodyKnows: '1' } }
  if (form) {
    const more = new FormData()
    for (const [name, value] of form) more.append(name, value)
    more.append('nobodyKnows', '1')
    return { ...request, form: more }
  }
  return query ? { ...request, query: { ...query, nobodyKnows: '1' } } : undefined
}

/**
 * The named keys that an answer lacks. "baseDTO.wholePrice" is a key of a key; "content[].id" a key of every row, of
 * which there must be one; "baseDTO.*.credit" a key of every value of a map that is not empty.
 */
export const missingKeys = (answer: unknown, keys: readonly string[]): string[] =>
  keys.filter((key) => !hasKey(answer, key.replaceAll('[]', '.[]').split('.')))

function hasKey(value: unknown, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return true
  if (typeof value !== 'object' || value === null) return false
  if (first === '[]' || first === '*') {
    const parts: unknown[] = Object.values(value)
    return Array.isArray(value) === (first === '[]') && parts.length > 0 && parts.every((part) => hasKey(part, rest))
  }
  return Object.hasOwn(value, first) && hasKey(Reflect.get(value, first), rest)
}
